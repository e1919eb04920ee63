// One's turn: only what may be done, large, each with its key; an amount where one chooses how much.
import { made, money, plainly } from "../draw.js";
import { button } from "./bets.js";

export const KEYS = {
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
const LABELS = {
  decline: "No, thanks",
  even_money: "Even money",
  insure: "Insure",
  third_card: "Third card",
  switch: "Switch second cards",
};
const OFFERS = {
  insure: "Insurance?",
  even_money: "Even money for your blackjack?",
  switch: "Switch your second cards?",
  surrender: "Surrender half?",
  third_card: "A third card?",
  double: "Double again?",
  rescue: "Rescue the double?",
};
const WITH_AMOUNT = ["double", "insure"];
const amounts = {};

// What an offer asks, in a few words.
export function offerText(may) {
  return [...new Set(may.map((each) => OFFERS[each]).filter(Boolean))].join(" ") || "An offer to you";
}

function handOf(view, box) {
  const found = view.round?.boxes.find((each) => each.box === box);
  return found?.hands.find((each) => each.hand === (view.awaits.hand ?? 1)) ?? null;
}

const totalOf = ({ total, soft }) => `${soft ? "soft " : ""}${total}`;

function labelOf(name, range, hand, outlook) {
  if (name === "rescue" && outlook.rescue) return `Rescue: ${money(outlook.rescue)} back`;
  if (name === "switch" && outlook.switch) {
    return `Switch to ${outlook.switch.map(totalOf).join(" and ")}`;
  }
  const base = name === "double" && hand?.doubled ? "Redouble" : (LABELS[name] ?? plainly(name));
  return WITH_AMOUNT.includes(name) && range ? `${base} ${money(range[1])}` : base;
}

function lessOf(view, box, name, [least, most]) {
  const place = `${box}-${name}-${most}`;
  const field = made("input", {
    type: "number",
    min: String(Math.max(Number(least), 1)),
    max: most,
    step: "any",
    value: amounts[place] ?? money(most).replaceAll(/[$,]/g, ""),
    "data-amount": name,
    "aria-label": `How much to ${plainly(name).toLowerCase()} for`,
    oninput: () => {
      amounts[place] = field.value;
    },
  });
  return {
    field,
    said: () =>
      amounts[place] && Number(amounts[place]) < Number(most)
        ? { amount: Number(amounts[place]).toFixed(2) }
        : {},
  };
}

function titleOf(view, box, hand, several) {
  const found = view.round?.boxes.find((each) => each.box === box);
  const hands = (found?.hands.length ?? 1) > 1 && view.awaits.hand ? `hand ${view.awaits.hand}` : "";
  const parts = [
    several ? `box ${box}` : "",
    hands,
    hand && (several || hands) && hand.total !== null ? totalOf(hand) : "",
  ];
  const text = parts.filter(Boolean).join(" · ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function groupFor(view, box, several, act, first) {
  const may = view.awaits.may[box];
  const offered = view.awaits.offer && !may.includes("decline") ? [...may, "decline"] : may;
  const expected = view.awaits.offer ? undefined : view.version;
  const ranges = view.amounts?.[box] ?? {};
  const hand = handOf(view, box);
  const fields = {};
  for (const name of WITH_AMOUNT) {
    const range = ranges[name];
    if (offered.includes(name) && range && Number(range[0]) < Number(range[1])) {
      fields[name] = lessOf(view, box, name, range);
    }
  }
  const title = titleOf(view, box, hand, several);
  return made(
    "div",
    { class: "row actions", role: "group", "aria-label": `Your decision, box ${box}` },
    title ? made("span", { class: "which" }, title) : null,
    ...offered.map((name) =>
      button(
        labelOf(name, ranges[name], hand, view.outlook?.[box] ?? {}),
        () => act({ do: name, box, ...(fields[name]?.said() ?? {}) }, expected),
        {
          key: first ? KEYS[name] : undefined,
          do: name,
          at: String(box),
          class: name === "stand" || name === "hit" ? "main" : undefined,
        },
      ),
    ),
    ...Object.entries(fields).map(([name, { field }]) =>
      made("label", { class: "for-less" }, `${plainly(name)} for`, field),
    ),
  );
}

// Every own box that is asked; the keys are the first one's.
export function decisions(view, boxes, act) {
  const asked = boxes.filter(
    (each) => String(each) in view.awaits.may && (view.awaits.may[each].length || view.awaits.offer),
  );
  return asked.map((box, at) => ({
    key: `turn ${box}`,
    told: [view.version, view.awaits, view.amounts?.[box], boxes.length > 1],
    make: () => groupFor(view, box, boxes.length > 1, act, at === 0),
  }));
}
