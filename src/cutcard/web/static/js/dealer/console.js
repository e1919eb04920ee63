// The dealer's console: the table's stream in, one thing to do next, commands out. The server says all of it.
import { askAgain, call, command, newKey, notice, page, signOutButton } from "../api.js";
import { made, money, plainly, turnedAway, worded } from "../draw.js";
import { showFelt } from "../felt/felt.js";
import { settled } from "../felt/motion.js";
import { framed, keyed, named, patched, tell } from "../parts.js";

const room = document.getElementById("console");
const name = room.dataset.table;
const $ = (id) => document.getElementById(id);
const state = {
  view: null,
  told: null,
  busy: false,
  wrongAt: 0,
  ticked: new Set(),
  due: -1,
  moment: "",
};
const SUITS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s" };
const ANYTIME = new Set(["start_round", "deal_by", "change_dealer", "close_table", "close_offers"]);

export function cardIn(typed) {
  const tidy = [...typed.trim()]
    .map((each) => SUITS[each] ?? each)
    .join("")
    .replace("10", "T")
    .replaceAll(/\s/g, "");
  const card = tidy.slice(0, 1).toUpperCase() + tidy.slice(1).toLowerCase();
  return /^[A2-9TJQK][cdhs]$/.test(card) ? card : null;
}

function wrong(text) {
  $("scan-wrong").textContent = text;
  state.wrongAt = state.told?.version;
}

async function send(step, filled = {}, more = {}) {
  if (state.busy) return null;
  state.busy = true;
  show();
  const asked = { ...step.command, ...filled };
  const expected = ANYTIME.has(asked.do) || step.signed ? undefined : state.told.version;
  const answer = await command(name, asked, expected, more);
  await look();
  state.busy = false;
  show();
  return answer;
}

async function act(step, filled, more) {
  const answer = await send(step, filled, more);
  if (answer && !answer.ok) wrong(turnedAway(answer));
  return Boolean(answer?.ok);
}

// The main button: the next line to take or pay, or the command that is awaited.
function nextLine() {
  const { pay, main } = state.told;
  if (!main || main.command.chore !== "settle") return -1;
  return pay.findIndex((_, at) => !state.ticked.has(at));
}

const DOES = { take: "Take", pay: "Pay", push: "Leave" };
function lineWords(line) {
  const amount = line.does === "push" ? money(line.stake) : money(line.amount);
  return `${DOES[line.does]} ${amount}, box ${line.box}`;
}

// A jackpot is neither confirmed nor paid here: it is claimed and verified where approvals are.
const APPROVALS = "/floor/approvals";
function jackpot() {
  const { awaits, hits } = state.view;
  return awaits.chore === "confirm_payout" && hits.length ? hits[0] : null;
}

async function doMain() {
  const { told } = state;
  if (told && jackpot()) {
    location.assign(APPROVALS);
    return;
  }
  if (!told?.main || state.busy) return;
  wrong("");
  const at = nextLine();
  if (at >= 0) {
    state.ticked.add(at);
    show();
    return;
  }
  if (told.main.signed) {
    openSigning(told.main);
    return;
  }
  if (told.main.needs.includes("card")) {
    await scan(told.main, $("card"));
    return;
  }
  await act(told.main);
}

async function scan(step, input) {
  const typed = input.value;
  const card = cardIn(typed);
  if (!typed.trim()) {
    input.focus();
    wrong("Type or scan the card, like Qh or 10♥, then Enter.");
    return false;
  }
  if (card === null) {
    input.select();
    wrong(`${typed.trim()}: no card. Write the rank, then the suit: Qh, 10♥, As.`);
    return false;
  }
  const filled = step.command.do === "report" ? { cards: [card] } : { card };
  const done = await act(step, filled);
  if (done) input.value = "";
  else input.select();
  return done;
}

function cited(link, cite) {
  if (link.textContent === cite) return;
  link.textContent = cite;
  link.href = `/law/${state.view.document}?cite=${encodeURIComponent(cite)}`;
}

