// Cards and chips, drawn as SVG; elements made without a word of inline style.
export { chore, plainly, shortly, spoken, turnedAway, worded } from "./words.js";
const SVG = "http://www.w3.org/2000/svg";
const SUITS = {
  s: "M50 8C36 28 16 38 16 56c0 12 9 20 19 20 6 0 9-2 12-6-1 10-4 15-9 20h24c-5-5-8-10-9-20 3 4 6 6 12 6 10 0 19-8 19-20C84 38 64 28 50 8z",
  h: "M50 90C30 70 12 54 12 34 12 20 22 12 33 12c8 0 14 5 17 12 3-7 9-12 17-12 11 0 21 8 21 22 0 20-18 36-38 56z",
  d: "M50 6L84 50 50 94 16 50z",
  c: "M50 8c-12 0-20 9-20 20 0 6 2 10 5 14-3-1-5-2-8-2-11 0-19 8-19 19s8 19 19 19c8 0 15-4 18-11 0 11-3 18-9 23h28c-6-5-9-12-9-23 3 7 10 11 18 11 11 0 19-8 19-19s-8-19-19-19c-3 0-5 1-8 2 3-4 5-8 5-14 0-11-8-20-20-20z",
};
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANK_NAMES = { A: "Ace", K: "King", Q: "Queen", J: "Jack", T: "10" };
const CHIPS = [500, 100, 25, 5, 1];

export function made(tag, attributes = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) found.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) {
      found.setAttribute(name, value === true ? "" : value);
    }
  }
  found.append(...children.filter((each) => each !== null && each !== undefined && each !== false));
  return found;
}

function drawn(tag, attributes, ...children) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  found.append(...children);
  return found;
}

function suitAt(suit, x, y, size, colour) {
  return drawn("path", {
    d: SUITS[suit],
    class: colour,
    transform: `translate(${x} ${y}) scale(${size / 100})`,
  });
}

const ICONS = {
  first: "M5 5h3v14H5zM19 5v14l-10-7z",
  previous: "M17 5v14L7 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  next: "M7 5l10 7-10 7z",
  last: "M16 5h3v14h-3zM5 5l10 7-10 7z",
};

export function icon(name) {
  return drawn(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    drawn("path", { d: ICONS[name] }),
  );
}

export function cardText(card) {
  return card === null
    ? "a face-down card"
    : `${RANK_NAMES[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;
}

// A face is drawn once and copied from then on.
const faces = new Map();
export function playingCard(card) {
  if (!faces.has(card)) faces.set(card, cardFace(card));
  return faces.get(card).cloneNode(true);
}

function cardFace(card) {
  const body = { x: 1, y: 1, width: 98, height: 138, rx: 10 };
  const svg = drawn("svg", {
    viewBox: "0 0 100 140",
    class: "playing-card",
    role: "img",
    "aria-label": cardText(card),
  });
  if (card === null) {
    svg.append(drawn("rect", { ...body, class: "back", "stroke-width": 6 }));
    for (let at = 0; at < 5; at += 1) {
      svg.append(drawn("path", { d: `M14 ${22 + at * 24}l18-12 18 12 18-12 18 12`, class: "weave" }));
    }
    return svg;
  }
  const [rank, suit] = card;
  const colour = suit === "h" || suit === "d" ? "red" : "black";
  const label = drawn("text", { x: 8, y: 33, class: colour });
  label.textContent = rank === "T" ? "10" : rank;
  svg.append(
    drawn("rect", { ...body, class: "face" }),
    label,
    suitAt(suit, 9, 39, 22, colour),
    suitAt(suit, 34, 66, 58, colour),
  );
  return svg;
}

// A chip of the tray, with its worth on it.
const discs = new Map();
export function chip(worth) {
  if (!discs.has(worth)) discs.set(worth, stacked([worth], String(worth)));
  return discs.get(worth).cloneNode(true);
}

// What an amount is made up of, the greatest at the bottom; no more of them than one can tell apart.
const TALLEST = 5;
export function pile(amount) {
  const worths = [];
  let left = Math.max(Math.floor(Number(amount)), 1);
  for (const each of CHIPS) {
    for (; left >= each && worths.length < TALLEST; left -= each) worths.push(each);
  }
  const name = worths.join();
  if (!discs.has(name)) discs.set(name, stacked(worths, ""));
  return discs.get(name).cloneNode(true);
}

const LIFT = 5;
function stacked(worths, label) {
  const tall = 40 + LIFT * (worths.length - 1);
  const svg = drawn("svg", { viewBox: `0 0 40 ${tall}`, class: "chip", "aria-hidden": "true" });
  worths.forEach((worth, at) => {
    const cy = tall - 20 - at * LIFT;
    svg.append(
      drawn("circle", { cx: 20, cy, r: 18, class: `c${worth}`, "stroke-width": 0 }),
      drawn("circle", {
        cx: 20,
        cy,
        r: 16,
        fill: "none",
        "stroke-width": 4,
        "stroke-dasharray": "6.3 6.3",
      }),
      drawn("circle", { cx: 20, cy, r: 11.5, fill: "none", "stroke-width": 1 }),
    );
  });
  if (label) {
    const text = drawn("text", { x: 20, y: 24 });
    text.textContent = label;
    svg.append(text);
  }
  return svg;
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const exact = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
export function money(amount, signed = false) {
  const number = Number(amount);
  const text = (Number.isInteger(number) ? whole : exact).format(Math.abs(number));
  const sign = number < 0 ? "−" : signed && number > 0 ? "+" : "";
  return `${sign}$${text}`;
}
