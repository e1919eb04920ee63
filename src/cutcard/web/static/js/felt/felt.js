// The felt: the dealer and every box, from one view. What stays the same stays where it is: a card that lies is not
// laid again, and only what is new moves.
import { circles, handCircles, insured, sideAreas, sidesOf } from "./areas.js";
import { made, money, playingCard, shortly, worded } from "../draw.js";
import { appears, comes, dealt, lyingCards, makeRoom } from "./motion.js";
import { keyed, named, tell } from "../parts.js";

const STATES = {
  busted: "bust",
  surrendered: "surrendered",
  rescued: "rescued",
  even_money: "even money",
  dead: "dead",
};
const OUT = new Set(["busted", "surrendered", "rescued", "dead"]);
const DEALERS_SEAT = 99;
const lying = new WeakMap();

// A felt of its own, for whoever shows a round beside a live table.
export function newFelt() {
  return made(
    "div",
    { class: "felt" },
    made("div", { class: "felt-head" }, made("div", {}), made("div", { class: "felt-meters" })),
    made("section", { class: "dealer", "aria-label": "Dealer" }),
    made("div", { class: "shoe-mark", "aria-hidden": "true" }),
    made("ol", { class: "boxes" }),
  );
}

function holder(key, name, fill, tag = "div") {
  return { key, make: () => made(tag, { class: name }), fill };
}

function words(key, name, text) {
  return holder(key, name, (node) => tell(node, text), "span");
}

function fan(told, seat, list) {
  return holder("fan", "fan", (node) => {
    const before = told.fresh.length;
    node.dataset.cards = String(list.length);
    keyed(
      node,
      list.map((card, at) => ({
        key: at,
        told: card,
        make: (was) => {
          const found = playingCard(card);
          told.fresh.push({ node: found, at, seat, flipped: was === null });
          return found;
        },
      })),
    );
    told.landing = told.fresh.slice(before).map((each) => each.node);
  });
}

// What the cards of a hand come to is told when they lie there.
function afterwards(told, key, name, text) {
  return holder(
    key,
    name,
    (node) => {
      tell(node, text);
      if (told.landing.length) told.totals.push({ node, cards: told.landing });
    },
    "span",
  );
}

function totalText(hand) {
  if (hand.total === null) return "";
  if (hand.state === "blackjack") return "Blackjack";
  const number = hand.soft && hand.total < 21 ? `soft ${hand.total}` : String(hand.total);
  return hand.doubled ? `${number} ×2` : number;
}

function handLine(told, seat, hand) {
  const amounts = told.ended ? [] : hand.stakes;
  const parts = [fan(told, seat, hand.cards), afterwards(told, "total", "total", totalText(hand))];
  if (STATES[hand.state]) parts.push(afterwards(told, "state", "state", STATES[hand.state]));
  if (amounts.length) parts.push(handCircles(told, amounts));
  return {
    key: `${told.number}-${hand.hand}`,
    make: () => made("div", { "data-hand": String(hand.hand) }),
    fill: (node) => {
      named(node, "hand", told.playing === hand.hand && "playing", OUT.has(hand.state) && "out");
      keyed(node, parts);
    },
  };
}

function seatFree(number, act) {
  const sit = () =>
    made(
      "button",
      {
        type: "button",
        class: "spot",
        "aria-label": `Sit at box ${number}`,
        onclick: () => act({ do: "sit", box: number }),
      },
      "Sit",
      made("br"),
      " here",
    );
  return { key: "free", make: () => made("div", { class: "mains" }, sit()) };
}

function netLine(told) {
  const { net, pushed } = told;
  return {
    key: "net",
    told: [net, pushed],
    make: (was) => {
      const node = made(
        "span",
        { class: `net ${net > 0 ? "won" : net < 0 ? "lost" : ""}` },
        net === 0 ? (pushed ? "push" : "even") : money(net, true),
      );
      if (was === undefined) told.results.push(node);
      return node;
    },
  };
}

function boxParts(told, number, me, act) {
  const { box, player, ended } = told;
  const hands = (box?.hands ?? []).map((hand) => handLine(told, number, hand));
  const parts = [holder("hands", "hands", (node) => keyed(node, hands))];
  if (!box || ended || !hands.length) parts.push(told.free ? seatFree(number, act) : circles(told));
  if (told.sides.length) parts.push(sideAreas(told));
  const insurance = ended ? [] : Object.values(box?.insurance ?? {});
  if (insurance.length) parts.push(insured(told, insurance));
  if (told.net !== null) parts.push(netLine(told));
  parts.push(
    words("name", "name", player ? (player === me ? `You · box ${number}` : player) : `Box ${number}`),
  );
  return parts;
}

function lift(number, boxes) {
  const middle = (boxes + 1) / 2;
  return 2 * (1 - ((number - middle) / (middle - 1 || 1)) ** 2);
}

function netOf(lines, number) {
  const own = lines.filter((each) => each.box === number);
  return own.length
    ? own.reduce((whole, each) => whole + Math.round(Number(each.net) * 100), 0) / 100
    : null;
}

