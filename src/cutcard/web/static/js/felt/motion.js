// What moves on the felt: cards come off the shoe one after another, chips come from the tray. Only transform and
// opacity move; places are read together, once everything is drawn, before the first of them moves.
const STEP_MS = 110;
const FLIGHT_MS = 320;
const SHOWN_MS = 120;
const EASE = "cubic-bezier(.2, .8, .3, 1)";
const LONGEST_MS = 2600;
const LATE_MS = 1000;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const waiting = [];
const flying = new Set();

export function stays() {
  return document.hidden || calm.matches;
}

// `read` is called when the script at work has drawn all it draws, and gives what is to be done with what it read.
export function settled(read) {
  if (!waiting.length) queueMicrotask(run);
  waiting.push(read);
}

function run() {
  const found = waiting.splice(0).map((read) => read());
  for (const each of found) each?.();
}

// A card, or what its hand comes to, on the way; `landed` waits for it.
function flies(node, frames, told) {
  const found = node.animate(frames, told);
  flying.add(found);
  found.finished.catch(() => null).then(() => flying.delete(found));
}

// When everything on the way lies; a page that is not painted meanwhile does not wait much longer than it would take.
export function landed(flight) {
  return new Promise((done) => {
    settled(() => () => {
      const all = [...flying].map((each) => each.finished.catch(() => null));
      Promise.race([
        Promise.all(all),
        new Promise((late) => {
          setTimeout(late, flight + LATE_MS);
        }),
      ]).then(done);
    });
  });
}

// Where cards lie before a hand gets another; those that make room for it slide there and never jump.
export function lyingCards(root) {
  if (stays()) return null;
  return [...root.querySelectorAll(".playing-card")]
    .filter((each) => !each.getAnimations().length)
    .map((node) => ({ node, from: node.getBoundingClientRect() }));
}

export function makeRoom(lay) {
  if (!lay?.length) return;
  settled(() => {
    const moved = lay
      .filter(({ node }) => node.isConnected)
      .map(({ node, from }) => {
        const { left, top } = node.getBoundingClientRect();
        return { node, x: from.left - left, y: from.top - top };
      })
      .filter(({ x, y }) => Math.abs(x) >= 1 || Math.abs(y) >= 1);
    return () => {
      for (const { node, x, y } of moved) {
        flies(node, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
          duration: FLIGHT_MS,
          easing: EASE,
        });
      }
    };
  });
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

function flights(nodes, source) {
  const [x, y] = middle(source);
  return nodes.map((node) => {
    const [left, top] = middle(node);
    return `translate(${x - left}px, ${y - top}px)`;
  });
}

// Cards in the order in which a dealer gives them: round the table, the dealer last. Each of `totals` has a node that
// is not seen before all of its cards lie.
export function dealt(fresh, shoe, totals = []) {
  if (stays() || !fresh.length) return 0;
  const order = [...fresh].sort((one, other) => one.at - other.at || one.seat - other.seat);
  const step = Math.min(STEP_MS, LONGEST_MS / order.length);
  settled(() => {
    const starts = flights(
      order.map(({ node }) => node),
      shoe,
    );
    return () =>
      order.forEach(({ node, flipped }, number) => {
        const frames = flipped
          ? [{ transform: "rotateY(90deg)" }, { transform: "none" }]
          : [
              { transform: `${starts[number]} rotate(14deg) scale(.7)`, opacity: 0 },
              { opacity: 1, offset: 0.25 },
              { transform: "none" },
            ];
        flies(node, frames, {
          duration: FLIGHT_MS,
          delay: number * step,
          easing: EASE,
          fill: "backwards",
        });
      });
  });
  const place = new Map(order.map(({ node }, number) => [node, number]));
  settled(() => () => {
    for (const { node, cards } of totals) {
      flies(node, [{ opacity: 0 }, { opacity: 1 }], {
        duration: SHOWN_MS,
        delay: Math.max(...cards.map((each) => place.get(each))) * step + FLIGHT_MS,
        fill: "backwards",
      });
    }
  });
  return order.length * step + FLIGHT_MS;
}

export function appears(nodes, delay) {
  if (stays() || !nodes.length) return;
  settled(() => () => {
    for (const node of nodes) {
      node.animate(
        [
          { opacity: 0, transform: "scale(.6)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: FLIGHT_MS, delay, easing: EASE, fill: "backwards" },
      );
    }
  });
}

export function comes(nodes, source) {
  if (stays() || !nodes.length || !source) return;
  settled(() => {
    const starts = flights(nodes, source);
    return () =>
      nodes.forEach((node, number) =>
        node.animate(
          [
            { transform: starts[number], opacity: 0.4 },
            { transform: "none", opacity: 1 },
          ],
          { duration: FLIGHT_MS, easing: EASE, fill: "backwards" },
        ),
      );
  });
}
