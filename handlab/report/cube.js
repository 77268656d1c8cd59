// The filters: sums of the chosen rows, with their intervals, and the net over days.
(() => {
  const source = document.getElementById("cube-data"), form = document.getElementById("chooser");
  if (!source || !form) return;
  const cube = JSON.parse(source.textContent), out = document.getElementById("chosen");
  const NONE = "–", MINUS = "−";
  const [DAY, SITE, MONEY, GAME, STAKE, POSITION, SYMBOL, HANDS, NET, BB, SQUARES, BB_HANDS, FIRST] = Array(13).keys();
  const text = (row, column) => cube.texts[row[column]];

  const make = (tag, cls, words) => {
    const element = document.createElement(tag);
    if (cls) element.className = cls;
    if (words !== undefined) element.textContent = words;
    return element;
  };
  const number = (value, places, signed) => {
    if (value === null || !Number.isFinite(value)) return NONE;
    const digits = Math.abs(value).toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
    const isZero = !/[1-9]/.test(digits);
    return (isZero ? "" : value < 0 ? MINUS : signed ? "+" : "") + digits;
  };
  const money = (value, unit) => {
    // Sums have four decimals; those of a currency with more than cents are not cut.
    const isOf = (places) => Math.abs(value * 10 ** places - Math.round(value * 10 ** places)) < 1e-6;
    const digits = number(Math.abs(value), isOf(0) ? 0 : isOf(2) ? 2 : 4);
    return (value < 0 ? MINUS : value > 0 ? "+" : "") + unit + digits;
  };

  const columns = { site: SITE, money: MONEY, game: GAME, stake: STAKE };
  for (const [name, column] of Object.entries(columns)) {
    const select = form.elements[name], hands = new Map();
    for (const row of cube.rows) hands.set(row[column], (hands.get(row[column]) || 0) + row[HANDS]);
    select.append(new Option("All", ""));
    for (const [place, found] of [...hands].sort((a, b) => b[1] - a[1])) {
      select.append(new Option(`${cube.texts[place]} (${number(found, 0)})`, place));
    }
    select.closest("label").hidden = hands.size < 2;
  }
  const days = cube.rows.map((row) => row[DAY]).filter(Boolean);
  for (const name of ["from", "to"]) {
    const input = form.elements[name];
    if (days.length) { input.min = days[0]; input.max = days[days.length - 1]; }
    input.closest("label").hidden = new Set(days).size < 2;
  }

  const sum = (rows) => {
    const total = { hands: 0, net: 0, bb: 0, squares: 0, n: 0, counts: cube.statistics.map(() => [0, 0]) };
    for (const row of rows) {
      total.hands += row[HANDS]; total.net += row[NET];
      total.bb += row[BB] || 0; total.squares += row[SQUARES] || 0; total.n += row[BB_HANDS];
      total.counts.forEach((count, index) => { count[0] += row[FIRST + 2 * index]; count[1] += row[FIRST + 2 * index + 1]; });
    }
    total.rate = total.n ? (100 * total.bb) / total.n : null;
    const variance = total.n > 1 ? Math.max(0, (total.squares - (total.bb * total.bb) / total.n) / (total.n - 1)) : null;
    total.margin = variance === null ? null : (1.96 * 100 * Math.sqrt(variance)) / Math.sqrt(total.n);
    return total;
  };
  const groups = (rows, key) => {
    const found = new Map();
    for (const row of rows) { const name = key(row); if (!found.has(name)) found.set(name, []); found.get(name).push(row); }
    return found;
  };

  const table = (title, first, found, unit) => {
    const box = make("div", "scroll"), made = make("table", "rows"), head = make("tr"), body = make("tbody");
    box.tabIndex = 0; box.setAttribute("role", "group"); box.setAttribute("aria-label", title);
    for (const name of [first, "Hands", "Net", "bb/100", "95% interval", ...cube.statistics]) {
      const cell = make("th", name === first ? "text" : "", name); cell.scope = "col"; head.append(cell);
    }
    for (const [name, rows] of found) {
      const line = make("tr"), total = sum(rows), heading = make("th", "", name);
      heading.scope = "row";
      line.append(heading, make("td", "", number(total.hands, 0)), make("td", "", money(total.net, unit)), make("td", "", number(total.rate, 1, true)));
      line.append(make("td", "", total.margin === null ? NONE : `${number(total.rate - total.margin, 1, true)} to ${number(total.rate + total.margin, 1, true)}`));
      for (const [made_, chances] of total.counts) line.append(make("td", "", chances ? `${number((100 * made_) / chances, 1)}%` : NONE));
      body.append(line);
    }
    const top = make("thead"); top.append(head); made.append(top, body); box.append(made);
    return box;
  };

  const SVG = "http://www.w3.org/2000/svg";
  const line = (rows, unit) => {
    const byDay = [...groups(rows.filter((row) => row[DAY]), (row) => row[DAY])].sort((a, b) => (a[0] < b[0] ? -1 : 1));
    if (byDay.length < 2) return null;
    let won = 0, hands = 0;
    const points = [[0, 0], ...byDay.map(([, found]) => { for (const row of found) { won += row[NET]; hands += row[HANDS]; } return [hands, won]; })];
    const low = Math.min(...points.map((point) => point[1])), high = Math.max(...points.map((point) => point[1]));
    const width = 860, height = 200, x = (value) => 70 + (value / hands) * (width - 80), y = (value) => 10 + ((high - value) / (high - low || 1)) * (height - 40);
    const svg = document.createElementNS(SVG, "svg");
    const draw = (tag, attributes, words) => {
      const element = document.createElementNS(SVG, tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      if (words) element.textContent = words;
      svg.append(element);
    };
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `Net over ${byDay.length} days: ${money(won, unit)}`);
    draw("line", { x1: 70, x2: width - 10, y1: y(0), y2: y(0), stroke: "var(--muted)" });
    for (const value of new Set([low, high])) draw("text", { x: 62, y: y(value) + 4, "text-anchor": "end", "font-size": 12, fill: "var(--muted)" }, money(high - low < 1000 ? value : Math.round(value), unit));
    draw("text", { x: width - 10, y: height - 4, "text-anchor": "end", "font-size": 12, fill: "var(--muted)" }, `${number(hands, 0)} hands, ${byDay[0][0]} to ${byDay[byDay.length - 1][0]}`);
    draw("polyline", { points: points.map((point) => `${x(point[0])},${y(point[1])}`).join(" "), fill: "none", stroke: "var(--showdown)", "stroke-width": 2.2, "stroke-linejoin": "round" });
    return svg;
  };

  const show = () => {
    const chosen = new FormData(form), to = chosen.get("to");
    // Long reports have sums of months: a month is chosen as a whole.
    const from = cube.isMonthly && chosen.get("from") ? `${chosen.get("from").slice(0, 7)}-01` : chosen.get("from");
    const wanted = Object.entries(columns).filter(([name]) => chosen.get(name) !== "").map(([name, column]) => [column, Number(chosen.get(name))]);
    const isAll = !from && !to && wanted.length === 0;
    document.body.classList.toggle("is-chosen", !isAll);
    const words = wanted.map(([column, place]) => [column - SITE, cube.texts[place]]);
    for (const row of document.querySelectorAll("tr[data-keys]")) {
      const keys = row.dataset.keys.split("\n"), day = row.dataset.day;
      const isIn = words.every(([place, word]) => keys[place] === word) && (!from || (day && day >= from)) && (!to || (day && day <= to));
      row.classList.toggle("unchosen", !isIn);
    }
    out.textContent = "";
    if (isAll) return;
    const rows = cube.rows.filter((row) => wanted.every(([column, place]) => row[column] === place)
      && (!from || (row[DAY] && row[DAY] >= from)) && (!to || (row[DAY] && row[DAY] <= to)));
    const all = cube.rows.reduce((total, row) => total + row[HANDS], 0), some = rows.reduce((total, row) => total + row[HANDS], 0);
    out.append(make("p", "lead", `${number(some, 0)} of ${number(all, 0)} hands${cube.isMonthly && (from || to) ? ", by whole months" : ""}`));
    // Money is never added up over currencies and kinds.
    for (const [name, found] of [...groups(rows, (row) => text(row, MONEY))].sort((a, b) => sum(b[1]).hands - sum(a[1]).hands)) {
      const unit = text(found[0], SYMBOL), drawn = line(found, unit);
      out.append(make("h3", "", name));
      if (drawn) out.append(drawn);
      const order = (map) => [...map].sort((a, b) => sum(b[1]).hands - sum(a[1]).hands);
      out.append(table(`${name}: all`, "Hands chosen", [["All", found]], unit));
      out.append(table(`${name} by month`, "Month", [...groups(found, (row) => (row[DAY] || "unknown").slice(0, 7))].sort((a, b) => (a[0] < b[0] ? 1 : -1)), unit));
      out.append(table(`${name} by stake`, "Stake", order(groups(found, (row) => `${text(row, GAME)}, ${text(row, STAKE)}`)), unit));
      const positions = groups(found, (row) => text(row, POSITION));
      out.append(table(`${name} by position`, "Position", cube.positions.filter((position) => positions.has(position)).map((position) => [position, positions.get(position)]), unit));
    }
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(show));
})();
