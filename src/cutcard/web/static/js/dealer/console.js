// The dealer's console: the table's stream in, one thing to do next, commands out. The house says all of
// it.
import { call, newKey, page, resendPending, sendCommand, showNotice, wireSignOut } from "../api.js";
import { element } from "../elements.js";
import { drawFelt } from "../felt/felt.js";
import { afterDrawing } from "../felt/motion.js";
import { formatMoney } from "../money.js";
import { oncePerFrame, patch, reconcile, setClasses, setText } from "../parts.js";
import { followViews } from "../stream.js";
import { refusalText } from "../words.js";
import { wireComesOn } from "./comes_on.js";
import { openMishaps, wireMishaps } from "./mishaps.js";
import {
  nextPayout,
  payoutAmount,
  payoutFacts,
  payoutText,
  payoutTitle,
  settlementSign,
  sumText,
} from "./payouts.js";
import { readCard } from "./scan.js";

const APPROVALS = "/floor/approvals";
// Commands that do not depend on what was on the table when they were chosen.
const ANYTIME = new Set(["start_round", "deal_by", "change_dealer", "close_table", "close_offers"]);
const room = document.getElementById("console");
const table = room.dataset.table;
const $ = (id) => document.getElementById(id);
const state = {
  view: null,
  console: null,
  busy: false,
  wrongAt: 0,
  ticked: new Set(),
  due: -1,
  settlement: "",
};

function showWrong(text) {
  $("scan-wrong").textContent = text;
  state.wrongAt = state.console?.version;
}

async function send(step, fields = {}, more = {}) {
  if (state.busy) return null;
  state.busy = true;
  draw();
  const command = { ...step.command, ...fields };
  const expected = ANYTIME.has(command.do) || step.signed ? undefined : state.console.version;
  const answer = await sendCommand(table, command, expected, more);
  await look();
  state.busy = false;
  draw();
  return answer;
}

async function act(step, fields) {
  const answer = await send(step, fields);
  if (answer && !answer.ok) showWrong(refusalText(answer));
  return Boolean(answer?.ok);
}

// A jackpot is neither confirmed nor paid here: it is claimed and verified where approvals are.
// The stream may be ahead of the console that is shown: nothing is done that is not read yet.
function jackpot() {
  const { awaits, hits, version } = state.view;
  const isShown = version === state.console.version;
  return isShown && awaits.chore === "confirm_payout" && hits.length ? hits[0] : null;
}

// The main button: the next line to take or pay, or the command that is awaited.
async function doMain() {
  const { console: now } = state;
  if (now && jackpot()) {
    location.assign(APPROVALS);
    return;
  }
  if (!now?.main || state.busy) return;
  showWrong("");
  const at = nextPayout(now, state.ticked);
  if (at >= 0) {
    state.ticked.add(at);
    draw();
  } else if (now.main.signed) openSigning(now.main);
  else if (now.main.needs.includes("card")) await scan(now.main, $("card"));
  else await act(now.main);
}

async function scan(step, input) {
  const typed = input.value.trim();
  const card = readCard(typed);
  if (!typed) {
    input.focus();
    showWrong("Type or scan the card, like Qh or 10♥, then Enter.");
    return;
  }
  if (card === null) {
    input.select();
    showWrong(`${typed}: not a card. Type the rank, then the suit: Qh, 10♥, As.`);
    return;
  }
  const isDone = await act(step, step.command.do === "report" ? { cards: [card] } : { card });
  if (isDone) input.value = "";
  else input.select();
}

function setCite(link, cite) {
  if (link.textContent === cite) return;
  link.textContent = cite;
  link.href = `/law/${state.view.law.reference}?cite=${encodeURIComponent(cite)}`;
}

function mainLabel() {
  const { automatic, main, now, pay } = state.console;
  if (jackpot()) return "Open Approvals";
  if (!main && automatic) return "The house deals";
  if (!main) return `Waiting for ${now.roles.length ? now.roles.join(" or ") : "the house"}`;
  const at = nextPayout(state.console, state.ticked);
  return at >= 0 ? payoutText(pay[at]) : main.label;
}

function dealerText({ automatic, dealer }) {
  if (automatic) return "The house deals automatically";
  return dealer ? `${dealer} deals` : "No dealer yet";
}

function shoeText({ left, rack }) {
  return left === null ? `${rack} in the rack` : `${left} cards in the shoe`;
}

