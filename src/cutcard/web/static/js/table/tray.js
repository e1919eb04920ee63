// The tray: what this player may do now, and nothing else.
import { made, money } from "../draw.js";
import { betting, button, isDown, onTheFelt, placed } from "./bets.js";
import { decisions } from "./decisions.js";
import { keyed, tell } from "../parts.js";
import { explain, lastNet } from "./results.js";

const BUY_INS = ["100", "500", "1000"];
const SAME = ["data-do", "data-at", "data-wager", "data-chip", "data-tab", "data-amount"];

function purseButtons(chips, act, idle) {
  const quiet = { class: chips ? "quiet" : "main", do: "buy_in" };
  const buys = chips === 0 || idle ? BUY_INS.slice(0, chips ? 1 : 3) : [];
  const found = buys.map((amount) => ({
    key: `buy ${amount}`,
    told: quiet,
    make: () =>
      button(`Buy in ${money(amount)}`, () => act({ do: "buy_in", amount }), { ...quiet, at: amount }),
  }));
  if (idle && chips > 0) {
    found.push({
      key: "cash",
      make: () => button("Cash out", () => act({ do: "cash_out" }), { class: "quiet", do: "cash_out" }),
    });
  }
  if (idle) {
    found.push({
      key: "leave",
      make: () => button("Leave the seat", () => act({ do: "leave" }), { class: "quiet", do: "leave" }),
    });
  }
  return found;
}

// What the last round came to, and the way to why.
function whyButton(net) {
  const text = `Last round ${net === 0 ? "even" : money(net, true)}`;
  return {
    key: "why",
    told: text,
    make: () =>
      button(made("span", {}, `${text} · `, made("u", {}, "why?")), explain, {
        class: "quiet",
        do: "why",
      }),
  };
}

function purse(chips, act, idle, net) {
  const make = () =>
    made(
      "div",
      { class: "row ends" },
      made(
        "span",
        { class: "row" },
        made("span", { class: "purse" }, "Your chips ", made("b", {})),
        made("span", { class: "row" }),
      ),
      made("span", { class: "row" }),
    );
  return {
    key: "purse",
    make,
    fill: (node) => {
      tell(node.querySelector("b"), money(chips));
      keyed(node.firstElementChild.lastElementChild, idle && net !== null ? [whyButton(net)] : []);
      keyed(node.lastElementChild, purseButtons(chips, act, idle));
    },
  };
}

function said(text) {
  return { key: "said", told: text, make: () => made("p", { class: "row" }, text) };
}

function parts(view, me, boxes, bets, state) {
  if (!state.plays) return [said("You watch this table.")];
  if (!boxes.length) {
    return [
      said(
        `Choose a free box on the felt to sit down.${document.body.dataset.money === "play" ? " The chips are play money." : ""}`,
      ),
    ];
  }
  const found = [];
  const chips = Number(view.chips[me] ?? 0);
  const open = boxes.filter((each) => !bets.some((bet) => bet.box === each));
  if (view.awaits.kind === "decision") found.push(...decisions(view, boxes, state.act));
  if (view.awaits.kind === "bets") {
    if (bets.length) found.push(placed(bets, state.act, view.halted));
    if (open.length && chips > 0) found.push(...betting(me, open, state));
    else if (open.length && !bets.length) {
      found.push(
        said(
          `Buy in to bet.${document.body.dataset.money === "play" ? "" : " The cage takes deposits: ask a floorperson."}`,
        ),
      );
    }
  }
  if (!found.length) {
    found.push(
      said(
        view.round
          ? view.round.boxes.some((each) => each.player === me)
            ? "The round is being played."
            : "A round is being played; you bet when it is over."
          : "The table makes ready.",
      ),
    );
  }
  found.push(purse(chips, state.act, view.awaits.kind === "bets" && !bets.length, lastNet(view, me)));
  return found;
}

// Whose box is whose, and which bets are down: what tray and felt both need.
function seatOf(view, me) {
  const boxes = Object.entries(view.seated)
    .filter(([, player]) => player === me)
    .map(([box]) => Number(box))
    .filter(Boolean);
  return { boxes, bets: view.bets.filter((each) => each.player === me && isDown(each)) };
}

// What the betting areas of one's own boxes do, while bets may be made there.
export function feltBets(view, me, state) {
  if (!state.plays || view.awaits.kind !== "bets" || !(Number(view.chips[me] ?? 0) > 0)) return null;
  const { boxes, bets } = seatOf(view, me);
  return onTheFelt(
    me,
    boxes.filter((each) => !bets.some((bet) => bet.box === each)),
    state,
  );
}

function focused(tray) {
  const held = document.activeElement;
  if (!held || !tray.contains(held)) return null;
  const said = SAME.filter((name) => held.hasAttribute(name)).map(
    (name) => `[${name}="${CSS.escape(held.getAttribute(name))}"]`,
  );
  return said.length ? said.join("") : null;
}

// While a command is on its way nothing of the tray can be pressed.
export function lockTray(busy) {
  for (const each of document.querySelectorAll("#tray button")) {
    each.disabled = busy || "off" in each.dataset;
  }
}

export function showTray(view, me, state) {
  const { boxes, bets } = seatOf(view, me);
  const tray = document.getElementById("tray");
  const held = focused(tray);
  keyed(tray, parts(view, me, boxes, bets, state));
  lockTray(state.busy);
  if (held && !tray.contains(document.activeElement)) tray.querySelector(held)?.focus();
}

document.addEventListener("keydown", (event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.repeat ||
    event.target.closest("input, textarea, dialog")
  ) {
    return;
  }
  const key = event.key.toLowerCase();
  if (key === "enter" && event.target.closest("button, a, summary")) return;
  const wanted = key === "enter" ? "[data-do=place_bet]" : `[data-key="${CSS.escape(key)}"]`;
  const found = document.querySelector(`#tray ${wanted}:not(:disabled)`);
  if (found) {
    event.preventDefault();
    found.click();
  }
});
