// The tray: what this player may do now, and nothing else.
import { button, element } from "../elements.js";
import { formatMoney, formatNet } from "../money.js";
import { reconcile, setText } from "../parts.js";
import { betsDown, bettingParts, feltBetting } from "./bets.js";
import { decisionParts } from "./decisions.js";
import { chipsOf, isDown } from "./draft.js";
import { keepFocus } from "./focus.js";
import { autoButton, autoPart } from "./next_bet.js";
import { explainLastRound, lastNet } from "./results.js";
import { freedText } from "./status.js";

const BUY_INS = ["100", "500", "1000"];
const isPlayMoney = () => document.body.dataset.money === "play";

// On a phone what one rarely does with a seat is folded away behind this.
function seatButton() {
  const node = button(
    "Seat",
    () => {
      const isOpen = document.getElementById("tray").classList.toggle("seat-open");
      node.setAttribute("aria-expanded", String(isOpen));
    },
    { class: "quiet", do: "seat", name: "Chips and seat" },
  );
  node.setAttribute("aria-expanded", "false");
  return node;
}

function purseButtons(chips, act, isIdle, auto) {
  const style = { class: chips ? "quiet" : "main", do: "buy_in" };
  const amounts = chips === 0 || isIdle ? BUY_INS.slice(0, chips ? 1 : 3) : [];
  const fold = { key: "seat", make: seatButton };
  const parts = (chips > 0 && isIdle ? [fold] : []).concat(
    amounts.map((amount) => ({
      key: `buy ${amount}`,
      value: style,
      make: () =>
        button(`Buy in ${formatMoney(amount)}`, () => act({ do: "buy_in", amount }), {
          ...style,
          at: amount,
        }),
    })),
  );
  const quietly = (key, label, name) => ({
    key,
    make: () => button(label, () => act({ do: name }), { class: "quiet", do: name }),
  });
  if (isIdle && chips > 0) parts.push(quietly("cash", "Cash out", "cash_out"), ...auto);
  if (isIdle) parts.push(quietly("leave", "Leave", "leave"));
  return parts;
}

// What the last round came to, and the way to why.
function whyButton(net) {
  const text = `Last round ${formatNet(net)}`;
  const label = () => element("span", {}, `${text} · `, element("u", {}, "why?"));
  return {
    key: "why",
    value: text,
    make: () => button(label(), explainLastRound, { class: "quiet", do: "why" }),
  };
}

function purse(chips, act, { isIdle, net, auto }) {
  const make = () =>
    element(
      "div",
      { class: "row ends" },
      element(
        "span",
        { class: "row" },
        element("span", { class: "purse" }, "Your chips ", element("b", {})),
        element("span", { class: "row" }),
      ),
      element("span", { class: "row" }),
    );
  return {
    key: "purse",
    make,
    fill: (node) => {
      setText(node.querySelector("b"), formatMoney(chips));
      const why = node.firstElementChild.lastElementChild;
      reconcile(why, isIdle && net !== null ? [whyButton(net)] : []);
      reconcile(node.lastElementChild, purseButtons(chips, act, isIdle, auto));
    },
  };
}

function message(text) {
  return { key: "said", value: text, make: () => element("p", { class: "row" }, text) };
}

// Whoever does not care which box takes one in the middle.
function seatPart(box, act) {
  const sit = () => act({ do: "sit", box });
  return {
    key: "sit",
    value: box,
    make: () => element("p", { class: "row" }, button("Take a seat", sit, { class: "main", do: "sit" })),
  };
}

function waitingText({ round }, me) {
  if (!round) return "The table is getting ready.";
  return round.boxes.some(({ player }) => player === me)
    ? "The round is being played."
    : "A round is being played; your bet goes down when it is over.";
}

// Whoever is not in the round chooses the bet for the next one meanwhile.
function mayQueue(view, me, open, chips) {
  const plays = view.round?.boxes.some(({ player }) => player === me);
  return view.round !== null && !plays && open.length > 0 && chips > 0;
}

function betParts(view, me, { open, bets, chips, state }) {
  const parts = bets.length ? [betsDown(bets, state.act, view)] : [];
  if (open.length && chips > 0) parts.push(...bettingParts(me, open, state));
  else if (open.length && !bets.length) {
    const cage = isPlayMoney() ? "" : " The cage takes deposits: ask a floorperson.";
    parts.push(message(`Buy in to bet.${cage}`));
  }
  return parts;
}

function trayParts(view, me, { boxes, open, bets }, state) {
  if (!state.plays) return [message("You are watching this table.")];
  if (!boxes.length) {
    const money = isPlayMoney() ? " The chips are play money." : "";
    const box = view.may_sit[Math.floor(view.may_sit.length / 2)];
    const freed = freedText(state.wasSeated, state.hasLeft, chipsOf(view, me));
    const text = message(freed || `Choose a free box on the felt to sit down.${money}`);
    return box ? [text, seatPart(box, state.act)] : [text];
  }
  const { kind } = view.awaits;
  const chips = chipsOf(view, me);
  const parts = [];
  if (kind === "decision") parts.push(...decisionParts(view, boxes, state.act));
  if (kind === "bets") parts.push(...betParts(view, me, { open, bets, chips, state }));
  else if (mayQueue(view, me, open, chips)) {
    parts.push(message(waitingText(view, me)), ...bettingParts(me, open, state));
  }
  parts.push(...autoPart(state));
  if (!parts.length) parts.push(message(waitingText(view, me)));
  const isIdle = kind === "bets" && !bets.length;
  const auto = isIdle ? autoButton(view, me, open, state) : [];
  parts.push(purse(chips, state.act, { isIdle, net: lastNet(view, me), auto }));
  return parts;
}

// One's own boxes, which of them are open to a bet, and one's bets that are down.
export function seatsOf(view, me) {
  const boxes = Object.entries(view.seated)
    .filter(([, player]) => player === me)
    .map(([box]) => Number(box))
    .filter(Boolean);
  const bets = view.bets.filter((bet) => bet.player === me && isDown(bet));
  return { boxes, bets, open: boxes.filter((box) => !bets.some((bet) => bet.box === box)) };
}

// What the betting areas of one's own boxes do, while bets may be made there.
export function feltBets(view, me, state) {
  const { open } = seatsOf(view, me);
  const chips = chipsOf(view, me);
  const isOpen = view.awaits.kind === "bets" || mayQueue(view, me, open, chips);
  return state.plays && isOpen && chips > 0 ? feltBetting(open, state) : null;
}

// While a command is on its way nothing of the tray can be pressed.
export function lockTray(isBusy) {
  for (const node of document.querySelectorAll("#tray button")) {
    node.disabled = isBusy || "off" in node.dataset;
  }
}

export function showTray(view, me, state) {
  const tray = document.getElementById("tray");
  const seats = seatsOf(view, me);
  keepFocus(tray);
  reconcile(tray, trayParts(view, me, seats, state));
  state.wasSeated ||= seats.boxes.length > 0;
  lockTray(state.busy);
}

// Keys press what the tray shows; Enter places the bets unless something else is focused.
export function wireTrayKeys() {
  document.addEventListener("keydown", (event) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (isShortcut || event.target.closest("input, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    if (key === "enter" && event.target.closest("button, a, summary")) return;
    const wanted = key === "enter" ? "[data-do=place_bet]" : `[data-key="${CSS.escape(key)}"]`;
    const control = document.querySelector(`#tray ${wanted}:not(:disabled)`);
    if (control) {
      event.preventDefault();
      control.click();
    }
  });
}