function drawMain() {
  const { now, main } = state.console;
  const hit = jackpot();
  setText($("next"), now.text);
  setText(
    $("next-about"),
    hit
      ? `A jackpot of ${formatMoney(hit.amount)}: its dealer claims it and supervisors verify it, ` +
          "all under Approvals."
      : now.about,
  );
  setCite($("next-cite"), now.cite);
  const label = mainLabel();
  const button = $("do");
  if (button.dataset.label !== label) {
    button.dataset.label = label;
    button.replaceChildren(label, main || hit ? element("kbd", { "aria-hidden": "true" }, "Enter") : "");
  }
  button.disabled = !main && !hit;
  if (button.ariaBusy !== String(state.busy)) button.ariaBusy = String(state.busy);
  const scans = Boolean(main?.needs.includes("card"));
  if ($("scan").hidden === scans) $("scan").hidden = !scans;
  setText($("shoe"), shoeText(state.view.shoe));
  setText($("dealt-by"), dealerText(state.console));
}

function toggle(at) {
  if (state.ticked.has(at)) state.ticked.delete(at);
  else state.ticked.add(at);
  draw();
}

function payoutItem(line, at) {
  const sum = sumText(line);
  return element(
    "li",
    {},
    element(
      "button",
      { type: "button", "data-line": String(at), onclick: () => toggle(at) },
      element("span", { class: "tick", "aria-hidden": "true" }),
      element("span", {}, payoutTitle(line)),
      element("b", {}, payoutAmount(line)),
      element("small", {}, payoutFacts(line)),
      line.reckoned && element("small", { class: "sum" }, sum),
    ),
  );
}

function drawPayouts() {
  const { pay } = state.console;
  const place = $("pay");
  if (place.hidden === Boolean(pay.length)) place.hidden = !pay.length;
  patch(place, pay.length > 0, () => [
    element("h2", {}, "Take and pay, in this order"),
    element("ol", {}),
  ]);
  const due = nextPayout(state.console, state.ticked);
  const fill =
    (at, { does }) =>
    ({ firstElementChild: button }) => {
      setClasses(button, "pay-line", `does-${does}`, at === due && "due");
      button.ariaPressed = String(state.ticked.has(at));
      setText(button.firstElementChild, state.ticked.has(at) ? "✓" : "");
    };
  reconcile(
    place.lastElementChild,
    pay.map((line, at) => ({
      key: at,
      value: line,
      make: () => payoutItem(line, at),
      fill: fill(at, line),
    })),
  );
  const next = due === state.due ? null : place.querySelector(".due");
  state.due = due;
  if (next) afterDrawing(() => () => next.scrollIntoView({ block: "nearest" }));
}

function stepButton(step) {
  return element(
    "button",
    {
      type: "button",
      "data-do": step.command.do,
      title: step.cite,
      onclick: () => {
        showWrong("");
        if (step.signed) openSigning(step);
        else act(step);
      },
    },
    step.label,
  );
}

function drawOthers() {
  const { groups } = state.console;
  patch($("others"), groups, () => [
    element(
      "button",
      { type: "button", class: "alarm", id: "alarm", "data-key": "x", onclick: showMishaps },
      "Something went wrong",
      element("kbd", { "aria-hidden": "true" }, "X"),
    ),
    ...groups.map(({ name, steps }) =>
      element(
        "div",
        {},
        element("h3", {}, name),
        element("div", { class: "steps" }, ...steps.map(stepButton)),
      ),
    ),
  ]);
}

// The console speaks of boxes by their numbers; the felt names who sits there.
function numberBox(item, seated) {
  const name = item.querySelector(".name");
  if (!name) return;
  if (item.dataset.box in seated) name.dataset.at = `${item.dataset.box} · `;
  else delete name.dataset.at;
}

function draw() {
  const { console: now, view } = state;
  if (!now || !view) return;
  const settlement = settlementSign(view.rounds, now.pay);
  if (settlement !== state.settlement) {
    state.settlement = settlement;
    state.ticked = new Set();
  }
  room.dataset.version = String(now.version);
  if (now.version !== state.wrongAt) showWrong("");
  drawMain();
  drawPayouts();
  drawOthers();
  // At a table that somebody deals, cards that were collected are gone.
  drawFelt(now.automatic ? view : { ...view, last_round: null }, page.person, false, () => {});
  for (const item of $("boxes").children) numberBox(item, view.seated);
}
const drawSoon = oncePerFrame(draw);

