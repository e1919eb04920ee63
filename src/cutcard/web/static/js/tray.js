// The tray: what this player may do now, and nothing else.
import { made, money } from "./draw.js";
import { patched } from "./felt.js";
import { betting, button, draft, isDown, placed } from "./betting.js";
import { decisions } from "./deciding.js";

const BUY_INS = ["100", "500", "1000"];
const SAME = ["data-do", "data-at", "data-wager", "data-chip", "data-tab", "data-amount"];

function purse(view, me, act, idle) {
  const chips = Number(view.chips[me] ?? 0);
  return made("div", { class: "row ends" }, made("span", { class: "purse" }, "Your chips ", made("b", {}, money(chips))),
    made("span", { class: "row" }, ...(chips === 0 || idle ? BUY_INS.slice(0, chips ? 1 : 3).map((amount) => button(`Buy in ${money(amount)}`, () => act({ do: "buy_in", amount }), { do: "buy_in", at: amount, class: chips ? "quiet" : "main" })) : []),
      idle && chips > 0 ? button("Cash out", () => act({ do: "cash_out" }), { class: "quiet", do: "cash_out" }) : null,
      idle ? button("Leave the seat", () => act({ do: "leave" }), { class: "quiet", do: "leave" }) : null));
}

function parts(view, me, boxes, bets, state) {
  if (!state.plays) return [made("p", { class: "row" }, "You watch this table.")];
  if (!boxes.length) return [made("p", { class: "row" }, "Choose a free box on the felt to sit down. The chips are play money.")];
  const found = [];
  const chips = Number(view.chips[me] ?? 0);
  const open = boxes.filter((each) => !bets.some((bet) => bet.box === each));
  if (view.awaits.kind === "decision") found.push(...decisions(view, boxes, state.act));
  if (view.awaits.kind === "bets") {
    if (bets.length) found.push(placed(bets, state.act));
    if (open.length && chips > 0) found.push(...betting(view, me, open, state));
    else if (open.length && !bets.length) found.push(made("p", { class: "row" }, "Buy in to bet."));
  }
  if (!found.length) found.push(made("p", { class: "row" }, view.round ? "The round is being played." : "The table makes ready."));
  found.push(purse(view, me, state.act, view.awaits.kind === "bets" && !bets.length));
  return found;
}

function focused(tray) {
  const held = document.activeElement;
  if (!held || !tray.contains(held)) return null;
  const said = SAME.filter((name) => held.hasAttribute(name)).map((name) => `[${name}="${CSS.escape(held.getAttribute(name))}"]`);
  return said.length ? said.join("") : null;
}

export function showTray(view, me, state) {
  const boxes = Object.entries(view.seated).filter(([, player]) => player === me).map(([box]) => Number(box)).filter(Boolean);
  const tray = document.getElementById("tray");
  const bets = view.bets.filter((each) => each.player === me && isDown(each));
  const asked = view.awaits.kind === "decision" && boxes.some((each) => String(each) in view.awaits.may);
  const told = [boxes, bets, asked && [view.awaits, view.version, view.amounts], view.awaits.kind, view.chips, view.round === null, state.busy, draft, state.plays];
  const held = focused(tray);
  if (patched(tray, told, () => parts(view, me, boxes, bets, state)) && held) tray.querySelector(held)?.focus();
  if (state.busy) for (const each of tray.querySelectorAll("button")) each.disabled = true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest("input, textarea, dialog")) return;
  const key = event.key.toLowerCase();
  if (key === "enter" && event.target.closest("button, a, summary")) return;
  const wanted = key === "enter" ? "[data-do=place_bet]" : `[data-key="${CSS.escape(key)}"]`;
  const found = document.querySelector(`#tray ${wanted}:not(:disabled)`);
  if (found) {
    event.preventDefault();
    found.click();
  }
});
