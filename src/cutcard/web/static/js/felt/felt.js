// The felt: the dealer and every box, drawn from one view. What stays the same stays where it is: a card
// that lies is not laid again, and only what is new moves.
import { playingCard } from "../draw.js";
import { element } from "../elements.js";
import { formatMoney, formatNet, netClass } from "../money.js";
import { reconcile, setClasses, setText } from "../parts.js";
import { handState, shortTitle, title } from "../words.js";
import { handCircles, insuranceLine, mainCircles, sideAreas } from "./areas.js";
import { boxName, boxState, dealerText, isOut, isOver, lift, sideWagers, totalText } from "./boxes.js";
import { cardPlaces, dealCards, fadeIn, flyChips, slideCards } from "./motion.js";
import { play } from "./sound.js";

const DEALERS_SEAT = 99;
const chipsDown = new WeakMap();

// A felt of its own, for whoever shows a round beside a live table.
export function createFelt() {
  return element(
    "div",
    { class: "felt" },
    element("div", { class: "felt-head" }, element("div", {}), element("div", { class: "felt-meters" })),
    element("section", { class: "dealer", "aria-label": "Dealer" }),
    element("div", { class: "shoe-mark", "aria-hidden": "true" }),
    element("ol", { class: "boxes" }),
  );
}

function holder(key, className, fill, tag = "div") {
  return { key, make: () => element(tag, { class: className }), fill };
}

function label(key, className, text) {
  return holder(key, className, (node) => setText(node, text), "span");
}

// The cards of a hand. A new one is dealt; one that was face down is turned.
function fan(drawing, seat, cards) {
  return holder("fan", "fan", (node) => {
    const before = drawing.cards.length;
    node.dataset.cards = String(cards.length);
    reconcile(
      node,
      cards.map((card, at) => ({
        key: at,
        value: card,
        make: (old) => {
          const face = playingCard(card);
          drawing.cards.push({ node: face, at, seat, flipped: old === null });
          return face;
        },
      })),
    );
    drawing.landing = drawing.cards.slice(before).map((card) => card.node);
  });
}

// What the cards of a hand come to is seen when they lie there.
function totalLabel(drawing, key, text) {
  return holder(
    key,
    key,
    (node) => {
      setText(node, text);
      if (drawing.landing.length) drawing.totals.push({ node, cards: drawing.landing });
    },
    "span",
  );
}

function handPart(box, hand) {
  const amounts = box.ended ? [] : hand.stakes;
  const parts = [fan(box, box.number, hand.cards), totalLabel(box, "total", totalText(hand))];
  const state = handState(hand.state);
  if (state) parts.push(totalLabel(box, "state", state));
  const net = box.handNets[hand.hand];
  if (net !== undefined) parts.push(figure(box, "outcome", net, net === 0));
  if (amounts.length) parts.push(handCircles(box, amounts));
  return {
    key: `${box.round}-${hand.hand}`,
    make: () => element("div", { "data-hand": String(hand.hand) }),
    fill: (node) => {
      setClasses(node, "hand", box.playing === hand.hand && "playing", isOut(hand) && "out");
      reconcile(node, parts);
    },
  };
}

function freeSeat(number, act) {
  const sit = () =>
    element(
      "button",
      {
        type: "button",
        class: "spot",
        "aria-label": `Sit at box ${number}`,
        onclick: () => act({ do: "sit", box: number }),
      },
      "Sit",
      element("br"),
      " here",
    );
  return sit();
}

// The circles of the main wagers or a free seat, and over them what the box came to.
function middle(box, act) {
  const result = box.ended && box.net !== null ? [figure(box, "net", box.net, box.pushed)] : [];
  const free = { key: "free", make: () => freeSeat(box.number, act) };
  return holder(box.free ? "free" : "mains", "mains", (node) =>
    reconcile(node, [...(box.free ? [free] : mainCircles(box)), ...result]),
  );
}

// What something came to; it fades in when it is new.
function figure(box, name, net, pushed) {
  return {
    key: name,
    value: [net, pushed],
    make: (before) => {
      const text = formatNet(net, pushed ? "push" : "even");
      const node = element("span", { class: `${name} ${netClass(net)}` }, text);
      if (before === undefined) box.results.push(node);
      return node;
    },
  };
}

