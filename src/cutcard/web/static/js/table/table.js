// A player's table: its stream in, commands out. What the page shows is the last view, and nothing it
// made up.
import { call, page, resendPending, sendCommand, showNotice, wireSignOut } from "../api.js";
import { asPlayed, isOver } from "../felt/boxes.js";
import { drawFelt } from "../felt/felt.js";
import { afterDrawing, whenLanded } from "../felt/motion.js";
import { readSettlement, showSettlement, stopSettlement } from "../felt/settlement.js";
import { wireSound } from "../felt/sound.js";
import { hideWheel, spinWheel } from "../felt/wheel.js";
import { oncePerFrame, setText } from "../parts.js";
import { followViews } from "../stream.js";
import { refusalText } from "../words.js";
import { placeAll } from "./bets.js";
import { showClock } from "./clock.js";
import { coach, wireCoachSwitch } from "./coach.js";
import { recallLastBets, withSent } from "./draft.js";
import { keepFocus, restoreFocus, stayFocused } from "./focus.js";
import { showJackpot } from "./jackpot.js";
import { betByItself } from "./next_bet.js";
import { wireOddsButton } from "./odds.js";
import { wheelOf } from "./paytable.js";
import { isPressed, wirePresses } from "./press.js";
import { wireProofButton } from "./proof.js";
import { showResults } from "./results.js";
import { wireRoundsButton } from "./rounds.js";
import { boxInTurn, cardsOnFelt, statusText, stoodText } from "./status.js";
import { feltBets, lockTray, seatsOf, showTray, wireTrayKeys } from "./tray.js";

const room = document.getElementById("table");
const name = room.dataset.table;
const me = page.person;
const tray = document.getElementById("tray");
const drawSoon = oncePerFrame(draw);
const state = { view: null, busy: false, plays: page.role === "player", act, redraw: draw };
let newest = null;
let law = null;
let wasInRound = null;
let ending = null;

async function act(command, expected) {
  if (state.busy) return false;
  state.busy = true;
  if (command.do === "leave" || command.do === "sit") state.hasLeft = command.do === "leave";
  keepFocus(room, command.do);
  lockTray(true);
  coach(name, state.view, command);
  const decidedOn = state.view;
  const answer = await sendCommand(name, command, expected);
  state.busy = false;
  if (!answer.ok) {
    stayFocused();
    const stood = answer.status === 412 ? await stoodMeanwhile(decidedOn, command.box) : "";
    showNotice([refusalText(answer), stood].filter(Boolean).join(" "));
  }
  draw();
  return answer.ok;
}

async function stoodMeanwhile(before, box) {
  const response = await call("GET", `/api/tables/${name}`).catch(() => null);
  return stoodText(before, response?.ok ? await response.json() : null, box);
}

function draw() {
  if (isPressed()) return;
  if (newest) {
    wasInRound = state.view?.round ?? null;
    state.view = JSON.parse(newest);
    newest = null;
  }
  if (!state.view) return;
  const view = withSent(state.view, me);
  law ??= view.law.digest;
  // The table was moved to another version of its rules: prices, limits and odds are others.
  if (law !== view.law.digest) location.reload();
  room.dataset.version = String(view.version);
  room.dataset.awaits = view.awaits.kind;
  room.dataset.rounds = String(view.rounds);
  setText(
    document.getElementById("shoe"),
    view.shoe.left === null ? "" : `${view.shoe.left} cards in the shoe`,
  );
  const felt = (shown = view) =>
    drawFelt(shown, me, state.plays ? view.may_sit : [], act, {
      tray,
      betting: feltBets(shown, me, state),
    });
  // A round that ends is seen to its end: stakes lie until the last card does, then each is settled.
  const isEnding =
    view.round === null && isOver(view, me) && wasInRound?.number === view.last_round.number;
  if (isEnding) ending = { ...wasInRound };
  const landing = ending && isOver(view, me) ? asPlayed(view, ending.lines) : view;
  if (hasNewCards(view)) awaitCards(felt(landing));
  if (flights && performance.now() - flyingSince < LONGEST_WAIT_MS) {
    felt(landing);
    lockTray(true);
    showClock({ version: -1, clock: null });
    return;
  }
  const justEnded = Boolean(ending);
  const settles = ending ? readSettlement(room, view, ending.lines) : null;
  ending = null;
  wasInRound = view.round;
  if (view.round) {
    stopSettlement();
    hideWheel();
  }
  setText(document.getElementById("now"), statusText(view, me));
  showClock(view);
  showTray(view, me, state);
  felt();
  if (!state.busy) restoreFocus(tray); // after the felt, whose buttons go as well
  if (settles) showSettlement(settles, me);
  if (settles || justEnded) spinFor(view);
  showJackpot(view, me);
  showResults(view, me, draw);
  bringIntoSight(view);
  const place = (open) => placeAll(me, open, state);
  betByItself(view, me, seatsOf(view, me), { state, place });
}

// Of several wheels of a round one's own is shown.
function spinFor(view) {
  const spun = view.last_lines.filter((line) => wheelOf(name, line));
  const own = spun.find((line) => (line.player ?? view.seated[line.box]) === me) ?? spun[0];
  if (own) spinWheel(room.querySelector(".felt"), wheelOf(name, own));
}

// What follows from the cards is not shown before they lie: whose turn it is, what may be done, what was
// paid. Cards that come without a pause do not keep it back for good.
const LONGEST_WAIT_MS = 4000;
let cards = "";
let flights = 0;
let flyingSince = 0;

function hasNewCards(view) {
  const before = cards;
  cards = cardsOnFelt(view);
  return cards !== before;
}

function awaitCards(flight) {
  if (!flight) return;
  if (!flights) flyingSince = performance.now();
  flights += 1;
  whenLanded(flight).then(() => {
    flights -= 1;
    if (!flights) draw();
  });
}

// The box that one bets on and the hand that one decides on are not left behind the tray, which stays at
// the bottom.
let inSight = "";
function bringIntoSight(view) {
  const box = boxInTurn(view, me);
  const wanted = `${view.rounds} ${box} ${view.awaits.kind} ${view.awaits.hand}`;
  if (box === undefined || wanted === inSight) return;
  inSight = wanted;
  afterDrawing(() => {
    const node =
      room.querySelector(`.box[data-box="${box}"] .hand.playing`) ??
      room.querySelector(`.box[data-box="${box}"]`);
    const { top, bottom } = node.getBoundingClientRect();
    const covered = bottom + 12 - Math.min(tray.getBoundingClientRect().top, innerHeight);
    const by = covered > 0 ? Math.min(covered, Math.max(0, top - 12)) : Math.min(0, top - 12);
    return top < 0 || covered > 0 ? () => scrollBy(0, by) : null;
  });
}

sessionStorage.setItem(
  "cutcard-table",
  JSON.stringify({ name, title: document.querySelector(".felt-head h1").textContent }),
);
recallLastBets(name);
wireSignOut();
wireSound(document.getElementById("sound"));
wireTrayKeys();
wirePresses(room, draw);
wireRoundsButton(name, me);
wireOddsButton(name);
wireProofButton(name);
wireCoachSwitch(name);
resendPending().then((answer) => {
  if (answer && !answer.ok) showNotice(refusalText(answer));
});
followViews(name, document.getElementById("link-state"), (text) => {
  newest = text;
  drawSoon();
});
