// One's turn: only what may be done, large, each with its key; an amount where one chooses how much.
import { button, element } from "../elements.js";
import { formatMoney, plainAmount } from "../money.js";
import { capitalize, describe, describeAction, offerQuestion } from "../words.js";

const KEYS = {
  hit: "h",
  stand: "s",
  double: "d",
  split: "p",
  surrender: "r",
  insure: "i",
  decline: "n",
  even_money: "e",
  switch: "w",
  rescue: "u",
  third_card: "t",
  keep: "k",
};
const WITH_AMOUNT = ["double", "insure"];
// What was typed as an amount stays when the tray is drawn again.
const typed = {};

// What an offer asks, in a few words.
export function offerText(may) {
  return [...new Set(may.map(offerQuestion).filter(Boolean))].join(" ") || "An offer to you";
}

const totalText = ({ total, soft }) => `${soft ? "soft " : ""}${total}`;

// What a button says: a double and an insurance their whole amount, a switch what it leads to.
export function actionLabel(name, { range, hand, outlook = {} } = {}) {
  if (name === "rescue" && outlook.rescue) return `Rescue: ${formatMoney(outlook.rescue)} back`;
  if (name === "switch" && outlook.switch) {
    return `Switch to ${outlook.switch.map(totalText).join(" and ")}`;
  }
  const base = name === "double" && hand?.doubled ? "Redouble" : describeAction(name);
  return WITH_AMOUNT.includes(name) && range ? `${base} ${formatMoney(range[1])}` : base;
}

// The part of a command that says how much: nothing where it is the whole, or where nothing was typed.
export function amountIn(text, most) {
  return text && Number(text) < Number(most) ? { amount: Number(text).toFixed(2) } : {};
}

// Which box and hand a row of buttons is for; empty where there is only one.
export function decisionTitle(view, box, several) {
  const { hand: number } = view.awaits;
  const hands = handsOf(view, box);
  const which = hands.length > 1 && number ? `hand ${number}` : "";
  const hand = handInTurn(view, box);
  const total = hand && (several || which) && hand.total !== null ? totalText(hand) : "";
  return capitalize([several ? `box ${box}` : "", which, total].filter(Boolean).join(" · "));
}

// What may be done with a box now, in the order of its buttons: an offer may always be declined, which
// a hand that may stand does by standing.
export function actionsFor(view, box) {
  const may = view.awaits.may[box];
  const passes = may.includes("stand") || may.includes("decline");
  return view.awaits.offer && !passes ? [...may, "decline"] : may;
}

// One's own boxes that have something to decide.
export function boxesInTurn(view, boxes) {
  const { may, offer } = view.awaits;
  return boxes.filter((box) => String(box) in may && (may[box].length || offer));
}

function handsOf(view, box) {
  return view.round?.boxes.find((each) => each.box === box)?.hands ?? [];
}

function handInTurn(view, box) {
  return handsOf(view, box).find(({ hand }) => hand === (view.awaits.hand ?? 1)) ?? null;
}

function amountField(box, name, [least, most]) {
  const place = `${box}-${name}-${most}`;
  const field = element("input", {
    type: "number",
    min: String(Math.max(Number(least), 1)),
    max: most,
    step: "any",
    value: typed[place] ?? plainAmount(formatMoney(most)),
    "data-amount": name,
    "aria-label": `How much to ${describe(name).toLowerCase()} for`,
    oninput: () => {
      typed[place] = field.value;
    },
  });
  return { field, amount: () => amountIn(typed[place], most) };
}

function amountFields(box, actions, ranges) {
  const fields = {};
  for (const name of WITH_AMOUNT) {
    const range = ranges[name];
    if (actions.includes(name) && range && Number(range[0]) < Number(range[1])) {
      fields[name] = amountField(box, name, range);
    }
  }
  return fields;
}

function buttonRow(view, box, { several, isFirst, act }) {
  const actions = actionsFor(view, box);
  // An offer is made to several at once: what others answer meanwhile does not make one's own answer
  // late.
  const expected = view.awaits.offer ? undefined : view.version;
  const ranges = view.amounts?.[box] ?? {};
  const fields = amountFields(box, actions, ranges);
  const facts = { hand: handInTurn(view, box), outlook: view.outlook?.[box] ?? {} };
  const heading = decisionTitle(view, box, several);
  const actionButton = (name) =>
    button(
      actionLabel(name, { ...facts, range: ranges[name] }),
      () => act({ do: name, box, ...(fields[name]?.amount() ?? {}) }, expected),
      {
        key: isFirst ? KEYS[name] : undefined,
        do: name,
        at: String(box),
        class: name === "stand" || name === "hit" ? "main" : undefined,
      },
    );
  return element(
    "div",
    { class: "row actions", role: "group", "aria-label": `Your decision, box ${box}` },
    heading ? element("span", { class: "which" }, heading) : null,
    ...actions.map(actionButton),
    ...Object.entries(fields).map(([name, { field }]) =>
      element("label", { class: "for-less" }, `${describe(name)} for`, field),
    ),
  );
}

// The parts of the tray for every own box that has something to decide; the keys are the first one's.
export function decisionParts(view, boxes, act) {
  const several = boxes.length > 1;
  return boxesInTurn(view, boxes).map((box, at) => ({
    key: `turn ${box}`,
    value: [view.version, view.awaits, view.amounts?.[box], several],
    make: () => buttonRow(view, box, { several, isFirst: at === 0, act }),
  }));
}