function boxParts(box, me, act) {
  const { played, ended, number } = box;
  const hands = (played?.hands ?? []).map((hand) => handPart(box, hand));
  const parts = [holder("hands", "hands", (node) => reconcile(node, hands))];
  if (!played || ended || !hands.length) parts.push(middle(box, act));
  if (box.sides.length) parts.push(sideAreas(box));
  const insurance = ended ? [] : Object.values(played?.insurance ?? {});
  if (insurance.length) parts.push(insuranceLine(box, insurance));
  const name = boxName(number, box.player, me);
  parts.push(label("name", "name", box.away ? `${name} · sitting out` : name));
  return parts;
}

function boxNodes(list, count) {
  while (list.children.length > count) list.lastElementChild.remove();
  while (list.children.length < count) {
    const number = list.children.length + 1;
    const item = element("li", { class: "box", "data-box": String(number) });
    item.style.setProperty("--lift", String(lift(number, count)));
    list.append(item);
  }
  return [...list.children];
}

function dealerParts(drawing, round) {
  const hands = round?.dealer ?? [];
  return hands.map((hand, at) =>
    holder(`${drawing.round}-${at}`, "hand", (node) =>
      reconcile(node, [
        fan(drawing, DEALERS_SEAT, hand.cards),
        totalLabel(drawing, "total", dealerText(hand, hands.length > 1 ? at : null)),
      ]),
    ),
  );
}

// Draws a box, and returns the viewer's own chips in it that were not down before.
function drawBox(item, box, me, act) {
  const usual = box.dealers > 1 || box.apart ? 1 : box.mains.length;
  const hands = Math.max(box.played?.hands.length ?? 0, usual);
  setClasses(
    item,
    "box",
    box.player === me && me !== "" && "own",
    box.playing !== null && "turn",
    box.player ? "taken" : !box.free && "empty",
    hands === 2 && "two",
    hands > 2 && "many",
    hands > usual && "wide",
    box.mains.length > 2 && "thrice",
  );
  reconcile(item, boxParts(box, me, act));
  const before = chipsDown.get(item) ?? {};
  chipsDown.set(item, box.down);
  if (box.player !== me) return [];
  return box.chips.filter(({ place }) => box.down[place] > (before[place] ?? 0)).map(({ node }) => node);
}

function drawMeters(node, meters) {
  reconcile(
    node,
    Object.entries(meters).map(([name, amount]) => ({
      key: name,
      value: amount,
      make: () =>
        element("span", { title: title(name) }, shortTitle(name), element("b", {}, formatMoney(amount))),
    })),
  );
}

// Draws a view, and returns for how long its new cards fly. `offered` are the boxes that one may sit
// down at; `root` holds the felt; `still` draws without motion; one's own new chips come from `tray`;
// `betting` is what the areas of one's own boxes do while bets are open.
export function drawFelt(
  view,
  me,
  offered,
  act,
  { root = document, still = false, tray = null, betting = null } = {},
) {
  const ended = isOver(view, me);
  const round = view.round ?? (ended ? view.last_round : null);
  const list = root.querySelector(".boxes");
  const isFirst = !list.firstElementChild;
  const places = isFirst || still ? null : cardPlaces(root);
  const drawing = {
    cards: [],
    totals: [],
    landing: [],
    results: [],
    round: round?.number,
    dealers: round?.dealer.length ?? 0,
    betting,
    mains: view.main_wagers ?? ["main"],
    apart: view.mains?.apart ?? false,
    sides: sideWagers(view, round),
  };
  const meters = root.querySelector(".felt-meters");
  drawMeters(meters, view.meters);
  const dealer = root.querySelector(".dealer");
  setClasses(dealer, "dealer", drawing.apart && "several");
  reconcile(dealer, dealerParts(drawing, round));
  const chips = boxNodes(list, view.boxes).flatMap((item, at) => {
    const number = at + 1;
    const touched = betting?.touched(number) ?? false;
    const state = boxState(view, { round, ended, number, me, offered: offered || [], touched });
    return drawBox(item, { ...drawing, ...state, down: {}, chips: [] }, me, act);
  });
  if (isFirst || still) return 0;
  flyChips(chips, tray);
  if (chips.length) play("chip");
  drawing.cards.forEach((_, at) => setTimeout(() => play("card"), at * 110));
  if (drawing.cards.length) slideCards(places);
  const flight = dealCards(drawing.cards, root.querySelector(".shoe-mark") ?? meters, drawing.totals);
  fadeIn(drawing.results, flight);
  return flight;
}
