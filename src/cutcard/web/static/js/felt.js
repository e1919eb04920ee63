// The felt: the dealer and every box, from one view. A part is made again only when what it shows changed.
import { chip, made, money, playingCard, worded } from "./draw.js";
import { appears, comes, dealt } from "./motion.js";

const STATES = { busted: "bust", blackjack: "blackjack", surrendered: "surrendered", rescued: "rescued", even_money: "even money", dead: "dead" };
const OUT = new Set(["busted", "surrendered", "dead"]);
const DEALERS_SEAT = 99;
const shown = new WeakMap();
const lying = new WeakMap();

export function patched(element, told, make) {
  const sign = JSON.stringify(told);
  if (shown.get(element) === sign) return false;
  shown.set(element, sign);
  element.replaceChildren(...make());
  return true;
}

// A felt of its own, for whoever shows a round beside a live table.
export function newFelt() {
  return made("div", { class: "felt" }, made("div", { class: "felt-head" }, made("div", {}), made("div", { class: "felt-meters" })),
    made("section", { class: "dealer", "aria-label": "Dealer" }), made("div", { class: "shoe-mark", "aria-hidden": "true" }), made("ol", { class: "boxes" }));
}

function cards(told, place, seat, list) {
  const held = told.memory.get(place);
  const kept = held?.round === told.number ? held.list : [];
  told.memory.set(place, { round: told.number, list });
  return made("div", { class: "fan", "data-cards": String(list.length) }, ...list.map((card, at) => {
    const node = playingCard(card);
    if (kept[at] !== card) told.fresh.push({ node, at, seat, flipped: kept[at] === null });
    return node;
  }));
}

function totalText(hand) {
  if (hand.total === null) return "";
  if (hand.state === "blackjack") return "Blackjack";
  const number = hand.soft && hand.total < 21 ? `soft ${hand.total}` : String(hand.total);
  return [hand.doubled ? `${number} ×2` : number, STATES[hand.state] ?? ""].filter(Boolean).join(" · ");
}

function stake(wager, amount, big) {
  return made("span", { class: big ? "stake big" : "stake", title: worded(wager), "data-wager": wager }, chip(Number(amount)), big ? money(amount) : `${worded(wager)} ${money(amount)}`);
}

const sum = (stakes) => stakes.reduce((whole, each) => whole + Number(each), 0);

function handParts(told, seat, hand, ended) {
  const stakes = ended ? [] : hand.stakes.length > 1 && told.dealers > 1 ? hand.stakes : [sum(hand.stakes)];
  return made("div", { class: `hand${told.playing === hand.hand ? " playing" : ""}${OUT.has(hand.state) ? " out" : ""}`, "data-hand": String(hand.hand) },
    cards(told, `${seat}-${hand.hand}`, seat, hand.cards), made("span", { class: "total" }, totalText(hand)),
    stakes.length ? made("span", { class: "stakes-main" }, ...stakes.filter((each) => Number(each) > 0).map((each) => stake("main", each, true))) : null);
}

function sidesOf(box, bet) {
  const sides = Object.entries((box ?? bet)?.stakes ?? {}).filter(([wager]) => !wager.startsWith("main"));
  const insured = Object.values(box?.insurance ?? {}).map((amount) => ["insurance", amount]);
  return [...sides, ...insured].map(([wager, amount]) => stake(wager, amount, false));
}

function spot(told, number, act) {
  if (told.free) return made("button", { type: "button", class: "spot", "aria-label": `Sit at box ${number}`, onclick: () => act({ do: "sit", box: number }) }, "Sit", made("br"), " here");
  return made("div", { class: "spot", "aria-hidden": "true" }, String(number));
}