// Reports an irregularity; "" where it is done, else why it is not.
async function report(way, fields, name) {
  const answer = await send(way, fields);
  if (!answer) return "";
  if (!answer.ok) return refusalText(answer);
  showWrong("");
  showNotice(`Reported: ${name}`);
  return null;
}

const showMishaps = () => openMishaps(table, state.view.law.reference);
wireMishaps(report);

// Money that two people sign: the second one proves who they are, signs, and is signed out again.
let signing = null;
function openSigning(step) {
  signing = step;
  $("signing-title").textContent = step.label;
  $("sign").reset();
  $("sign-wrong").textContent = "";
  $("signing").showModal();
  $("sign").elements.amount.focus();
}

async function callAsSecond(method, path, token, body) {
  const authorization = token ? { Authorization: `Bearer ${token}` } : {};
  const response = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json", ...authorization },
    body: body && JSON.stringify(body),
    credentials: "omit",
  });
  const answer = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

async function sign({ elements }, key, command) {
  const link = elements.link.value.trim().split("#").pop();
  const { name, password, code } = elements;
  const who = link ? { link } : { name: name.value, password: password.value, code: code.value };
  const { token } = await callAsSecond("POST", "/api/session", "", who);
  try {
    const body = { asker: page.person, key, command };
    const signed = await callAsSecond("POST", `/api/tables/${table}/signatures`, token, body);
    return signed.signature;
  } finally {
    await callAsSecond("DELETE", "/api/session", token).catch(() => null);
  }
}

async function askFloor() {
  const { amount } = $("sign").elements;
  if (!amount.reportValidity()) return;
  const body = { table, key: newKey(), command: { ...signing.command, amount: amount.value } };
  const response = await call("POST", "/api/signing", body).catch(() => null);
  if (response?.ok) {
    $("signing").close();
    showNotice(`${signing.label}: requested; it is done once the floor has signed`);
  } else {
    $("sign-wrong").textContent = response
      ? (await response.json()).message
      : "The house cannot be reached; try again.";
  }
}
$("sign-ask").addEventListener("click", askFloor);

$("sign").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const key = newKey();
  const fields = { amount: form.elements.amount.value };
  $("sign-do").disabled = true;
  try {
    const signature = await sign(form, key, { ...signing.command, ...fields });
    const answer = await send(signing, fields, { key, signatures: [signature] });
    if (answer?.ok) {
      $("signing").close();
      showNotice(`${signing.label}: signed by both`);
    } else if (answer) $("sign-wrong").textContent = refusalText(answer);
  } catch (problem) {
    $("sign-wrong").textContent = problem.message;
  }
  $("sign-do").disabled = false;
});
$("sign-close").addEventListener("click", () => $("signing").close());

// Keys: Enter does what comes now; a scanner types wherever one is.
$("do").addEventListener("click", doMain);
$("scan").addEventListener("submit", (event) => {
  event.preventDefault();
  doMain();
});
document.addEventListener("keydown", (event) => {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
  if (isShortcut || document.querySelector("dialog[open]")) return;
  const isTyping = event.target.closest("input, textarea");
  if (event.key === "Enter" && !event.target.closest("button, a, summary, input")) {
    event.preventDefault();
    doMain();
    return;
  }
  if (event.key.toLowerCase() === "x" && !isTyping) {
    event.preventDefault();
    showMishaps();
    return;
  }
  const isSign = event.key.length === 1 && event.key !== " ";
  if (!isTyping && !$("scan").hidden && isSign) $("card").focus();
});

// Whoever waits for a look waits for one that began after asking.
let looking = null;
let lookAgain = false;
function look() {
  if (looking) lookAgain = true;
  else looking = readConsole();
  return looking;
}

async function readConsole() {
  do {
    lookAgain = false;
    const response = await call("GET", `/api/tables/${table}/console`).catch(() => null);
    if (response?.ok) state.console = await response.json();
  } while (lookAgain);
  looking = null;
  drawSoon();
}

wireSignOut();
wireComesOn(table);
resendPending().then((answer) => {
  if (answer && !answer.ok) showNotice(refusalText(answer));
});
followViews(table, $("link-state"), (text) => {
  state.view = JSON.parse(text);
  look();
});
