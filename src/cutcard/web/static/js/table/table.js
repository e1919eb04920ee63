// A player's table: its stream in, commands out. What the page shows is the last view, and nothing it
// made up.
import { call, page, resendPending, sendCommand, showNotice, wireSignOut } from "../api.js";
import { drawFelt } from "../felt/felt.js";
import { afterDrawing, whenLanded } from "../felt/motion.js";
import { oncePerFrame, setText } from "../parts.js";
import { followViews } from "../stream.js";
import { refusalText } from "../words.js";
import { showClock } from "./clock.js";
import { coach, wireCoachSwitch } from "./coach.js";
import { recallLastBets } from "./draft.js";
import { wireOddsButton } from "./odds.js";
import { wireProofButton } from "./proof.js";
import { showResults } from "./results.js";
import { wireRoundsButton } from "./rounds.js";
import { boxInTurn, cardsOnFelt, statusText, stoodText } from "./status.js";
import { feltBets, lockTray, showTray, wireTrayKeys } from "./tray.js";

const room = document.getElementById("table");
const name = room.dataset.table;
const me = page.person;
const tray = document.getElementById("tray");
const drawSoon = oncePerFrame(draw);
const state = { view: null, busy: false, plays: page.role === "player", act, redraw: draw };
let newest = null;
let law = null;

async function act(command, expected) {
  if (state.busy) return false;
  state.busy = true;
  lockTray(true);
  coach(name, state.view, command);
  const decidedOn = state.view;
  const answer = await sendCommand(name, command, expected);
  state.busy = false;
  if (!answer.ok) {
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
  if (newest) {
    state.view = JSON.parse(newest);
    newest = null;
  }
  const { view } = state;
  if (!view) return;
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
  const felt = () =>
    drawFelt(view, me, state.plays ? view.may_sit : [], act, {
      tray,
      betting: feltBets(view, me, state),
    });
  if (hasNewCards(view)) awaitCards(felt());
  if (flights && performance.now() - flyingSince < LONGEST_WAIT_MS) {
    felt();
    lockTray(true);
    showClock({ version: -1, clock: null });
    return;
  }
  setText(document.getElementById("now"), statusText(view, me));
  showClock(view);
  showTray(view, me, state);
  felt();
  showResults(view, me, draw);
  bringIntoSight(view);
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
wireTrayKeys();
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