// What each wager of a box came to.
function paidOf(lines, number) {
  const found = {};
  for (const { box, wager } of lines) {
    if (box === number) {
      found[wager] ??= netOf(
        lines.filter((each) => each.wager === wager),
        number,
      );
    }
  }
  return found;
}

function boxesOf(list, many) {
  while (list.children.length > many) list.lastElementChild.remove();
  while (list.children.length < many) {
    const item = made("li", { class: "box", "data-box": String(list.children.length + 1) });
    item.style.setProperty("--lift", String(lift(list.children.length + 1, many)));
    list.append(item);
  }
  return [...list.children];
}

function dealerText(hand, which) {
  if (hand.total === null) return "";
  const state = hand.state === "blackjack" ? "blackjack" : String(hand.total);
  return `Dealer${which} ${state}${STATES[hand.state] ? ` · ${STATES[hand.state]}` : ""}`;
}

function dealerLines(told, round) {
  return (round?.dealer ?? []).map((hand, at) =>
    holder(`${told.number}-${at}`, "hand", (node) =>
      keyed(node, [
        fan(told, DEALERS_SEAT, hand.cards),
        afterwards(
          told,
          "total",
          "total",
          dealerText(hand, round.dealer.length > 1 ? ` ${at + 1}:` : ""),
        ),
      ]),
    ),
  );
}

// The chips of one's own box that were not down before.
function oneBox(item, told, number, me, act) {
  const usual = told.dealers > 1 || told.apart ? 1 : told.mains.length;
  const many = Math.max(told.box?.hands.length ?? 0, usual);
  named(
    item,
    "box",
    told.player === me && me !== "" && "own",
    told.playing !== null && "turn",
    !told.player && !told.free && "empty",
    many === 2 && "two",
    many > 2 && "many",
    many > usual && "wide",
    told.mains.length > 2 && "thrice",
  );
  keyed(item, boxParts(told, number, me, act));
  const before = lying.get(item) ?? {};
  lying.set(item, told.down);
  return told.player === me
    ? told.chips.filter(({ place }) => told.down[place] > (before[place] ?? 0)).map(({ node }) => node)
    : [];
}

function boxTold(view, round, ended, number, me, offered) {
  const box = round?.boxes.find((each) => each.box === number) ?? null;
  const bet =
    view.bets.find((each) => each.box === number && each.player === me) ??
    view.bets.find((each) => each.box === number) ??
    null;
  const may = view.awaits.kind === "decision" ? view.awaits.may : {};
  const lines = ended ? view.last_lines : (view.round?.lines ?? []);
  return {
    box,
    bet,
    ended,
    seat: number,
    stakes: (ended ? bet : (box ?? bet))?.stakes ?? {},
    player: view.seated[number] ?? box?.player ?? bet?.player ?? "",
    playing: String(number) in may && !ended ? (view.awaits.hand ?? 0) : null,
    free: offered.includes(number),
    net: netOf(lines, number),
    paid: paidOf(lines, number),
    pushed: lines.every((each) => each.box !== number || Number(each.net) === 0),
    down: {},
    chips: [],
  };
}

// `offered` has the boxes that are offered; `root` holds the felt; `still` shows it without motion; one's own new
// chips come from `tray`; `betting` is what the areas of one's own boxes do while bets are open. Told is how long the
// new cards fly.
export function showFelt(
  view,
  me,
  offered,
  act,
  { root = document, still = false, tray = null, betting = null } = {},
) {
  const ended =
    view.round === null &&
    (view.last_round ?? null) !== null &&
    !view.bets.some((each) => each.player === me);
  const round = view.round ?? (ended ? view.last_round : null);
  const list = root.querySelector(".boxes");
  const first = !list.firstElementChild;
  const lay = first || still ? null : lyingCards(root);
  const base = {
    fresh: [],
    totals: [],
    landing: [],
    results: [],
    number: round?.number,
    dealers: round?.dealer.length ?? 0,
    betting,
    mains: view.main_wagers ?? ["main"],
    apart: view.mains?.apart ?? false,
    sides: sidesOf(view, round),
  };
  const meters = root.querySelector(".felt-meters");
  keyed(
    meters,
    Object.entries(view.meters).map(([name, amount]) => ({
      key: name,
      told: amount,
      make: () => made("span", { title: worded(name) }, shortly(name), made("b", {}, money(amount))),
    })),
  );
  keyed(root.querySelector(".dealer"), dealerLines(base, round));
  const chips = boxesOf(list, view.boxes).flatMap((item, at) =>
    oneBox(
      item,
      { ...base, ...boxTold(view, round, ended, at + 1, me, offered || []) },
      at + 1,
      me,
      act,
    ),
  );
  if (first || still) return 0;
  comes(chips, tray);
  if (base.fresh.length) makeRoom(lay);
  const flight = dealt(base.fresh, root.querySelector(".shoe-mark") ?? meters, base.totals);
  appears(base.results, flight);
  return flight;
}
