// The tray: what this player may do now, and nothing else.
import { chip, made, money, worded } from "./draw.js";
import { patched } from "./felt.js";

export const KEYS = { hit: "h", stand: "s", double: "d", split: "p", surrender: "r", insure: "i", decline: "n", even_money: "e", switch: "w", rescue: "u", third_card: "t", keep: "k" };
const LABELS = { decline: "No, thanks", even_money: "Even money", insure: "Insure", third_card: "Third card" };
const CHIPS = [1, 5, 25, 100];
const BUY_INS = ["100", "500", "1000"];

const draft = { stakes: {}, wager: "main", last: null };

function button(label, act, options = {}) {
  const key = options.key ? made("kbd", { "aria-hidden": "true" }, options.key.toUpperCase()) : null;
  return made("button", { type: "button", class: options.class, "data-key": options.key, "data-do": options.do, disabled: options.disabled, onclick: act }, label, key);
}

function toStakes(view) {
  const told = {};
  for (const [wager, amount] of Object.entries(draft.stakes)) {
    for (const each of wager === "main" ? view.main_wagers : [wager]) told[each] = amount.toFixed(2);
  }
  return told;
}

function total(view) {
  return Object.values(toStakes(view)).reduce((sum, each) => sum + Number(each), 0);
}

function betting(view, box, act, redraw) {
  const wagers = ["main", ...view.side_wagers];
  if (!wagers.includes(draft.wager)) draft.wager = "main";
  const least = Number(view.limits.minimum ?? 0);
  const label = (wager) => (wager === "main" && view.main_wagers.length > 1 ? `Main × ${view.main_wagers.length}` : worded(wager));
  const spots = made("div", { class: "row", role: "group", "aria-label": "Wagers" }, ...wagers.map((wager) => made("button",
    { type: "button", class: "wager", "data-wager": wager, "aria-pressed": String(draft.wager === wager), onclick: () => { draft.wager = wager; redraw(); } },
    label(wager), draft.stakes[wager] ? made("b", {}, ` ${money(draft.stakes[wager])}`) : null)));
  const chips = CHIPS.map((worth) => made("button", { type: "button", class: "chip-button", "data-chip": String(worth), "aria-label": `Add ${money(worth)} to ${label(draft.wager)}`,
    onclick: () => { draft.stakes[draft.wager] = (draft.stakes[draft.wager] ?? 0) + worth; redraw(); } }, chip(worth, true)));
  const place = button(`Bet ${money(total(view))}`, async () => {
    const stakes = toStakes(view);
    const kept = { ...draft.stakes };
    if (await act({ do: "place_bet", box, stakes })) { draft.last = kept; draft.stakes = {}; draft.wager = "main"; }
    redraw();
  }, { class: "main", key: "enter", do: "place_bet", disabled: (draft.stakes.main ?? 0) < least });
  const again = draft.last && !Object.keys(draft.stakes).length ? button("Same again", () => { draft.stakes = { ...draft.last }; redraw(); }, { key: "a", do: "again" }) : null;
  const clear = Object.keys(draft.stakes).length ? button("Clear", () => { draft.stakes = {}; redraw(); }, { do: "clear" }) : null;
  return [spots, made("div", { class: "row" }, ...chips, again, clear, place)];
}

function decisions(view, boxes, act) {
  const box = boxes.find((each) => String(each) in view.awaits.may);
  const may = view.awaits.may[box];
  const offered = view.awaits.offer && !may.includes("decline") ? [...may, "decline"] : may;
  const expected = view.awaits.offer ? undefined : view.version;
  return made("div", { class: "row actions", role: "group", "aria-label": "Your decision" }, ...offered.map((name) => button(LABELS[name] ?? worded(name),
    () => act({ do: name, box }, expected), { key: KEYS[name], do: name, class: name === "stand" || name === "hit" ? "main" : undefined })));
}

function purse(view, me, boxes, act, idle) {
  const chips = Number(view.chips[me] ?? 0);
  return made("div", { class: "row ends" }, made("span", { class: "purse" }, "Your chips ", made("b", {}, money(chips))),
    made("span", { class: "row" }, ...(chips === 0 || idle ? BUY_INS.slice(0, chips ? 1 : 3).map((amount) => button(`Buy in ${money(amount)}`, () => act({ do: "buy_in", amount }), { do: "buy_in", class: chips ? "quiet" : "main" })) : []),
      idle && chips > 0 ? button("Cash out", () => act({ do: "cash_out" }), { class: "quiet", do: "cash_out" }) : null,
      idle ? button("Leave the seat", () => act({ do: "leave" }), { class: "quiet", do: "leave" }) : null));
}

export function showTray(view, me, state) {
  const { act, redraw } = state;
  const boxes = Object.entries(view.seated).filter(([, player]) => player === me).map(([box]) => Number(box));
  const tray = document.getElementById("tray");
  const bet = view.bets.find((each) => each.player === me);
  const own = view.awaits.kind === "decision" && boxes.some((each) => String(each) in view.awaits.may);
  const told = [boxes, bet, own && [view.awaits, view.version], view.awaits.kind, view.chips, view.round === null, state.busy, draft, state.plays];
  patched(tray, told, () => {
    if (!state.plays) return [made("p", { class: "row" }, "You watch this table.")];
    if (!boxes.length) return [made("p", { class: "row" }, "Choose a free box on the felt to sit down. The chips are play money.")];
    const parts = [];
    const chips = Number(view.chips[me] ?? 0);
    if (own) parts.push(decisions(view, boxes, act));
    else if (view.awaits.kind === "bets" && bet) parts.push(made("div", { class: "row" }, made("span", {}, "Your bet is down; the dealer starts in a moment."), button("Take it back", () => act({ do: "take_back", box: bet.box }), { key: "t", do: "take_back" })));
    else if (view.awaits.kind === "bets" && chips > 0) parts.push(...betting(view, boxes[0], act, redraw));
    else if (view.awaits.kind === "bets") parts.push(made("p", { class: "row" }, "Buy in to bet."));
    else parts.push(made("p", { class: "row" }, "The round is being played."));
    parts.push(purse(view, me, boxes, act, view.awaits.kind === "bets" && !bet));
    return parts;
  });
  for (const each of tray.querySelectorAll("button")) if (state.busy) each.disabled = true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest("input, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "enter" && event.target.closest("button, a, summary")) return;
  const found = document.querySelector(`#tray [data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (found) {
    event.preventDefault();
    found.click();
  }
});
