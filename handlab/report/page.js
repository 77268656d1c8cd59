"use strict";
(() => {
  const tip = document.getElementById("tip");
  const hide = () => { tip.style.visibility = "hidden"; };
  const show = (text, x, y) => {
    tip.textContent = text;
    const box = tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, x - box.width / 2), document.documentElement.clientWidth - box.width - 8);
    tip.style.left = left + "px";
    tip.style.top = (y - box.height - 14 > 4 ? y - box.height - 14 : y + 18) + "px";
    tip.style.visibility = "visible";
  };

  // What a cell or a mark means, at the pointer or under the finger.
  const said = (element) => element.closest("[data-tip], .drawn [aria-label][role='graphics-symbol']");
  const tell = (event) => {
    if (event.target.closest(".line")) return;
    const found = said(event.target);
    const text = found && (found.dataset.tip || found.getAttribute("aria-label"));
    if (!text) { hide(); return; }
    const box = found.getBoundingClientRect();
    show(text, box.left + box.width / 2, box.top);
  };
  document.addEventListener("pointerover", tell);
  document.addEventListener("pointerdown", tell);
  document.addEventListener("scroll", hide, { passive: true });

  // The result line at the pointer: the nearest drawn hand, and what was won up to it.
  for (const line of document.querySelectorAll(".line")) {
    const data = JSON.parse(line.querySelector("script").textContent);
    const last = data.points[data.points.length - 1][0];
    const rule = document.createElement("div");
    rule.className = "rule";
    rule.hidden = true;
    line.append(rule);
    const amount = (value) => {
      const digits = Math.abs(value).toLocaleString("en-US", { minimumFractionDigits: 0, maximumFractionDigits: 2 });
      return (value < 0 ? "−" : value > 0 ? "+" : "") + data.unit + digits + data.after;
    };
    const nearest = (hand) => {
      let low = 0, high = data.points.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (data.points[middle][0] < hand) low = middle + 1; else high = middle;
      }
      const before = data.points[Math.max(0, low - 1)];
      return hand - before[0] < data.points[low][0] - hand ? before : data.points[low];
    };
    line.addEventListener("pointermove", (event) => {
      const drawn = [...line.querySelectorAll("svg")].find((svg) => svg.getBoundingClientRect().width > 0);
      const plot = drawn.querySelector(".root .background").getBoundingClientRect();
      const place = (event.clientX - plot.left) / plot.width;
      if (place < 0 || place > 1) { rule.hidden = true; hide(); return; }
      const [hand, day, ...amounts] = nearest(place * last);
      const x = plot.left + (hand / last) * plot.width;
      const box = line.getBoundingClientRect();
      Object.assign(rule.style, { left: x - box.left + "px", top: plot.top - box.top + "px", height: plot.height + "px" });
      rule.hidden = false;
      show(
        `${data.what || "Hand"} ${hand.toLocaleString("en-US")}${day ? " · " + day : ""}${amounts.map((value, index) => `\n${data.titles[index]} ${amount(value)}`).join("")}`,
        x, plot.top + plot.height * 0.12 + 60,
      );
    });
    line.addEventListener("pointerleave", () => { rule.hidden = true; hide(); });
  }

  // A table that is wider than the screen says so.
  const measure = () => {
    for (const box of document.querySelectorAll(".scroll")) box.classList.toggle("scrolls", box.scrollWidth > box.clientWidth + 1);
  };
  measure();
  addEventListener("resize", measure);
  document.addEventListener("toggle", measure, true);
  document.addEventListener("input", () => setTimeout(measure));

  // What is folded is printed, and folded again.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const box of opened) box.open = true;
  });
  addEventListener("afterprint", () => { for (const box of opened) box.open = false; });
})();
