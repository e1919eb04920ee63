// A table: its stream in, commands out. What the page shows is the last view, and nothing it made up.
import { askAgain, call, command, notice, page, signOutButton } from "../api.js";
import { showClock } from "./clock.js";
import { recallBets } from "./bets.js";
import { offerText } from "./decisions.js";
import { showFelt } from "../felt/felt.js";
import { showResults } from "./results.js";
import { coachBox, coaching, oddsButton } from "./odds.js";
import { proofButton } from "./proof.js";
import { roundsButton } from "./rounds.js";
import { feltBets, lockTray, showTray } from "./tray.js";
import { chore, turnedAway, worded } from "../draw.js";
import { landed, settled } from "../felt/motion.js";
import { framed, tell } from "../parts.js";

const room = document.getElementById("table");
const name = room.dataset.table;
const me = page.person;
const tray = document.getElementById("tray");
const soon = framed(show);
const state = { view: null, busy: false, plays: page.role === "player", act, redraw: show };
let newest = null;

async function act(asked, expected) {
  if (state.busy) return false;
  state.busy = true;
  lockTray(true);
  coaching(name, state.view, asked);
  const decidedOn = state.view;
  const answer = await command(name, asked, expected);
  state.busy = false;
  if (!answer.ok) {
    notice(
      [turnedAway(answer), answer.status === 412 ? await stoodMeanwhile(decidedOn, asked.box) : ""]
        .filter(Boolean)
        .join(" "),
    );
  }
  show();
  return answer.ok;
}

// Whoever came too late for a hand is told if it was stood as it lay: the house does that when the time is over.
async function stoodMeanwhile(before, seat) {
  const answer = await call("GET", `/api/tables/${name}`).catch(() => null);
  const now = answer?.ok ? await answer.json() : null;
  const lay = handIn(before.round, seat, before.awaits.hand);
  const lies = [now?.round, now?.last_round]
    .filter((round) => round && round.number === before.round?.number)
    .map((round) => handIn(round, seat, before.awaits.hand))[0];
  return lay && lies?.state === "stood" && String(lies.cards) === String(lay.cards)
    ? `Your hand stands at ${lies.total}.`
    : "";
}

function handIn(round, seat, number) {
  return round?.boxes.find((each) => each.box === seat)?.hands.find((each) => each.hand === number);
}

function nowText(view) {
  const { awaits } = view;
  const turns = Object.keys(awaits.may ?? {});
  const mine = turns.some((each) => view.seated[each] === me);
  if (!view.open) return "The table is closed";
  if (view.halted) return view.halted.says;
  if (awaits.kind === "bets") return "Place your bets";
  if (awaits.kind === "decision" && mine) {
    return awaits.offer
      ? offerText(turns.flatMap((each) => (view.seated[each] === me ? awaits.may[each] : [])))
      : "Your turn";
  }
  if (awaits.kind === "decision") {
    return turns.length === 1 ? `Box ${turns[0]} decides` : "Offers to the players";
  }
  if (awaits.kind === "chore") return `Waiting: ${chore(awaits.chore)}`;
  if (awaits.kind === "device") return worded(awaits.device);
  return "Dealing";
}

function show() {
  if (newest) {
    state.view = JSON.parse(newest);
    newest = null;
  }
  const { view } = state;
  if (!view) return;
  room.dataset.version = String(view.version);
  room.dataset.awaits = view.awaits.kind;
  room.dataset.rounds = String(view.rounds);
  tell(
    document.getElementById("shoe"),
    view.shoe.left === null ? "" : `${view.shoe.left} cards in the shoe`,
  );
  const felt = () =>
    showFelt(view, me, state.plays ? view.may_sit : [], act, {
      tray,
      betting: feltBets(view, me, state),
    });
  if (newCards(view)) awaitCards(felt());
  if (flights && performance.now() - since < LONGEST_WAIT_MS) {
    felt();
    lockTray(true);
    showClock({ version: -1, clock: null });
    return;
  }
  tell(document.getElementById("now"), nowText(view));
  showClock(view);
  showTray(view, me, state);
  felt();
  showResults(view, me, show);
  inSight(view);
}

// What follows from the cards is not told before they lie: whose turn it is, what may be done, what was paid. Cards
// that come without a pause do not keep it back for good.
const LONGEST_WAIT_MS = 4000;
let lie = "";
let flights = 0;
let since = 0;

function newCards(view) {
  const round = view.round ?? view.last_round;
  const before = lie;
  lie = JSON.stringify(
    round && [round.number, round.dealer, round.boxes.map((box) => box.hands.map((hand) => hand.cards))],
  );
  return lie !== before;
}

function awaitCards(flight) {
  if (!flight) return;
  if (!flights) since = performance.now();
  flights += 1;
  landed(flight).then(() => {
    flights -= 1;
    if (!flights) show();
  });
}

// The box that one bets on and the hand that one decides on are not left behind the tray, which stays at the bottom.
let decided = "";
function inSight(view) {
  const asked =
    view.awaits.kind === "decision" ? view.awaits.may : view.awaits.kind === "bets" ? view.seated : {};
  const turn = Object.keys(asked).find((each) => view.seated[each] === me && Number(each));
  const now = `${view.rounds} ${turn} ${view.awaits.kind} ${view.awaits.hand}`;
  if (turn === undefined || now === decided) return;
  decided = now;
  settled(() => {
    const seen =
      room.querySelector(`.box[data-box="${turn}"] .hand.playing`) ??
      room.querySelector(`.box[data-box="${turn}"]`);
    const here = seen.getBoundingClientRect();
    const covered = here.bottom + 12 - Math.min(tray.getBoundingClientRect().top, innerHeight);
    const by = covered > 0 ? Math.min(covered, Math.max(0, here.top - 12)) : Math.min(0, here.top - 12);
    return here.top < 0 || covered > 0 ? () => scrollBy(0, by) : null;
  });
}

const linked = document.getElementById("link-state");
let waits = 500;
function follow() {
  const stream = new EventSource(`/api/tables/${name}/stream?views=true`);
  stream.addEventListener("open", () => {
    linked.textContent = "Live";
    waits = 500;
  });
  stream.addEventListener("view", (event) => {
    newest = event.data;
    soon();
  });
  stream.addEventListener("error", async () => {
    stream.close();
    linked.textContent = "Connecting again…";
    const me_ = await fetch("/api/me", { credentials: "same-origin" }).catch(() => null);
    if (me_?.status === 401) {
      location.assign("/enter");
      return;
    }
    setTimeout(follow, waits);
    waits = Math.min(waits * 2, 8000);
  });
}

sessionStorage.setItem(
  "cutcard-table",
  JSON.stringify({ name, title: document.querySelector(".felt-head h1").textContent }),
);
recallBets(name);
signOutButton();
roundsButton(name, me);
oddsButton(name);
proofButton(name);
coachBox(name);
askAgain().then((answer) => {
  if (answer && !answer.ok) notice(turnedAway(answer));
});
follow();