function showNow() {
  const { told, view } = state;
  const { now, main } = told;
  tell($("next"), now.text);
  const hit = jackpot();
  tell(
    $("next-about"),
    hit
      ? `A jackpot of ${money(hit.amount)}: its dealer claims it and supervisors verify it, all under Approvals.`
      : now.about,
  );
  cited($("next-cite"), now.cite);
  const at = nextLine();
  const line = at >= 0 ? told.pay[at] : null;
  const waits = told.automatic
    ? "The house deals"
    : `Waiting for ${now.roles.length ? now.roles.join(" or ") : "the house"}`;
  const label = hit ? "Open Approvals" : !main ? waits : line ? lineWords(line) : main.label;
  const button = $("do");
  if (button.dataset.label !== label) {
    button.dataset.label = label;
    button.replaceChildren(label, main || hit ? made("kbd", { "aria-hidden": "true" }, "Enter") : "");
  }
  button.disabled = !main && !hit;
  if (button.ariaBusy !== String(state.busy)) button.ariaBusy = String(state.busy);
  const scans = Boolean(main?.needs.includes("card"));
  if ($("scan").hidden === scans) $("scan").hidden = !scans;
  tell(
    $("shoe"),
    view.shoe.left === null ? `${view.shoe.rack} in the rack` : `${view.shoe.left} cards in the shoe`,
  );
  tell(
    $("dealt-by"),
    told.automatic
      ? "The house deals by itself"
      : told.dealer
        ? `${told.dealer} deals`
        : "No dealer yet",
  );
}

function tick(at) {
  if (state.ticked.has(at)) state.ticked.delete(at);
  else state.ticked.add(at);
  show();
}

