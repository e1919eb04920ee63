// Bets before the lock: chips on every wager of every own box, put down together, taken back one by one.
import { chip, made, money, worded } from "./draw.js";
import { keyed } from "./parts.js";

const CHIPS = [1, 5, 25, 100];
const CHIP_KEYS = ["1", "2", "3", "4"];

// What lies ready and is not down yet: box -> wager -> amount.
export const draft = { box: 0, wager: "main", stakes: {}, last: {} };

const cents = (amount) => Math.round(Number(amount) * 100) / 100;
const hasAny = (stakes) => Object.values(stakes ?? {}).some((each) => each > 0);

export function button(label, act, options = {}) {
  const key = options.key ? made("kbd", { "aria-hidden": "true" }, options.key.toUpperCase()) : null;
  return made("button", { type: "button", class: options.class, "data-key": options.key, "data-do": options.do, "data-at": options.at, "aria-label": options.name, disabled: options.disabled, "data-off": options.disabled, onclick: act }, label, key);
}

function mainLabel(view) {
  return view.main_wagers.length > 1 ? `Main × ${view.main_wagers.length}` : "Main";
}

function toStakes(view, stakes, riding) {
  const told = { ...riding };
  for (const [wager, amount] of Object.entries(stakes)) {
    if (amount > 0) for (const each of wager === "main" ? view.main_wagers : [wager]) told[each] = amount.toFixed(2);
  }
  return told;
}

function ridingOn(view, me, box) {
  return view.bets.find((each) => each.box === box && each.player === me)?.stakes ?? {};
}

export function isDown(bet) {
  return "main" in bet.stakes;
}

function total(view, stakes) {
  return Object.entries(stakes).reduce((whole, [wager, amount]) => whole + amount * (wager === "main" ? view.main_wagers.length : 1), 0);
}

function limitText(view, wager) {
  const found = wager === "main" ? { least: view.limits.minimum, most: view.limits.maximum, only: [] } : view.stakes[wager];
  if (!found) return "";
  if (found.only.length) return `${found.only.map((each) => money(each)).join(" or ")} only`;
  const least = Number(found.least ?? 0) >= 1 ? money(found.least) : "";
  return found.most ? `${least || "up"} to ${money(found.most)}` : least ? `from ${least}` : "any stake";
}

function addTo(wager, worth, view) {
  const stakes = (draft.stakes[draft.box] ??= {});
  const most = Number((wager === "main" ? view.limits.maximum : view.stakes[wager]?.most) ?? Infinity);
  stakes[wager] = Math.min(most, cents((stakes[wager] ?? 0) + worth));
}

function wagerPills(view, redraw) {
  const stakes = draft.stakes[draft.box] ?? {};
  const line = (wager) => {
    const pressed = String(draft.wager === wager);
    const limit = limitText(view, wager);
    return { key: wager, told: [pressed, limit, stakes[wager] ?? 0, view.main_wagers.length], make: () => made("button",
      { type: "button", class: "wager", "data-wager": wager, "aria-pressed": pressed, onclick: () => { draft.wager = wager; redraw(); } },
      made("span", {}, wager === "main" ? mainLabel(view) : worded(wager), stakes[wager] ? made("b", {}, ` ${money(stakes[wager])}`) : null), made("small", {}, limit)) };
  };
  return { key: "wagers", make: () => made("div", { class: "row wagers", role: "group", "aria-label": "Wagers" }), fill: (node) => keyed(node, ["main", ...view.side_wagers].map(line)) };
}

function chipLines(state) {
  const { view, redraw } = state;
  const name = draft.wager === "main" ? mainLabel(view) : worded(draft.wager);
  const only = view.stakes[draft.wager]?.only ?? [];
  if (only.length) {
    return only.map((amount, at) => ({ key: `only ${amount}`, told: [name, at], make: () => button(`${money(amount)} on ${name}`, () => { (draft.stakes[draft.box] ??= {})[draft.wager] = Number(amount); redraw(); }, { key: CHIP_KEYS[at], do: "stake" }) }));
  }
  return CHIPS.map((worth, at) => ({ key: `chip ${worth}`, told: name, make: () => made("button", { type: "button", class: "chip-button", "data-chip": String(worth), "data-key": CHIP_KEYS[at], "aria-label": `Add ${money(worth)} to ${name}`,
    onclick: () => { addTo(draft.wager, worth, state.view); redraw(); } }, chip(worth, true)) }));
}

