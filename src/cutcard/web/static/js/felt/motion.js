// What moves on the felt: cards come off the shoe one after another, chips come from the tray. Only
// transform and opacity move; places are read together, once everything is drawn, before anything moves.
const STEP_MS = 110;
const FLIGHT_MS = 320;
const FADE_MS = 120;
const EASE = "cubic-bezier(.2, .8, .3, 1)";
const LONGEST_DEAL_MS = 2600;
const LATE_MS = 1000;
const waiting = [];
const flying = new Set();

export function isStill() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// Calls `read` once the running script has drawn everything; what it returns is called after all reads.
export function afterDrawing(read) {
  if (!waiting.length) queueMicrotask(run);
  waiting.push(read);
}

function run() {
  const acts = waiting.splice(0).map((read) => read());
  for (const act of acts) act?.();
}

// An animation that `whenLanded` waits for.
function fly(node, frames, timing) {
  const animation = node.animate(frames, timing);
  flying.add(animation);
  animation.finished.catch(() => null).then(() => flying.delete(animation));
}

// Resolves when everything has landed; a page that is not painted meanwhile waits little longer than the
// flight would take.
export function whenLanded(flight) {
  return new Promise((done) => {
    afterDrawing(() => () => {
      const all = [...flying].map((animation) => animation.finished.catch(() => null));
      const late = new Promise((timeUp) => {
        setTimeout(timeUp, flight + LATE_MS);
      });
      Promise.race([Promise.all(all), late]).then(done);
    });
  });
}

// Where cards lie before a hand gets another one.
export function cardPlaces(root) {
  if (isStill()) return null;
  return [...root.querySelectorAll(".playing-card")]
    .filter((node) => !node.getAnimations().length)
    .map((node) => ({ node, from: node.getBoundingClientRect() }));
}

// Cards that make room for another slide from where they lay; they never jump.
export function slideCards(places) {
  if (!places?.length) return;
  afterDrawing(() => {
    const moved = places
      .filter(({ node }) => node.isConnected)
      .map(({ node, from }) => {
        const { left, top } = node.getBoundingClientRect();
        return { node, x: from.left - left, y: from.top - top };
      })
      .filter(({ x, y }) => Math.abs(x) >= 1 || Math.abs(y) >= 1);
    return () => {
      for (const { node, x, y } of moved) {
        fly(node, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
          duration: FLIGHT_MS,
          easing: EASE,
        });
      }
    };
  });
}

function middleOf(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

function pathsFrom(source, nodes) {
  const [x, y] = middleOf(source);
  return nodes.map((node) => {
    const [left, top] = middleOf(node);
    return `translate(${x - left}px, ${y - top}px)`;
  });
}

// The order in which a dealer gives cards: round the table, the dealer last. `at` is a card's place in
// its hand. Returns the cards and the time between two of them, which shrinks where there are many.
export function dealOrder(cards) {
  const order = [...cards].sort((one, other) => one.at - other.at || one.seat - other.seat);
  return { order, step: Math.min(STEP_MS, LONGEST_DEAL_MS / order.length) };
}

function cardFrames(isFlipped, from) {
  if (isFlipped) return [{ transform: "rotateY(90deg)" }, { transform: "none" }];
  return [
    { transform: `${from} rotate(14deg) scale(.7)`, opacity: 0 },
    { opacity: 1, offset: 0.25 },
    { transform: "none" },
  ];
}

// Flies new cards off the shoe, and returns how long that takes. Each of `totals` has a node that is not
// seen before all of its cards lie.
export function dealCards(cards, shoe, totals = []) {
  if (isStill() || !cards.length) return 0;
  const { order, step } = dealOrder(cards);
  afterDrawing(() => {
    const nodes = order.map(({ node }) => node);
    const paths = pathsFrom(shoe, nodes);
    return () =>
      order.forEach(({ node, flipped }, at) => {
        const timing = { duration: FLIGHT_MS, delay: at * step, easing: EASE, fill: "backwards" };
        fly(node, cardFrames(flipped, paths[at]), timing);
      });
  });
  const places = new Map(order.map(({ node }, at) => [node, at]));
  afterDrawing(() => () => {
    for (const { node, cards: own } of totals) {
      const last = Math.max(...own.map((card) => places.get(card)));
      fly(node, [{ opacity: 0 }, { opacity: 1 }], {
        duration: FADE_MS,
        delay: last * step + FLIGHT_MS,
        fill: "backwards",
      });
    }
  });
  return order.length * step + FLIGHT_MS;
}

export function fadeIn(nodes, delay) {
  if (isStill() || !nodes.length) return;
  const frames = [
    { opacity: 0, transform: "scale(.6)" },
    { opacity: 1, transform: "none" },
  ];
  afterDrawing(() => () => {
    for (const node of nodes) {
      node.animate(frames, { duration: FLIGHT_MS, delay, easing: EASE, fill: "backwards" });
    }
  });
}

export function flyChips(nodes, source) {
  if (isStill() || !nodes.length || !source) return;
  afterDrawing(() => {
    const paths = pathsFrom(source, nodes);
    return () =>
      nodes.forEach((node, at) => {
        const frames = [
          { transform: paths[at], opacity: 0.4 },
          { transform: "none", opacity: 1 },
        ];
        node.animate(frames, { duration: FLIGHT_MS, easing: EASE, fill: "backwards" });
      });
  });
}
