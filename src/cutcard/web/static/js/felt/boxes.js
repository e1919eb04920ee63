// What a view of the table says of each box, in the words and figures of the felt. Nothing here draws.
import { sumMoney } from "../money.js";
import { handState } from "../words.js";

const OUT = new Set(["busted", "surrendered", "rescued", "dead"]);

export const isOut = (hand) => OUT.has(hand.state);
export const isMain = (wager) => wager === "main" || wager.startsWith("main_");

// What a player's hand comes to; nothing while a card of it is hidden.
export function totalText(hand) {
  if (hand.total === null) return "";
  if (hand.state === "blackjack") return "Blackjack";
  const total = hand.soft && hand.total < 21 ? `soft ${hand.total}` : String(hand.total);
  return hand.doubled ? `${total} ×2` : total;
}

// The same of the dealer's; `at` is which of several hands, counted from zero, of a dealer who has
// several.
export function dealerText(hand, at = null) {
  if (hand.total === null) return "";
  const which = at === null ? "" : ` ${at + 1}:`;
  const total = hand.state === "blackjack" ? "blackjack" : String(hand.total);
  const state = handState(hand.state);
  return `Dealer${which} ${total}${state ? ` · ${state}` : ""}`;
}

// Under a box stands whose it is.
export function boxName(number, player, me) {
  if (!player) return `Box ${number}`;
  return player === me ? `You · box ${number}` : player;
}

// How far a box hangs down, so that the boxes lie on an arc: not at its ends, the most in the middle.
export function lift(number, boxes) {
  const middle = (boxes + 1) / 2;
  return 2 * (1 - ((number - middle) / (middle - 1 || 1)) ** 2);
}

// What a box won or lost in all of its lines; null where it had none.
export function netOf(lines, box) {
  const own = lines.filter((line) => line.box === box);
  return own.length ? sumMoney(own.map((line) => line.net)) : null;
}

// What each wager of a box won or lost: wager -> net.
export function netByWager(lines, box) {
  const nets = {};
  for (const { box: of, wager } of lines) {
    if (of !== box) continue;
    nets[wager] ??= netOf(
      lines.filter((line) => line.wager === wager),
      box,
    );
  }
  return nets;
}

// Every side wager that a view knows of: those on offer, and those that chips lie on.
export function sideWagers(view, round) {
  const down = [...view.bets, ...(round?.boxes ?? [])].flatMap(({ stakes }) =>
    Object.keys(stakes ?? {}),
  );
  return [...new Set([...(view.side_wagers ?? []), ...down])].filter((wager) => !isMain(wager));
}

// Whether the felt still shows the round that is over: until the viewer has bet on another.
export function isOver(view, me) {
  return (
    view.round === null &&
    (view.last_round ?? null) !== null &&
    !view.bets.some((bet) => bet.player === me)
  );
}

// Everything that the felt shows of one box. `offered` are the boxes that one may sit down at.
export function boxState(view, { round, ended, number, me, offered }) {
  const played = round?.boxes.find(({ box }) => box === number) ?? null;
  const bets = view.bets.filter(({ box }) => box === number);
  const bet = bets.find(({ player }) => player === me) ?? bets[0] ?? null;
  const may = view.awaits.kind === "decision" ? view.awaits.may : {};
  const lines = ended ? view.last_lines : (view.round?.lines ?? []);
  return {
    number,
    played,
    ended,
    stakes: (ended ? bet : (played ?? bet))?.stakes ?? {},
    player: view.seated[number] ?? played?.player ?? bet?.player ?? "",
    playing: String(number) in may && !ended ? (view.awaits.hand ?? 0) : null,
    free: offered.includes(number),
    net: netOf(lines, number),
    nets: netByWager(lines, number),
    pushed: lines.every(({ box, net }) => box !== number || Number(net) === 0),
  };
}