function boxTabs(view, open, redraw) {
  const line = (box) => {
    const sum = hasAny(draft.stakes[box]) ? ` ${money(total(view, draft.stakes[box]))}` : "";
    const pressed = String(draft.box === box);
    return { key: box, told: [pressed, sum], make: () => made("button", { type: "button", class: "wager", "data-tab": String(box), "aria-pressed": pressed,
      onclick: () => { draft.box = box; redraw(); } }, made("span", {}, `Box ${box}`, sum ? made("b", {}, sum) : null)) };
  };
  return { key: "tabs", make: () => made("div", { class: "row", role: "group", "aria-label": "Your boxes" }), fill: (node) => keyed(node, open.map(line)) };
}

async function placeAll(me, open, state) {
  for (const box of open.filter((each) => hasAny(draft.stakes[each]))) {
    const kept = { ...draft.stakes[box] };
    if (!await state.act({ do: "place_bet", box, stakes: toStakes(state.view, kept, ridingOn(state.view, me, box)) })) break;
    draft.last[box] = kept;
    delete draft.stakes[box];
  }
  draft.wager = "main";
  state.redraw();
}

// The row of one's bets that are down, each with a way back.
export function placed(bets, act) {
  const several = bets.length > 1;
  return { key: "placed", told: bets.map((bet) => bet.box), make: () => made("div", { class: "row" }, made("span", {}, several ? "Your bets are down; the dealer starts in a moment." : "Your bet is down; the dealer starts in a moment."),
    ...bets.map((bet, at) => button(several ? `Take back box ${bet.box}` : "Take it back", () => act({ do: "take_back", box: bet.box }), { key: at ? undefined : "t", do: "take_back", at: String(bet.box) }))) };
}

function placeLine(me, open, ready, state) {
  const { view } = state;
  const least = Number(view.limits.minimum ?? 0);
  const short = ready.some((each) => (draft.stakes[each].main ?? 0) < least);
  const sum = ready.reduce((whole, each) => whole + total(view, draft.stakes[each]), 0);
  const tooMuch = sum > Number(view.chips[me] ?? 0);
  const label = tooMuch ? `${money(sum)}: more than your chips` : ready.length > 1 ? `Bet ${money(sum)} on ${ready.length} boxes` : `Bet ${money(sum)}`;
  const disabled = !ready.length || short || tooMuch;
  return { key: "place", told: [label, disabled, open], make: () => button(label, () => placeAll(me, open, state), { class: "main", key: "b", do: "place_bet", disabled }) };
}

function again(open) {
  for (const each of open) if (draft.last[each]) draft.stakes[each] = { ...draft.last[each] };
}

export function betting(me, open, state) {
  const { view, redraw } = state;
  if (!open.includes(draft.box)) [draft.box] = open;
  if (draft.wager !== "main" && !view.side_wagers.includes(draft.wager)) draft.wager = "main";
  const ready = open.filter((each) => hasAny(draft.stakes[each]));
  const lines = chipLines(state);
  if (!ready.length && open.some((each) => hasAny(draft.last[each]))) lines.push({ key: "again", told: open, make: () => button("Same again", () => { again(open); redraw(); }, { key: "a", do: "again" }) });
  if (ready.length) lines.push({ key: "clear", make: () => button("Clear", () => { draft.stakes = {}; redraw(); }, { do: "clear", key: "c" }) });
  lines.push(placeLine(me, open, ready, state));
  const row = { key: "chips", make: () => made("div", { class: "row" }), fill: (node) => keyed(node, lines) };
  return [...(open.length < 2 ? [] : [boxTabs(view, open, redraw)]), wagerPills(view, redraw), row];
}
