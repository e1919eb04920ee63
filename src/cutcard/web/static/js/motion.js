// What moves on the felt: cards come off the shoe one after another, chips go to and from the dealer.
const STEP_MS = 110;
const FLIGHT_MS = 320;
const EASE = "cubic-bezier(.2, .8, .3, 1)";
const LONGEST_MS = 2600;

export function stays() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function from(element, source) {
  const here = element.getBoundingClientRect();
  const there = source.getBoundingClientRect();
  return `translate(${there.left + there.width / 2 - here.left - here.width / 2}px, ${there.top + there.height / 2 - here.top - here.height / 2}px)`;
}

// Cards in the order in which a dealer gives them: round the table, the dealer last.
export function dealt(fresh, shoe) {
  if (stays() || !fresh.length) return 0;
  const order = [...fresh].sort((one, other) => one.at - other.at || one.seat - other.seat);
  const step = Math.min(STEP_MS, LONGEST_MS / order.length);
  const starts = order.map(({ node }) => from(node, shoe));
  order.forEach(({ node, flipped }, number) => {
    const frames = flipped
      ? [{ transform: "rotateY(90deg)" }, { transform: "none" }]
      : [{ transform: `${starts[number]} rotate(14deg) scale(.7)`, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none" }];
    node.animate(frames, { duration: FLIGHT_MS, delay: number * step, easing: EASE, fill: "backwards" });
  });
  return order.length * step + FLIGHT_MS;
}

export function appears(nodes, delay) {
  if (stays()) return;
  for (const node of nodes) node.animate([{ opacity: 0, transform: "scale(.6)" }, { opacity: 1, transform: "none" }], { duration: FLIGHT_MS, delay, easing: EASE, fill: "backwards" });
}

export function comes(nodes, source, delay = 0) {
  if (stays() || !source) return;
  const starts = nodes.map((node) => from(node, source));
  nodes.forEach((node, number) => node.animate([{ transform: starts[number], opacity: 0.4 }, { transform: "none", opacity: 1 }], { duration: FLIGHT_MS, delay, easing: EASE, fill: "backwards" }));
}

export function goes(nodes, target, delay) {
  if (stays()) return;
  for (const node of nodes) node.animate([{ transform: "none" }, { transform: from(node, target), opacity: 0.2 }], { duration: FLIGHT_MS * 1.4, delay, easing: EASE });
}
