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

// What the main wagers of each hand of a box won or lost: hand -> net. Nothing where it has one hand:
// then it is what the box came to.
export function netByHand(lines, box) {
  const own = lines.filter((line) => line.box === box && line.hand && isMain(line.wager));
  const hands = [...new Set(own.map(({ hand }) => hand))];
  if (hands.length < 2) return {};
  return Object.fromEntries(
    hands.map((hand) => [
      hand,
      netOf(
        own.filter((line) => line.hand === hand),
        box,
      ),
    ]),
  );
}

// A view of a round that is over as it was while its last cards fell: what is settled in the end is not
// yet. `lines` are those that were settled before.
export function asPlayed(view, lines) {
  const round = { ...view.last_round, lines };
  return { ...view, round, last_round: null, awaits: { kind: "landing", may: {} } };
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

// Everything that the felt shows of one box. `offered` are the boxes that one may sit down at. A box
// that is bet on anew, or whose own player puts chips down (`touched`), shows no more of the last round.
export function boxState(view, { round, ended, number, me, offered, touched = false }) {
  const bets = view.bets.filter(({ box }) => box === number);
  const isNew = ended && (bets.length > 0 || touched);
  const played = isNew ? null : (round?.boxes.find(({ box }) => box === number) ?? null);
  const bet = bets.find(({ player }) => player === me) ?? bets[0] ?? null;
  const may = view.awaits.kind === "decision" ? view.awaits.may : {};
  const settled = ended ? view.last_lines : (view.round?.lines ?? []);
  const lines = isNew ? [] : settled;
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
    handNets: ended ? netByHand(lines, number) : {},
    away: (view.away ?? []).includes(view.seated[number]),
    pushed: lines.every(({ box, net }) => box !== number || Number(net) === 0),
  };
}
