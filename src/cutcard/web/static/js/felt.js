// The felt: the dealer and every box, from one view. A part is made again only when what it shows changed.
import { chip, made, money, playingCard, worded } from "./draw.js";

const shown = new WeakMap();
const lying = new Map();

export function patched(element, told, make) {
  const sign = JSON.stringify(told);
  if (shown.get(element) === sign) return;
  shown.set(element, sign);
  element.replaceChildren(...make());
}

function cards(place, round, list) {
  const before = lying.get(place);
  const kept = before?.round === round ? before.list : [];
  lying.set(place, { round, list });
  return made("div", { class: "fan" }, ...list.map((card, at) => {
    const found = playingCard(card);
    if (kept[at] !== card) found.classList.add("dealt");
    return found;
  }));
}

function totalText(hand) {
  if (hand.total === null) return "";
  const state = { busted: "bust", blackjack: "blackjack", surrendered: "surrendered", rescued: "rescued", even_money: "even money" }[hand.state];
  const number = hand.soft && hand.total < 21 ? `soft ${hand.total}` : String(hand.total);
  return [number, hand.doubled ? "doubled" : "", state ?? ""].filter(Boolean).join(" · ");
}

function stake(wager, amount, big) {
  return made("span", { class: big ? "stake big" : "stake", title: worded(wager) }, chip(Number(amount)), big ? money(amount) : `${worded(wager)} ${money(amount)}`);
}

function stakesOf(box, bet) {
  if (!box) return Object.entries(bet?.stakes ?? {}).map(([wager, amount]) => stake(wager, amount, wager.startsWith("main")));
  const mains = box.hands.map((hand) => stake("main", hand.stakes.reduce((sum, each) => sum + Number(each), 0), true));
  const sides = Object.entries(box.stakes).filter(([wager]) => !wager.startsWith("main"));
  const insured = Object.values(box.insurance).map((amount) => stake("insurance", amount, false));
  return [...mains, ...sides.map(([wager, amount]) => stake(wager, amount, false)), ...insured];
}

function boxParts(told, number, me, act) {
  const { box, player, bet, net } = told;
  const parts = [];
  if (box) {
    parts.push(made("div", { class: "hands" }, ...box.hands.map((hand) => made("div",
      { class: `hand${told.playing === hand.hand ? " playing" : ""}${["busted", "surrendered"].includes(hand.state) ? " out" : ""}` },
      cards(`${number}-${hand.hand}`, told.round, hand.cards), made("span", { class: "total" }, totalText(hand))))));
  } else parts.push(made("div", { class: "hands" }));
  const stakes = stakesOf(told.ended ? null : box, bet);
  if (stakes.length) parts.push(made("div", { class: "stakes" }, ...stakes));
  else if (told.free) parts.push(made("button", { type: "button", class: "spot", "aria-label": `Sit at box ${number}`, onclick: () => act({ do: "sit", box: number }) }, "Sit", made("br"), " here"));
  else parts.push(made("div", { class: "stakes" }, made("div", { class: "spot", "aria-hidden": "true" }, String(number))));
  if (net !== null) parts.push(made("span", { class: `net ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, net === 0 ? "push" : money(net, true)));
  parts.push(made("span", { class: "name" }, player ? (player === me ? `You · box ${number}` : player) : `Box ${number}`));
  return parts;
}

function lift(number, boxes) {
  const middle = (boxes + 1) / 2;
  return 4 * (1 - ((number - middle) / (middle - 1 || 1)) ** 2);
}

function netOf(lines, number) {
  const own = lines.filter((each) => each.box === number);
  return own.length ? own.reduce((sum, each) => sum + Math.round(Number(each.net) * 100), 0) / 100 : null;
}

export function showFelt(view, me, maySit, act) {
  const ended = view.round === null && view.last_round !== null && !view.bets.some((each) => each.player === me);
  const round = view.round ?? (ended ? view.last_round : null);
  const lines = ended ? view.last_lines : view.round?.lines ?? [];
  patched(document.getElementById("meters"), view.meters, () => Object.entries(view.meters).map(([name, amount]) => made("span", {}, worded(name), made("b", {}, money(amount)))));
  patched(document.getElementById("dealer"), [round?.number, round?.dealer], () => (round?.dealer ?? []).map((hand, at) => made("div", { class: "hand" },
    cards(`dealer-${at}`, round.number, hand.cards), made("span", { class: "total" }, hand.total === null ? "" : `Dealer ${hand.total}${hand.total > 21 ? " · bust" : ""}`))));
  const list = document.getElementById("boxes");
  while (list.children.length < view.boxes) {
    const item = made("li", { class: "box", "data-box": String(list.children.length + 1) });
    item.style.setProperty("--lift", String(lift(list.children.length + 1, view.boxes)));
    list.append(item);
  }
  const may = view.awaits.kind === "decision" ? view.awaits.may : {};
  [...list.children].forEach((item, at) => {
    const number = at + 1;
    const box = round?.boxes.find((each) => each.box === number) ?? null;
    const bet = view.bets.find((each) => each.box === number) ?? null;
    const player = view.seated[number] ?? box?.player ?? bet?.player ?? "";
    const turn = String(number) in may;
    const told = { box, bet, ended, player, round: round?.number, playing: turn ? view.awaits.hand ?? 1 : null, free: maySit && !view.seated[number], net: netOf(lines, number) };
    item.classList.toggle("own", player === me);
    item.classList.toggle("turn", turn);
    item.classList.toggle("empty", !player && !told.free);
    patched(item, told, () => boxParts(told, number, me, act));
  });
}

export function showResults(view, me) {
  const own = view.last_lines.filter((each) => (each.player ?? view.last_round?.boxes.find((box) => box.box === each.box)?.player) === me);
  patched(document.getElementById("results"), [view.rounds, view.round === null, own], () => {
    if (!own.length || view.round !== null) return [];
    return [made("h2", {}, "What the last round paid"), ...own.map((line) => {
      const net = Number(line.net);
      return made("details", {}, made("summary", {}, made("span", {}, `${worded(line.wager)} · ${worded(line.outcome)}`),
        made("span", { class: `amount ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, net === 0 ? "even" : money(net, true))),
      made("dl", {}, ...[["Box", `${line.box}, hand ${line.hand}`], ["Stake", money(line.stake)], ["Pays", line.pays], ["Returned", money(line.returned)], [/^[A-Z]{2}-A\d/.test(line.cite) ? "Reading" : "Provision", line.cite]]
        .flatMap(([name, value]) => [made("dt", {}, name), made("dd", {}, value)])));
    })];
  });
}
