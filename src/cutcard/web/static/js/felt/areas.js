// The betting areas of a box, as a layout has them: a circle for every main wager, a smaller place with its name for
// every side wager. They are there whether or not chips lie in them, so that nothing moves when chips come and go.
import { made, money, pile, shortly, worded } from "../draw.js";
import { keyed, named } from "../parts.js";

const NAMED_APART = 6;
export const isMain = (wager) => wager === "main" || wager.startsWith("main_");

// Chips for an amount; a pile that was not down before comes from the tray.
export function stake(told, wager, amount, { at = 0, ready = false, key = `${wager}-${at}` } = {}) {
  const place = isMain(wager) ? "main" : wager;
  told.down[place] = (told.down[place] ?? 0) + Number(amount);
  return {
    key,
    told: [amount, ready],
    make: () => {
      const node = made(
        "span",
        { class: ready ? "stake ready" : "stake", title: worded(wager) },
        pile(amount),
        made("b", {}, money(amount)),
      );
      told.chips.push({ node, place });
      return node;
    },
  };
}

// All side wagers that a view knows of: those on offer, and those that chips lie on.
export function sidesOf(view, round) {
  const lying = [...view.bets, ...(round?.boxes ?? [])].flatMap((each) =>
    Object.keys(each.stakes ?? {}),
  );
  return [...new Set([...(view.side_wagers ?? []), ...lying])].filter((each) => !isMain(each));
}

// What a side wager of the last round came to, where it lay, until chips lie there again.
function resultOf(told, wager, amount) {
  const net = told.paid[wager];
  if (net === undefined || (told.ended && amount > 0)) return [];
  return [
    {
      key: "paid",
      told: net,
      make: (was) => {
        const node = made(
          "b",
          { class: `paid ${net > 0 ? "won" : net < 0 ? "lost" : ""}`, title: worded(wager) },
          net === 0 ? "push" : money(net, true),
        );
        if (was === undefined) told.results.push(node);
        return node;
      },
    },
  ];
}

function spokenOf(wager, told, amount, ready) {
  const lies = amount ? `${money(amount)} ${ready ? "ready" : "down"}` : "empty";
  const last =
    told.paid[wager] === undefined
      ? ""
      : `; last round ${told.paid[wager] === 0 ? "push" : money(told.paid[wager], true)}`;
  return `${worded(wager)}, box ${told.seat}: ${lies}${last}. Add ${told.betting.adds(wager)}`;
}

// One area. Where its own player may bet now it is a button that puts the chosen chip there.
function area(told, wager, circle) {
  const open = told.betting?.open(told.seat) ?? false;
  const down = told.stakes[wager];
  const amount = Number(down ?? (open ? told.betting.ready(told.seat, wager) : 0) ?? 0);
  const ready = down === undefined;
  const presses = open && ready;
  const result = circle ? [] : resultOf(told, wager, amount);
  const chips = result.length || !amount ? result : [stake(told, wager, amount, { ready })];
  const label = { key: "label", make: () => made("span", { class: "label" }, shortly(wager)) };
  return {
    key: wager,
    told: presses,
    make: () =>
      made(presses ? "button" : "div", {
        "data-area": wager,
        ...(presses ? { type: "button", onclick: () => told.betting.put(told.seat, wager) } : {}),
      }),
    fill: (node) => {
      named(
        node,
        circle ? "circle" : "area",
        chips.length && "filled",
        open && told.betting.chosen(told.seat, wager) && "chosen",
      );
      if (presses) node.setAttribute("aria-label", spokenOf(wager, told, amount, ready));
      else if (!chips.length) node.setAttribute("aria-hidden", "true");
      else node.removeAttribute("aria-hidden");
      keyed(node, circle ? chips : [label, ...chips]);
    },
  };
}

// The circles of the main wager before the cards come and after they are settled.
export function circles(told) {
  return {
    key: "mains",
    make: () => made("div", { class: "mains" }),
    fill: (node) =>
      keyed(
        node,
        told.mains.map((wager) => area(told, wager, true)),
      ),
  };
}

// The same while a hand is played: every hand has its own chips.
export function handCircles(told, amounts) {
  return {
    key: "stakes",
    make: () => made("div", { class: "mains" }),
    fill: (node) =>
      keyed(
        node,
        amounts.map((each, at) => ({
          key: at,
          make: () => made("div", { class: "circle filled" }),
          fill: (inner) => keyed(inner, Number(each) > 0 ? [stake(told, "main", each, { at })] : []),
        })),
      ),
  };
}

export function sideAreas(told) {
  return {
    key: "sides",
    make: () => made("div", {}),
    fill: (node) => {
      named(node, "sides", told.sides.length > NAMED_APART && "crowded");
      keyed(
        node,
        told.sides.map((wager) => area(told, wager, false)),
      );
    },
  };
}

// Insurance lies on its line between the box and the dealer.
export function insured(told, amounts) {
  const sum = amounts.reduce((whole, each) => whole + Number(each), 0);
  return {
    key: "insured",
    make: () => made("div", { class: "insured" }),
    fill: (node) =>
      keyed(node, [
        { key: "label", make: () => made("span", { class: "label" }, worded("insurance")) },
        stake(told, "insurance", sum),
      ]),
  };
}