function payLine(line, at) {
  return made(
    "li",
    {},
    made(
      "button",
      { type: "button", "data-line": String(at), onclick: () => tick(at) },
      made("span", { class: "tick", "aria-hidden": "true" }),
      made("span", {}, `Box ${line.box} · ${worded(line.wager)}`),
      made("b", {}, line.does === "push" ? "Push" : `${DOES[line.does]} ${money(line.amount)}`),
      made(
        "small",
        {},
        [
          plainly(line.outcome),
          line.pays === line.outcome ? "" : plainly(line.pays),
          line.reckoned ? "" : `stake ${money(line.stake)}`,
          line.to === "player" ? "" : `to the ${line.to}`,
          line.cite,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      line.reckoned &&
        made(
          "small",
          { class: "sum" },
          [line.reckoned.told, line.reckoned.cite === line.cite ? "" : line.reckoned.cite]
            .filter(Boolean)
            .join(" · "),
        ),
    ),
  );
}

function showPay() {
  const { pay } = state.told;
  if ($("pay").hidden === Boolean(pay.length)) $("pay").hidden = !pay.length;
  patched($("pay"), pay.length > 0, () => [
    made("h2", {}, "Take and pay, in this order"),
    made("ol", {}),
  ]);
  const due = nextLine();
  const fill =
    (at, { does }) =>
    ({ firstElementChild: button }) => {
      named(button, "pay-line", `does-${does}`, at === due && "due");
      button.ariaPressed = String(state.ticked.has(at));
      tell(button.firstElementChild, state.ticked.has(at) ? "✓" : "");
    };
  keyed(
    $("pay").lastElementChild,
    pay.map((line, at) => ({
      key: at,
      told: line,
      make: () => payLine(line, at),
      fill: fill(at, line),
    })),
  );
  const lit = due === state.due ? null : $("pay").querySelector(".due");
  state.due = due;
  if (lit) settled(() => () => lit.scrollIntoView({ block: "nearest" }));
}

function stepButton(step) {
  return made(
    "button",
    {
      type: "button",
      "data-do": step.command.do,
      title: step.cite,
      onclick: () => {
        wrong("");
        if (step.signed) openSigning(step);
        else act(step);
      },
    },
    step.label,
  );
}

function showOthers() {
  const { groups } = state.told;
  patched($("others"), groups, () => [
    made(
      "button",
      { type: "button", class: "alarm", id: "alarm", "data-key": "x", onclick: openMishaps },
      "Something went wrong",
      made("kbd", { "aria-hidden": "true" }, "X"),
    ),
    ...groups.map((group) =>
      made(
        "div",
        {},
        made("h3", {}, group.name),
        made("div", { class: "steps" }, ...group.steps.map(stepButton)),
      ),
    ),
  ]);
}

// The console speaks of boxes by their numbers; the felt names who sits there.
function numbered(item, seated) {
  const name = item.querySelector(".name");
  if (!name) return;
  if (item.dataset.box in seated) name.dataset.at = `${item.dataset.box} · `;
  else delete name.dataset.at;
}

function show() {
  const { told, view } = state;
  if (!told || !view) return;
  const moment = JSON.stringify([
    view.rounds,
    told.pay.map((each) => [each.box, each.hand, each.wager, each.amount]),
  ]);
  if (moment !== state.moment) {
    state.moment = moment;
    state.ticked = new Set();
  }
  room.dataset.version = String(told.version);
  if (told.version !== state.wrongAt) wrong("");
  showNow();
  showPay();
  showOthers();
  // At a table that somebody deals, cards that were collected are gone.
  showFelt(told.automatic ? view : { ...view, last_round: null }, page.person, false, () => {});
  for (const item of $("boxes").children) numbered(item, view.seated);
}
const soon = framed(show);

// Irregularities.
async function openMishaps() {
  const list = $("mishap-list");
  list.replaceChildren(made("p", {}, "Asking the document…"));
  $("mishaps").showModal();
  const answer = await call("GET", `/api/tables/${name}/irregularities`).catch(() => null);
  if (!answer?.ok) {
    list.replaceChildren(
      made("p", { class: "wrong" }, "The house cannot be reached; close this and try again."),
    );
    return;
  }
  const all = await answer.json();
  const can = all.filter((each) => each.ways.length);
  const cannot = all.filter((each) => !each.ways.length);
  list.replaceChildren(
    ...(can.length
      ? can.map(mishap)
      : [made("p", {}, "Nothing that the document knows can have happened at this moment.")]),
    made(
      "details",
      {},
      made("summary", {}, `${cannot.length} more that cannot be now`),
      ...cannot.map((each) =>
        made(
          "div",
          { class: "mishap" },
          made(
            "h3",
            {},
            each.title,
            made(
              "a",
              {
                class: "cite",
                href: `/law/${state.view.document}?cite=${encodeURIComponent(each.cite)}`,
                target: "_blank",
              },
              each.cite,
            ),
          ),
          made("p", {}, `${each.about} ${each.orders}`),
          made("p", {}, `Not now: ${each.why}`),
        ),
      ),
    ),
  );
  list.querySelector("button, input, summary")?.focus();
}

function mishap(each) {
  const trouble = made("p", { class: "wrong", role: "alert" });
  const input = each.ways[0].needs.includes("card")
    ? made("input", {
        "aria-label": `Card of: ${each.title}`,
        placeholder: "Qh",
        maxlength: "8",
        autocomplete: "off",
      })
    : null;
  const report = async (way) => {
    const card = input ? cardIn(input.value) : null;
    if (input && card === null) {
      trouble.textContent = "Type or scan the card first, like Qh or 10♥.";
      input.focus();
      return;
    }
    const answer = await send(way, input ? { cards: [card] } : {});
    if (answer?.ok) {
      $("mishaps").close();
      wrong("");
      notice(`Reported: ${each.title} · ${each.cite}`);
    } else if (answer) trouble.textContent = turnedAway(answer);
  };
  return made(
    "div",
    { class: "mishap", "data-what": each.what },
    made(
      "h3",
      {},
      each.title,
      made(
        "a",
        {
          class: "cite",
          href: `/law/${state.view.document}?cite=${encodeURIComponent(each.cite)}`,
          target: "_blank",
        },
        each.cite,
      ),
    ),
    made("p", {}, `${each.about} ${each.orders}`),
    made(
      "div",
      { class: "ways" },
      input,
      ...each.ways.map((way) =>
        made("button", { type: "button", onclick: () => report(way) }, way.label),
      ),
    ),
    trouble,
  );
}

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

async function asSecond(method, path, token, body) {
  const headers = {
    "Content-Type": "application/json",
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
  const answer = await fetch(path, {
    method,
    headers,
    body: body && JSON.stringify(body),
    credentials: "omit",
  });
  const told = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(told.message);
  return told;
}

async function signature(form, key, asked) {
  const link = form.elements.link.value.trim().split("#").pop();
  const who = link
    ? { link }
    : {
        name: form.elements.name.value,
        password: form.elements.password.value,
        code: form.elements.code.value,
      };
  const { token } = await asSecond("POST", "/api/session", "", who);
  try {
    const made_ = await asSecond("POST", `/api/tables/${name}/signatures`, token, {
      asker: page.person,
      key,
      command: asked,
    });
    return made_.signature;
  } finally {
    await asSecond("DELETE", "/api/session", token).catch(() => null);
  }
}

async function askFloor() {
  const form = $("sign");
  if (!form.elements.amount.reportValidity()) return;
  const body = {
    table: name,
    key: newKey(),
    command: { ...signing.command, amount: form.elements.amount.value },
  };
  const answer = await call("POST", "/api/signing", body).catch(() => null);
  if (answer?.ok) {
    $("signing").close();
    notice(`${signing.label}: asked; it is done once the floor has signed it`);
  } else {
    $("sign-wrong").textContent = answer
      ? (await answer.json()).message
      : "The house cannot be reached; try again.";
  }
}
$("sign-ask").addEventListener("click", askFloor);

$("sign").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const key = newKey();
  const filled = { amount: form.elements.amount.value };
  $("sign-do").disabled = true;
  try {
    const token = await signature(form, key, { ...signing.command, ...filled });
    const answer = await send(signing, filled, { key, signatures: [token] });
    if (answer?.ok) {
      $("signing").close();
      notice(`${signing.label}: signed by two`);
    } else if (answer) $("sign-wrong").textContent = turnedAway(answer);
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
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.repeat ||
    document.querySelector("dialog[open]")
  ) {
    return;
  }
  const typing = event.target.closest("input, textarea");
  if (event.key === "Enter" && !event.target.closest("button, a, summary, input")) {
    event.preventDefault();
    doMain();
    return;
  }
  if (event.key.toLowerCase() === "x" && !typing) {
    event.preventDefault();
    openMishaps();
    return;
  }
  if (!typing && !$("scan").hidden && event.key.length === 1 && event.key !== " ") $("card").focus();
});

// The stream in. Whoever waits for a look waits for one that began after asking.
let looking = null;
let lookAgain = false;
function look() {
  if (looking) lookAgain = true;
  else looking = looked();
  return looking;
}

async function looked() {
  do {
    lookAgain = false;
    const answer = await call("GET", `/api/tables/${name}/console`).catch(() => null);
    if (answer?.ok) state.told = await answer.json();
  } while (lookAgain);
  looking = null;
  soon();
}

let waits = 500;
function follow() {
  const stream = new EventSource(`/api/tables/${name}/stream?views=true`);
  stream.addEventListener("open", () => {
    $("link-state").textContent = "Live";
    waits = 500;
  });
  stream.addEventListener("view", (event) => {
    state.view = JSON.parse(event.data);
    look();
  });
  stream.addEventListener("error", async () => {
    stream.close();
    $("link-state").textContent = "Connecting again…";
    const me = await fetch("/api/me", { credentials: "same-origin" }).catch(() => null);
    if (me?.status === 401) {
      location.assign("/enter");
      return;
    }
    setTimeout(follow, waits);
    waits = Math.min(waits * 2, 8000);
  });
}

signOutButton();
askAgain().then((answer) => {
  if (answer && !answer.ok) notice(turnedAway(answer));
});
follow();
