// The settlement to watch: in the document's own order losing chips are swept to the dealer, winnings
// come from there and are stacked beside their stake; at the end everything is pushed to whose it is. It
// only shows what has happened: nothing waits for it, and the next round ends it.
import { pile } from "../draw.js";
import { element } from "../elements.js";
import { formatMoney } from "../money.js";
import { isMain } from "./boxes.js";
import { isStill } from "./motion.js";
import { play } from "./sound.js";

const STEP_MS = 260;
const LONGEST_MS = 2600;
const MOVE_MS = 420;
const LOOK_MS = 700;
const EASE = "cubic-bezier(.3, .7, .3, 1)";
let layer = null;
let sounds = [];

// Which stake of its hand a main wager is: at multiple action they lie side by side.
function spotOf(wager, stakes) {
  const at = wager === "main" ? 0 : Number(wager.split("_")[1]) - 1;
  return stakes[Math.min(at, stakes.length - 1)];
}

function stakeNode(root, { box, hand, wager }) {
  const place = root.querySelector(`.box[data-box="${box}"]`);
  if (!place) return null;
  if (wager === "insurance") return place.querySelector(".insured .stake");
  if (!isMain(wager)) return place.querySelector(`[data-area="${CSS.escape(wager)}"] .stake`);
  const stakes = [...place.querySelectorAll(`.hand[data-hand="${hand ?? 1}"] .stake`)];
  return spotOf(wager, stakes) ?? null;
}

// What becomes of a line's chips: swept, paid or left as they are.
export function fateOf({ returned, net }) {
  if (Number(returned) <= 0) return "swept";
  return Number(net) > 0 ? "paid" : "left";
}

// When each line begins, and when all of them are done.
export function settlementTimes(many) {
  const step = many ? Math.min(STEP_MS, LONGEST_MS / many) : 0;
  return { starts: Array.from({ length: many }, (_, at) => at * step), end: many * step + LOOK_MS };
}

// Read before the felt is drawn as it lies in the end: each line that is settled now, in order, and
// where its chips lie.
export function readSettlement(root, view, before) {
  if (isStill()) return null;
  const felt = root.querySelector(".felt");
  const { left, top } = felt.getBoundingClientRect();
  const from = (node) => {
    const rect = node.getBoundingClientRect();
    return { x: rect.left - left + rect.width / 2, y: rect.top - top + rect.height / 2 };
  };
  const lines = view.last_lines.slice(before.length).flatMap((line) => {
    const node = stakeNode(root, line);
    return node ? [{ line, at: from(node) }] : [];
  });
  const rack = from(root.querySelector(".dealer"));
  return lines.length ? { felt, lines, rack: { x: rack.x, y: 0 } } : null;
}

function chipsAt({ x, y }, amount, label) {
  const node = element("span", { class: "settling-chips" }, pile(amount), element("b", {}, label));
  node.style.setProperty("left", `${x}px`);
  node.style.setProperty("top", `${y}px`);
  return node;
}

const shift = (from, to) => `translate(${to.x - from.x}px, ${to.y - from.y}px)`;

function moved(node, frames, delay) {
  return node.animate(frames, { duration: MOVE_MS, delay, easing: EASE, fill: "both" });
}

function sweep(place, { line, at }, rack, start) {
  const node = chipsAt(at, line.stake, formatMoney(line.stake));
  place.append(node);
  moved(node, [{ transform: "none" }, { transform: shift(at, rack), opacity: 0 }], start);
}

// The stake that stays, and beside it what is paid; both go to their owner in the end.
function payOut(place, { line, at }, { rack, start, end, owner }) {
  const stake = chipsAt(at, line.stake, "");
  const nodes = [[stake, at]];
  place.append(stake);
  if (fateOf(line) === "paid") {
    const beside = { x: at.x + 22, y: at.y };
    const winnings = chipsAt(beside, line.net, formatMoney(line.net, true));
    winnings.classList.add("winnings");
    place.append(winnings);
    moved(winnings, [{ transform: shift(beside, rack), opacity: 0 }, { transform: "none" }], start);
    nodes.push([winnings, beside]);
  }
  for (const [node, from] of nodes) {
    const push = node.animate([{ transform: "none" }, { transform: shift(from, owner), opacity: 0 }], {
      duration: MOVE_MS,
      delay: end,
      easing: EASE,
      fill: "forwards",
      composite: "replace",
    });
    push.persist?.();
  }
}

// The figures of a line appear when it is settled; a box's own with its last line.
function reveal(felt, lines, starts) {
  const last = new Map();
  lines.forEach(({ line }, at) => {
    const box = felt.querySelector(`.box[data-box="${line.box}"]`);
    const figure = isMain(line.wager)
      ? box?.querySelector(`.hand[data-hand="${line.hand ?? 1}"] .outcome`)
      : box?.querySelector(`[data-area="${CSS.escape(line.wager)}"] .paid`);
    if (figure) last.set(figure, starts[at]);
    const net = box?.querySelector(".net");
    if (net) last.set(net, starts[at]);
  });
  for (const [node, delay] of last) {
    node.animate(
      [
        { opacity: 0, transform: "scale(.6)" },
        { opacity: 1, transform: "none" },
      ],
      {
        duration: 240,
        delay: delay + MOVE_MS / 2,
        easing: EASE,
        fill: "backwards",
      },
    );
  }
}

export function stopSettlement() {
  layer?.remove();
  layer = null;
  sounds.forEach(clearTimeout);
  sounds = [];
}

// Shows what was read, over the felt as it lies in the end. `tray` is where one's own chips go.
export function showSettlement({ felt, lines, rack }, me) {
  stopSettlement();
  const { starts, end } = settlementTimes(lines.length);
  const place = element("div", { class: "settling", "aria-hidden": "true" });
  layer = place;
  const rect = felt.getBoundingClientRect();
  const ownerOf = ({ box }, at) => {
    const name = felt.querySelector(`.box[data-box="${box}"] .name`);
    if (!name) return { x: at.x, y: rect.height };
    const own = name.getBoundingClientRect();
    return { x: own.left - rect.left + own.width / 2, y: own.top - rect.top + own.height / 2 };
  };
  lines.forEach((each, number) => {
    const fate = fateOf(each.line);
    const start = starts[number];
    if (fate === "swept") sweep(place, each, rack, start);
    else payOut(place, each, { rack, start, end, owner: ownerOf(each.line, each.at) });
    sounds.push(setTimeout(() => play(fate), start));
  });
  felt.append(place);
  reveal(felt, lines, starts);
  const isWin = lines.some(({ line }) => (line.player ?? me) === me && Number(line.net) > 0);
  if (isWin) sounds.push(setTimeout(() => play("win"), end));
  sounds.push(
    setTimeout(() => {
      if (layer === place) stopSettlement();
    }, end + MOVE_MS),
  );
}
