// The last rounds of this table: a list, and each step by step on a felt of its own.
import { dialogHead, element } from "../elements.js";
import { showSteps } from "../felt/replay.js";
import { formatNet, netClass } from "../money.js";

const dialog = document.getElementById("rounds");
let running = null;

async function get(path) {
  const response = await fetch(path, { credentials: "same-origin" }).catch(() => null);
  const body = response
    ? await response.json()
    : { message: "The house cannot be reached; close this and try again." };
  return { ok: Boolean(response?.ok), body };
}

function timeText(at) {
  return new Date(at).toLocaleTimeString([], {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
  });
}

// The provisions behind one's own payouts of a step, to be opened.
function provisions(step, round, law) {
  const own = (step.event?.lines ?? []).filter(
    ({ box, cite }) => round.own && round.boxes.includes(box) && cite,
  );
  const links = [...new Set(own.map(({ cite }) => cite))].map((cite) =>
    element("a", { href: `/law/${law}?${new URLSearchParams({ cite })}` }, cite),
  );
  return links.length
    ? [element("p", { class: "step-law" }, element("span", {}, "Read "), ...links)]
    : [];
}

async function showRound(table, me, round) {
  const { ok, body } = await get(`/api/tables/${table}/rounds/${round.round}/steps`);
  const back = element(
    "button",
    { type: "button", class: "quiet", onclick: () => showList(table, me) },
    "All rounds",
  );
  const head = dialogHead(dialog, `Round ${round.round}`, back);
  if (!ok) {
    dialog.replaceChildren(head, element("p", {}, body.message));
    return;
  }
  const place = element("div");
  dialog.replaceChildren(head, place);
  // The law of the round, which the table may have been moved from since.
  const law = body.steps[0].view.law.reference;
  running = showSteps(body.steps, {
    root: place,
    me,
    beside: (step) => provisions(step, round, law),
  });
  place.querySelector("[data-step=play]").focus();
}

function roundItem(table, me, round) {
  const net = Number(round.net);
  const boxes = `${round.boxes.length > 1 ? "boxes" : "box"} ${round.boxes.join(", ")}`;
  return element(
    "li",
    {},
    element(
      "button",
      {
        type: "button",
        class: "round-line",
        "data-round": String(round.round),
        onclick: () => showRound(table, me, round),
      },
      element("b", {}, `Round ${round.round}`),
      element("span", {}, `${timeText(round.at)} · ${boxes}`),
      round.own ? element("span", { class: `amount ${netClass(net)}` }, formatNet(net)) : null,
    ),
  );
}

async function showList(table, me) {
  running?.stop();
  const { ok, body } = await get(`/api/tables/${table}/rounds?last=10`);
  const head = dialogHead(dialog, "Last rounds");
  if (!ok) {
    dialog.replaceChildren(head, element("p", {}, body.message));
    return;
  }
  const items = body.rounds
    .filter((round) => round.complete)
    .map((round) => roundItem(table, me, round));
  const none = "None of your rounds is over yet. Place a bet, and it will be listed here.";
  dialog.replaceChildren(
    head,
    items.length ? element("ol", { class: "round-list" }, ...items) : element("p", {}, none),
  );
}

export function wireRoundsButton(table, me) {
  dialog.addEventListener("close", () => running?.stop());
  document.getElementById("show-rounds").addEventListener("click", () => {
    dialog.showModal();
    showList(table, me);
  });
}
