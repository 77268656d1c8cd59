// The hand replayer. Everything from a log is set as text, never as markup.
(() => {
  const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
  const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
  const PAUSE = 1100;
  const DONE = { fold: "folds", check: "checks", call: "calls", bet: "bets", raise: "raises to", stand_pat: "stands pat" };

  const make = (tag, cls, text) => {
    const element = document.createElement(tag);
    if (cls) element.className = cls;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  // A name from a log must not reorder the text around it.
  const named = (name, cls) => make("bdi", cls, name);

  const drawCard = (card, cls = "") => {
    const suit = card && card[1] in SUITS ? card[1] : "";
    const drawn = make("span", `pcard ${suit || (card ? "odd" : "back")} ${cls}`);
    drawn.setAttribute("role", "img");
    if (!card) { drawn.setAttribute("aria-label", "hidden card"); return drawn; }
    drawn.setAttribute("aria-label", suit ? `${card[0]} of ${SUIT_NAMES[suit]}` : card);
    drawn.append(make("b", "", card[0] === "T" ? "10" : card[0]), make("i", "", suit ? SUITS[suit] : card.slice(1)));
    return drawn;
  };

  const mount = (root, hand, first = 0) => {
    const amount = (value) => {
      const number = Math.abs(value) / 10 ** hand.scale;
      const whole = Math.abs(value) % 10 ** hand.scale === 0;
      const places = whole ? 0 : hand.scale;
      const text = number.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: hand.scale });
      return (value < 0 ? "−" : "") + hand.unit + text + hand.after;
    };
    const shown = (value) => inBlinds && hand.bigBlind
      ? (value / hand.bigBlind).toLocaleString("en-US", { maximumFractionDigits: 1 }) + " bb"
      : amount(value);
    const seatOf = new Map(hand.seats.map((seat) => [seat.seat, seat]));
    const nameOf = (number) => (seatOf.get(number) || { name: `Seat ${number}` }).name;
    let step = Math.min(first, hand.steps.length - 1), timer = null, inBlinds = false, areHidden = false;

    // The table after the first steps: chips are moved one step after another.
    const stateAt = (last) => {
      const state = {
        stacks: new Map(hand.seats.map((seat) => [seat.seat, seat.stack])),
        bets: new Map(), acts: new Map(), folded: new Set(), allIn: new Set(), open: new Set(), won: new Map(),
        pot: 0, boards: [[]], equity: null, street: 0, over: false, actor: null, draws: new Map(),
      };
      const add = (seat, value) => {
        const stack = state.stacks.get(seat);
        if (stack !== null && stack !== undefined) state.stacks.set(seat, stack + value);
      };
      const collect = () => {
        for (const bet of state.bets.values()) state.pot += bet;
        state.bets.clear();
      };
      for (const now of hand.steps.slice(0, last + 1)) {
        state.actor = now.seat ?? null;
        const value = now.amount || 0;
        switch (now.do) {
          case "street":
            collect();
            state.acts.clear();
            Object.assign(state, { boards: now.boards, equity: now.equity, street: now.number });
            break;
          case "post_ante": case "post_dead":
            add(now.seat, -value); state.pot += value; state.acts.set(now.seat, now.do === "post_ante" ? "Ante" : "Dead");
            break;
          case "fold": state.folded.add(now.seat); state.acts.set(now.seat, "Fold"); break;
          case "check": state.acts.set(now.seat, "Check"); break;
          case "stand_pat": state.acts.set(now.seat, "Stands pat"); break;
          case "discard":
            state.draws.set(now.seat, (state.draws.get(now.seat) || 0) + 1);
            state.acts.set(now.seat, `Draws ${value}`);
            break;
          case "return": {
            add(now.seat, value);
            const bet = state.bets.get(now.seat) || 0;
            if (bet >= value) state.bets.set(now.seat, bet - value); else state.pot -= value;
            if (bet === value) state.bets.delete(now.seat);
            state.acts.set(now.seat, "Returned");
            break;
          }
          case "show": collect(); state.open.add(now.seat); state.acts.set(now.seat, "Shows"); break;
          case "muck": collect(); state.acts.set(now.seat, "Mucks"); break;
          case "win":
            collect(); add(now.seat, value); state.pot -= value;
            state.won.set(now.seat, (state.won.get(now.seat) || 0) + value);
            state.acts.set(now.seat, "Wins");
            break;
          case "side": add(now.seat, value); state.acts.set(now.seat, "Side"); break;
          case "end": collect(); state.pot = 0; state.over = true; break;
          default:
            add(now.seat, -value);
            state.bets.set(now.seat, (state.bets.get(now.seat) || 0) + value);
            state.acts.set(now.seat, now.do === "call" ? "Call" : now.do === "bet" ? "Bet" : now.do === "raise" ? "Raise" : now.do === "straddle" ? "Straddle" : now.do === "bring_in" ? "Bring-in" : "Blind");
        }
        if (now.allIn) state.allIn.add(now.seat);
      }
      return state;
    };

    const sentence = (now) => {
      const value = now.amount === null || now.amount === undefined ? "" : shown(now.amount);
      switch (now.do) {
        case "street": return now.words;
        case "fold": case "check": case "stand_pat": return DONE[now.do];
        case "raise": return `raises to ${shown(now.to)}${now.allIn ? " and is all-in" : ""}`;
        case "call": case "bet": return `${DONE[now.do]} ${value}${now.allIn ? " and is all-in" : ""}`;
        case "discard": return `discards ${now.amount}`;
        case "return": return `gets ${value} back`;
        case "show": return "shows";
        case "muck": return "mucks";
        case "win": return `wins ${value}${now.words ? " " + now.words : ""}`;
        case "side": return `${now.words} ${now.amount < 0 ? shown(-now.amount) : value}`.trim();
        case "end": return now.amount ? `Rake and fees ${value}` : now.known ? "End of the hand, no rake" : "End of the hand; its rake is not known";
        default: return `${now.words || now.do} ${value}${now.allIn ? " and is all-in" : ""}`;
      }
    };

    // The frame, built once.
    root.textContent = "";
    const head = make("div", "rhead");
    const title = make("h2", "", `${hand.title} ${hand.stakes}`);
    title.id = "replay-title";
    const place = make("p", "rplace");
    place.append(`${hand.site} · `, named(hand.id));
    if (hand.table) place.append(" · table ", named(hand.table));
    if (hand.time) place.append(` · ${hand.time}`);
    head.append(title, place);

    const table = make("div", "rtable");
    const felt = make("div", "felt");
    const middle = make("div", "middle");
    table.append(felt, middle);
    const count = hand.seats.length;
    table.dataset.seats = count;
    const bottom = Math.max(0, hand.seats.findIndex((seat) => seat.seat === hand.bottom));
    const spots = hand.seats.map((seat, index) => {
      const turn = ((index - bottom + count) % count) / count * 2 * Math.PI + Math.PI / 2;
      const spot = make("div", "spot"), bet = make("div", "chips"), dealer = make("div", "dealer", "D");
      dealer.title = "Button";
      for (const [element, reach] of [[spot, 1], [bet, 0.5], [dealer, 0.68]]) {
        const bend = element === dealer ? turn + 0.28 : turn;
        element.style.setProperty("--x", Math.cos(bend) * reach);
        element.style.setProperty("--y", Math.sin(bend) * reach);
      }
      dealer.hidden = seat.seat !== hand.button;
      table.append(bet, dealer, spot);
      return { seat, spot, bet };
    });

    const said = make("p", "rsaid");
    said.setAttribute("aria-live", "polite");
    const bar = make("div", "rbar");
    const button = (text, label, act) => {
      const made = make("button", "", text);
      made.type = "button";
      made.setAttribute("aria-label", label);
      made.title = label;
      made.addEventListener("click", act);
      bar.append(made);
      return made;
    };
    const last = hand.steps.length - 1;
    const stop = () => { clearInterval(timer); timer = null; play.textContent = "Play"; play.setAttribute("aria-label", "Play"); };
    const go = (to) => { step = Math.min(Math.max(to, 0), last); draw(); if (step === last) stop(); };
    const nextStreet = (by) => {
      let to = step + by;
      while (to > 0 && to < last && hand.steps[to].do !== "street") to += by;
      stop(); go(to);
    };
    button("◀◀", "Street back", () => nextStreet(-1));
    button("◀", "Step back", () => { stop(); go(step - 1); });
    const play = button("Play", "Play", () => {
      if (timer) { stop(); return; }
      if (step === last) step = -1;
      play.textContent = "Pause"; play.setAttribute("aria-label", "Pause");
      timer = setInterval(() => go(step + 1), PAUSE);
      go(step + 1);
    });
    play.classList.add("play");
    button("▶", "Step on", () => { stop(); go(step + 1); });
    button("▶▶", "Street on", () => nextStreet(1));
    const slide = make("input", "rslide");
    Object.assign(slide, { type: "range", min: 0, max: last, step: 1 });
    slide.setAttribute("aria-label", "Step of the hand");
    slide.addEventListener("input", () => { stop(); go(Number(slide.value)); });
    const options = make("div", "roptions");
    const option = (text, change) => {
      const label = make("label"), box = make("input");
      box.type = "checkbox";
      box.addEventListener("change", () => { change(box.checked); write(); draw(); });
      label.append(box, ` ${text}`);
      options.append(label);
    };
    if (hand.bigBlind) option("Big blinds", (on) => { inBlinds = on; });
    option("Hide cards until shown", (on) => { areHidden = on; });

    const log = make("ol", "rlog");
    log.tabIndex = 0;
    log.setAttribute("aria-label", "Steps of the hand");
    const lines = hand.steps.map((now, index) => {
      const line = make("li", now.do === "street" ? "street" : now.do), jump = make("button");
      jump.type = "button";
      jump.addEventListener("click", () => { stop(); go(index); });
      line.append(jump);
      log.append(line);
      return { line, jump };
    });
    const write = () => hand.steps.forEach((now, index) => {
      const { jump } = lines[index];
      jump.textContent = "";
      if (now.seat !== undefined) jump.append(named(nameOf(now.seat), "who"), " ");
      jump.append(sentence(now));
      if (now.do === "street") for (const [run, board] of now.boards.entries()) { jump.append(run ? " · " : " "); for (const card of board) jump.append(drawCard(card, "tiny")); }
      if (now.cards && now.cards.length) { jump.append(" "); for (const card of now.cards) jump.append(drawCard(card, "tiny")); }
    });

    const cardsOf = (seat, state) => {
      const isOpen = !areHidden || seat.hero || state.open.has(seat.seat) || state.over;
      if (seat.cards.length === 0) return state.folded.has(seat.seat) ? [] : Array(seat.count).fill("");
      if ((state.draws.get(seat.seat) || 0) < seat.draws && !state.open.has(seat.seat)) return Array(seat.cards.length).fill("");
      // In stud the cards after the first ones lie open for everybody, but not the seventh.
      const few = seat.cards.length <= hand.down;
      const drawn = seat.cards.map((card, index) => {
        if (seat.from[index] > state.street) return null;
        const lies = hand.down !== null && (few || (index >= hand.down && index <= 5));
        return isOpen || lies ? card : "";
      }).filter((card) => card !== null);
      if (drawn.length === 0 && !state.folded.has(seat.seat)) return Array(seat.count).fill("");
      return drawn;
    };

    const draw = () => {
      const state = stateAt(step), now = hand.steps[step];
      for (const { seat, spot, bet } of spots) {
        const folded = state.folded.has(seat.seat), won = state.won.get(seat.seat);
        spot.className = `spot${folded ? " out" : ""}${state.actor === seat.seat ? " acts" : ""}${won ? " won" : ""}${seat.hero ? " hero" : ""}`;
        spot.textContent = "";
        const cards = make("div", "cards");
        const held = cardsOf(seat, state);
        if (held.length > 4) cards.classList.add("many");
        for (const card of held) cards.append(drawCard(card));
        const plate = make("div", "plate");
        plate.append(named(seat.name, "name"));
        const stack = state.stacks.get(seat.seat);
        const isIn = stack === 0 && state.allIn.has(seat.seat) && !state.over;
        plate.append(make("div", "stack", stack === null || stack === undefined ? "stack unknown" : isIn ? "All-in" : shown(stack)));
        const tag = state.acts.get(seat.seat);
        const foot = make("div", "foot");
        foot.append(make("span", "", [seat.position, tag].filter(Boolean).join(" · ") || "\u00a0"));
        plate.append(foot);
        const shares = !folded && state.equity && state.equity.of[seat.seat];
        if (shares && !state.over) {
          const text = shares.map((share) => `${(100 * share).toFixed(share > 0.0995 && share < 0.9995 ? 0 : share === 0 || share === 1 ? 0 : 1)}%`).join(" / ");
          const meter = make("div", "meter");
          const fill = make("i");
          fill.style.width = `${100 * shares.reduce((sum, share) => sum + share, 0) / shares.length}%`;
          meter.append(fill);
          plate.append(make("div", "equity", (state.equity.sampled ? "~" : "") + text), meter);
        }
        spot.append(cards, plate);
        const value = state.bets.get(seat.seat);
        bet.textContent = won ? `+${shown(won)}` : value ? shown(value) : "";
        bet.className = `chips${won ? " up" : ""}${won || value ? "" : " none"}`;
      }
      middle.textContent = "";
      for (const [index, board] of state.boards.entries()) {
        const row = make("div", "board");
        if (state.boards.length > 1) row.append(make("span", "run", `Run ${index + 1}`));
        for (const card of board) row.append(drawCard(card));
        if (board.length) middle.append(row);
      }
      const bets = [...state.bets.values()].reduce((sum, bet) => sum + bet, 0);
      if (state.pot + bets > 0) middle.append(make("div", "pot", `Pot ${shown(state.pot + bets)}`));
      if (hand.pots.length > 1 && (now.do === "show" || now.do === "muck") && !state.won.size) {
        middle.append(make("div", "side", hand.pots.map((pot, index) => `${index ? "Side" : "Main"} ${shown(pot)}`).join(" · ")));
      }
      said.textContent = "";
      if (now.seat !== undefined) said.append(named(nameOf(now.seat)), " ");
      said.append(sentence(now));
      const unknown = state.equity ? state.equity.unknown : 0;
      if (now.do === "street" && unknown) said.append(make("small", "", ` Equity is among the known hands; ${unknown} more ${unknown > 1 ? "are" : "is"} in.`));
      slide.value = step;
      slide.setAttribute("aria-valuetext", said.textContent);
      lines.forEach(({ line, jump }, index) => {
        line.classList.toggle("now", index === step);
        if (index === step) jump.setAttribute("aria-current", "step"); else jump.removeAttribute("aria-current");
      });
      const current = lines[step].line;
      if (log.scrollHeight > log.clientHeight) log.scrollTop = current.offsetTop - log.clientHeight / 2;
    };

    const stage = make("div", "rstage"), side = make("div", "rside"), left = make("div", "rleft");
    left.append(table, said, slide, bar, options);
    side.append(log);
    stage.append(left, side);
    root.append(head, stage);
    write();
    draw();
    const onKey = (event) => {
      if (!root.isConnected || !root.offsetParent) return;
      if (event.target.matches && event.target.matches("input")) return;
      const act = { ArrowRight: () => { stop(); go(step + 1); }, ArrowLeft: () => { stop(); go(step - 1); }, ArrowUp: () => nextStreet(-1), ArrowDown: () => nextStreet(1), Home: () => { stop(); go(0); }, End: () => { stop(); go(last); } }[event.key];
      if (act) { event.preventDefault(); act(); }
      if (event.key === " " && !event.target.matches("button")) { event.preventDefault(); play.click(); }
    };
    document.addEventListener("keydown", onKey);
    return () => { stop(); document.removeEventListener("keydown", onKey); root.textContent = ""; };
  };

  const source = document.getElementById("replays");
  const hands = source ? JSON.parse(source.textContent) : [];
  const alone = document.getElementById("replay");
  if (alone && hands.length) {
    // A link may name a step: `hand.html#12`.
    let end = mount(alone, hands[0], Math.max(0, Number(location.hash.slice(1)) || 0));
    const choice = document.getElementById("replay-choice");
    if (choice) choice.addEventListener("change", () => { end(); end = mount(alone, hands[Number(choice.value)]); });
  }

  const dialog = document.getElementById("replayer");
  if (!dialog) return;
  let end = null;
  const open = (number) => {
    if (!(number in hands)) return;
    if (end) end();
    end = mount(dialog.querySelector(".replay"), hands[number]);
    if (!dialog.open) dialog.showModal();
  };
  document.addEventListener("click", (event) => {
    const found = event.target.closest("[data-replay]");
    if (found) open(Number(found.dataset.replay));
    if (event.target.closest("[data-close]") || event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => { if (end) end(); end = null; });
})();