function boxParts(told, number, me, act) {
  const { box, player, bet, net } = told;
  const ended = told.ended;
  const parts = [made("div", { class: "hands" }, ...(box ? box.hands.map((hand) => handParts(told, number, hand, ended)) : []))];
  const mains = !box || ended ? Object.entries(bet?.stakes ?? {}).filter(([wager]) => wager.startsWith("main")).map(([wager, amount]) => stake(wager, amount, true)) : [];
  const sides = sidesOf(ended ? null : box, bet);
  if (mains.length || sides.length) parts.push(made("div", { class: "stakes" }, ...mains, ...sides));
  else if (!box || ended) parts.push(made("div", { class: "stakes" }, spot(told, number, act)));
  if (net !== null) parts.push(made("span", { class: `net ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, net === 0 ? "push" : money(net, true)));
  parts.push(made("span", { class: "name" }, player ? (player === me ? `You · box ${number}` : player) : `Box ${number}`));
  return parts;
}

function lift(number, boxes) {
  const middle = (boxes + 1) / 2;
  return 3 * (1 - ((number - middle) / (middle - 1 || 1)) ** 2);
}

function netOf(lines, number) {
  const own = lines.filter((each) => each.box === number);
  return own.length ? own.reduce((whole, each) => whole + Math.round(Number(each.net) * 100), 0) / 100 : null;
}

function boxesOf(list, many) {
  while (list.children.length > many) list.lastElementChild.remove();
  while (list.children.length < many) {
    const item = made("li", { class: "box", "data-box": String(list.children.length + 1) });
    item.style.setProperty("--lift", String(lift(list.children.length + 1, many)));
    list.append(item);
  }
  return [...list.children];
}

function dealerParts(told, round) {
  return (round?.dealer ?? []).map((hand, at) => made("div", { class: "hand" }, cards(told, `dealer-${at}`, DEALERS_SEAT, hand.cards),
    made("span", { class: "total" }, hand.total === null ? "" : `Dealer${round.dealer.length > 1 ? ` ${at + 1}:` : ""} ${hand.total}${hand.total > 21 ? " · bust" : ""}`)));
}

function oneBox(item, told, number, me, act) {
  item.classList.toggle("own", told.player === me && me !== "");
  item.classList.toggle("turn", told.playing !== null);
  item.classList.toggle("empty", !told.player && !told.free);
  item.classList.toggle("two", told.box?.hands.length === 2);
  item.classList.toggle("many", (told.box?.hands.length ?? 0) > 2);
  const { memory, fresh, ...rest } = told;
  const before = item.querySelectorAll(".net").length;
  const changed = patched(item, rest, () => boxParts(told, number, me, act));
  return changed && !before ? [...item.querySelectorAll(".net")] : [];
}

// `offered` has the boxes that are offered; `root` holds the felt; `still` shows it without motion.
export function showFelt(view, me, offered, act, { root = document, still = false } = {}) {
  const ended = view.round === null && (view.last_round ?? null) !== null && !view.bets.some((each) => each.player === me);
  const round = view.round ?? (ended ? view.last_round : null);
  const lines = ended ? view.last_lines : view.round?.lines ?? [];
  const list = root.querySelector(".boxes");
  const maySit = offered || [];
  const first = !lying.has(list);
  if (first) lying.set(list, new Map());
  const base = { memory: lying.get(list), fresh: [], number: round?.number, dealers: round?.dealer.length ?? 0 };
  const meters = root.querySelector(".felt-meters");
  patched(meters, view.meters, () => Object.entries(view.meters).map(([name, amount]) => made("span", {}, worded(name), made("b", {}, money(amount)))));
  patched(root.querySelector(".dealer"), [round?.number, round?.dealer], () => dealerParts(base, round));
  const may = view.awaits.kind === "decision" ? view.awaits.may : {};
  const results = boxesOf(list, view.boxes).flatMap((item, at) => {
    const number = at + 1;
    const box = round?.boxes.find((each) => each.box === number) ?? null;
    const bet = view.bets.find((each) => each.box === number && each.player === me) ?? view.bets.find((each) => each.box === number) ?? null;
    const player = view.seated[number] ?? box?.player ?? bet?.player ?? "";
    const turn = String(number) in may && !ended;
    return oneBox(item, { ...base, box, bet, ended, player, playing: turn ? view.awaits.hand ?? 0 : null, free: maySit.includes(number), net: netOf(lines, number) }, number, me, act);
  });
  if (first || still) return;
  const until = dealt(base.fresh, root.querySelector(".shoe-mark") ?? meters);
  appears(results, until);
}

// Chips that a command put down come from the tray.
export function chipsFrom(tray, box) {
  comes([...document.querySelectorAll(`.box[data-box="${box}"] .stake`)], tray);
}
