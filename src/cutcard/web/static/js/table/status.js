// What is going on at a table, in one line above the boxes.
import { formatMoney } from "../money.js";
import { describeChore, title } from "../words.js";
import { offerText } from "./decisions.js";

function decisionText({ awaits, seated }, me) {
  const turns = Object.keys(awaits.may ?? {});
  const mine = turns.filter((box) => seated[box] === me);
  const may = mine.flatMap((box) => awaits.may[box]);
  if (mine.length) return awaits.offer && !may.includes("stand") ? offerText(may) : "Your turn";
  return turns.length === 1 ? `Box ${turns[0]} is deciding` : "Players are answering an offer";
}

export function statusText(view, me) {
  const { awaits } = view;
  if (!view.open) return "The table is closed";
  if (view.halted) return view.halted.says;
  switch (awaits.kind) {
    case "bets":
      return "Place your bets";
    case "decision":
      return decisionText(view, me);
    case "chore":
      return `Waiting: ${describeChore(awaits.chore)}`;
    case "device":
      return awaits.box ? `${title(awaits.device)}: box ${awaits.box}` : title(awaits.device);
    default:
      return "Dealing";
  }
}

function handIn(round, box, number) {
  return round?.boxes.find((each) => each.box === box)?.hands.find(({ hand }) => hand === number);
}

// What a player who came too late for a hand reads if it was stood as it lay: the house does that when
// the time is up. `before` is the view that was decided on, `now` the view after it or null.
export function stoodText(before, now, box) {
  const number = before.awaits.hand;
  const round = [now?.round, now?.last_round].find(
    (each) => each && each.number === before.round?.number,
  );
  const old = handIn(before.round, box, number);
  const hand = handIn(round, box, number);
  const isSame = old && hand?.state === "stood" && String(hand.cards) === String(old.cards);
  return isSame ? `Your hand stands at ${hand.total}.` : "";
}

// Everything about the cards on the felt: another text is other cards.
export function cardsOnFelt(view) {
  const round = view.round ?? view.last_round;
  if (!round) return JSON.stringify(round);
  const hands = round.boxes.map((box) => box.hands.map((hand) => hand.cards));
  return JSON.stringify([round.number, round.dealer, hands]);
}

// The own box that the player should see now: the one to decide on, or to bet on; undefined where
// neither.
export function boxInTurn(view, me) {
  const { kind, may } = view.awaits;
  const boxes = { decision: may, bets: view.seated }[kind] ?? {};
  return Object.keys(boxes).find((box) => view.seated[box] === me && Number(box));
}

// Why whoever sat here a moment ago sits no more; "" for whoever came to sit down, or left.
export function freedText(wasSeated, hasLeft, chips) {
  if (!wasSeated || hasLeft) return "";
  const kept = chips > 0 ? ` Your ${formatMoney(chips)} in chips are still yours.` : "";
  return `Your box was freed for others: several rounds went by without a bet of yours.${kept}`;
}
