// Cards, chips and icons, drawn as SVG.
import { svgElement } from "./elements.js";
import { suitName } from "./words.js";

const SUITS = {
  s:
    "M50 8C36 28 16 38 16 56c0 12 9 20 19 20 6 0 9-2 12-6-1 10-4 15-9 20h24c-5-5-8-10-9-20 3 4" +
    " 6 6 12 6 10 0 19-8 19-20C84 38 64 28 50 8z",
  h:
    "M50 90C30 70 12 54 12 34 12 20 22 12 33 12c8 0 14 5 17 12 3-7 9-12 17-12 11 0 21 8 21 22" +
    " 0 20-18 36-38 56z",
  d: "M50 6L84 50 50 94 16 50z",
  c:
    "M50 8c-12 0-20 9-20 20 0 6 2 10 5 14-3-1-5-2-8-2-11 0-19 8-19 19s8 19 19 19c8 0 15-4 18-11" +
    " 0 11-3 18-9 23h28c-6-5-9-12-9-23 3 7 10 11 18 11 11 0 19-8 19-19s-8-19-19-19c-3 0-5 1-8 2" +
    " 3-4 5-8 5-14 0-11-8-20-20-20z",
};
const RANK_NAMES = { A: "Ace", K: "King", Q: "Queen", J: "Jack", T: "10" };
const ICONS = {
  first: "M5 5h3v14H5zM19 5v14l-10-7z",
  previous: "M17 5v14L7 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  next: "M7 5l10 7-10 7z",
  last: "M16 5h3v14h-3zM5 5l10 7-10 7z",
  sound: "M3 9v6h4l6 5V4L7 9zM15.5 9h2v6h-2zM19.5 6.5h2v11h-2z",
  muted:
    "M3 9v6h4l6 5V4L7 9zM15 10.4L16.4 9l2.1 2.1L20.6 9l1.4 1.4-2.1 2.1 2.1 2.1-1.4 1.4-2.1-2.1-2.1" +
    " 2.1-1.4-1.4 2.1-2.1z",
};
const CHIPS = [500, 100, 25, 5, 1];
const TALLEST_PILE = 5;
const CHIP_LIFT = 5;

export function icon(name) {
  return svgElement(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svgElement("path", { d: ICONS[name] }),
  );
}

// What a screen reader says of a card; null is one that lies face down.
export function cardText(card) {
  if (card === null) return "a face-down card";
  return `${RANK_NAMES[card[0]] ?? card[0]} of ${suitName(card[1])}`;
}

// A face is drawn once and copied from then on.
const faces = new Map();
export function playingCard(card) {
  if (!faces.has(card)) faces.set(card, drawCard(card));
  return faces.get(card).cloneNode(true);
}

function drawSuit(suit, { x, y, size, colour }) {
  return svgElement("path", {
    d: SUITS[suit],
    class: colour,
    transform: `translate(${x} ${y}) scale(${size / 100})`,
  });
}

function drawCard(card) {
  const outline = { x: 1, y: 1, width: 98, height: 138, rx: 10 };
  const svg = svgElement("svg", {
    viewBox: "0 0 100 140",
    class: "playing-card",
    role: "img",
    "aria-label": cardText(card),
  });
  if (card === null) {
    svg.append(svgElement("rect", { ...outline, class: "back", "stroke-width": 6 }));
    for (let row = 0; row < 5; row += 1) {
      const d = `M14 ${22 + row * 24}l18-12 18 12 18-12 18 12`;
      svg.append(svgElement("path", { d, class: "weave" }));
    }
    return svg;
  }
  const [rank, suit] = card;
  const colour = suit === "h" || suit === "d" ? "red" : "black";
  const label = svgElement("text", { x: 8, y: 33, class: colour });
  label.textContent = rank === "T" ? "10" : rank;
  svg.append(
    svgElement("rect", { ...outline, class: "face" }),
    label,
    drawSuit(suit, { x: 9, y: 39, size: 22, colour }),
    drawSuit(suit, { x: 34, y: 66, size: 58, colour }),
  );
  return svg;
}

// A chip of the tray, with its worth on it.
const discs = new Map();
export function chip(worth) {
  if (!discs.has(worth)) discs.set(worth, drawChips([worth], String(worth)));
  return discs.get(worth).cloneNode(true);
}

// The chips that an amount is made up of, the greatest at the bottom; no more than one can tell apart.
// Less than a dollar is one chip too.
export function chipsFor(amount) {
  const worths = [];
  let left = Math.max(Math.floor(Number(amount)), 1);
  for (const worth of CHIPS) {
    for (; left >= worth && worths.length < TALLEST_PILE; left -= worth) worths.push(worth);
  }
  return worths;
}

export function pile(amount) {
  const worths = chipsFor(amount);
  const name = worths.join();
  if (!discs.has(name)) discs.set(name, drawChips(worths, ""));
  return discs.get(name).cloneNode(true);
}

function drawChips(worths, label) {
  const height = 40 + CHIP_LIFT * (worths.length - 1);
  const svg = svgElement("svg", { viewBox: `0 0 40 ${height}`, class: "chip", "aria-hidden": "true" });
  worths.forEach((worth, at) => {
    const middle = { cx: 20, cy: height - 20 - at * CHIP_LIFT };
    const ring = { ...middle, fill: "none" };
    svg.append(
      svgElement("circle", { ...middle, r: 18, class: `c${worth}`, "stroke-width": 0 }),
      svgElement("circle", { ...ring, r: 16, "stroke-width": 4, "stroke-dasharray": "6.3 6.3" }),
      svgElement("circle", { ...ring, r: 11.5, "stroke-width": 1 }),
    );
  });
  if (label) {
    const text = svgElement("text", { x: 20, y: 24 });
    text.textContent = label;
    svg.append(text);
  }
  return svg;
}
