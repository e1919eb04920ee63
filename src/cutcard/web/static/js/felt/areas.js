// The betting areas of a box, as a layout has them: a circle for every main wager, a smaller place with
// its name for every side wager. They are there with and without chips, so that nothing moves when chips
// do.
import { pile } from "../draw.js";
import { element } from "../elements.js";
import { formatMoney, formatNet, netClass } from "../money.js";
import { reconcile, setClasses } from "../parts.js";
import { shortTitle, title } from "../words.js";
import { isMain } from "./boxes.js";

const CROWDED = 6;
const ABREAST = { "--abreast": 3, "--abreast-wide": 4 };

// Chips for an amount; a pile that was not down before comes from the tray.
function stake(box, wager, amount, { at = 0, ready = false } = {}) {
  const place = isMain(wager) ? "main" : wager;
  box.down[place] = (box.down[place] ?? 0) + Number(amount);
  return {
    key: `${wager}-${at}`,
    value: [amount, ready],
    make: () => {
      const node = element(
        "span",
        { class: ready ? "stake ready" : "stake", title: title(wager) },
        pile(amount),
        element("b", {}, formatMoney(amount)),
      );
      box.chips.push({ node, place });
      return node;
    },
  };
}

// What a side wager of the last round came to, where it lay, until chips lie there again.
function result(box, wager, amount) {
  const net = box.nets[wager];
  if (net === undefined || (box.ended && amount > 0)) return [];
  return [
    {
      key: "paid",
      value: net,
      make: (before) => {
        const attributes = { class: `paid ${netClass(net)}`, title: title(wager) };
        const node = element("b", attributes, formatNet(net, "push"));
        if (before === undefined) box.results.push(node);
        return node;
      },
    },
  ];
}

// What a screen reader says of an area that can be pressed.
export function areaText(box, wager, amount, ready) {
  const chips = amount ? `${formatMoney(amount)} ${ready ? "ready" : "down"}` : "empty";
  const net = box.nets[wager];
  const last = net === undefined ? "" : `; last round ${formatNet(net, "push")}`;
  return `${title(wager)}, box ${box.number}: ${chips}${last}. Add ${box.betting.adds(wager)}`;
}

function amountIn(box, wager, isOpen) {
  const down = box.stakes[wager];
  const ready = isOpen ? box.betting.ready(box.number, wager) : 0;
  return Number(down ?? ready ?? 0);
}

// One area. Where its own player may bet now it is a button that puts the chosen chip there.
function area(box, wager, isCircle) {
  const isOpen = box.betting?.open(box.number) ?? false;
  const amount = amountIn(box, wager, isOpen);
  const ready = box.stakes[wager] === undefined;
  const presses = isOpen && ready;
  const isOne = isCircle && box.mains.length === 1;
  const paid = isOne ? [] : result(box, wager, amount);
  const chips = paid.length || !amount ? paid : [stake(box, wager, amount, { ready })];
  const label = { key: "label", make: () => element("span", { class: "label" }, shortTitle(wager)) };
  const listens = { type: "button", onclick: () => box.betting.put(box.number, wager) };
  return {
    key: wager,
    value: presses,
    make: () => element(presses ? "button" : "div", { "data-area": wager, ...(presses ? listens : {}) }),
    fill: (node) => {
      setClasses(
        node,
        isCircle ? "circle" : "area",
        chips.length && "filled",
        isOpen && box.betting.chosen(box.number, wager) && "chosen",
      );
      if (presses) node.setAttribute("aria-label", areaText(box, wager, amount, ready));
      else if (!chips.length) node.setAttribute("aria-hidden", "true");
      else node.removeAttribute("aria-hidden");
      reconcile(node, isCircle ? chips : [label, ...chips]);
    },
  };
}

// The circles of the main wagers before the cards come and after they are settled.
export function mainCircles(box) {
  return box.mains.map((wager) => area(box, wager, true));
}

// The same while a hand is played: every hand has its own chips.
export function handCircles(box, amounts) {
  const circle = (amount, at) => ({
    key: at,
    make: () => element("div", { class: "circle filled" }),
    fill: (node) => reconcile(node, Number(amount) > 0 ? [stake(box, "main", amount, { at })] : []),
  });
  return {
    key: "stakes",
    make: () => element("div", { class: "mains" }),
    fill: (node) => reconcile(node, amounts.map(circle)),
  };
}

// How many areas stand in a row, so that rows are as even as can be; `most` have room.
export function abreast(many, most) {
  const rows = Math.ceil(many / most);
  return rows ? Math.ceil(many / rows) : 1;
}

export function sideAreas(box) {
  return {
    key: "sides",
    make: () => element("div", {}),
    fill: (node) => {
      setClasses(node, "sides", box.sides.length > CROWDED && "crowded");
      for (const [name, most] of Object.entries(ABREAST)) {
        node.style.setProperty(name, abreast(box.sides.length, most));
      }
      reconcile(
        node,
        box.sides.map((wager) => area(box, wager, false)),
      );
    },
  };
}

// Insurance lies on its line between the box and the dealer.
export function insuranceLine(box, amounts) {
  const sum = amounts.reduce((whole, amount) => whole + Number(amount), 0);
  const label = {
    key: "label",
    make: () => element("span", { class: "label" }, title("insurance")),
  };
  return {
    key: "insured",
    make: () => element("div", { class: "insured" }),
    fill: (node) => reconcile(node, [label, stake(box, "insurance", sum)]),
  };
}
