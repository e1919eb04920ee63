// The last rounds of this table: a list, and each step by step on a felt of its own.
import { made, money } from "../draw.js";
import { showSteps } from "../felt/replay.js";

const dialog = document.getElementById("rounds");
let running = null;

async function asked(path) {
  const answer = await fetch(path, { credentials: "same-origin" }).catch(() => null);
  const told = answer
    ? await answer.json()
    : { message: "The house cannot be reached; close this and try again." };
  return { ok: Boolean(answer?.ok), told };
}

function heads(title, ...more) {
  return made(
    "div",
    { class: "dialog-head" },
    made("h2", {}, title),
    ...more,
    made("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close"),
  );
}

function when(at) {
  return new Date(at).toLocaleTimeString([], {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
  });
}

// The provisions behind one's own payouts of a step, to be opened.
function provisions(step, line) {
  const law = document.getElementById("table").dataset.law;
  const cites = new Set(
    (step.event?.lines ?? [])
      .filter((each) => line.own && line.boxes.includes(each.box) && each.cite)
      .map((each) => each.cite),
  );
  const links = [...cites].map((cite) =>
    made("a", { href: `/law/${law}?${new URLSearchParams({ cite })}` }, cite),
  );
  return links.length ? [made("p", { class: "step-law" }, made("span", {}, "Read "), ...links)] : [];
}

async function replay(table, me, line) {
  const { ok, told } = await asked(`/api/tables/${table}/rounds/${line.round}/steps`);
  const back = made(
    "button",
    { type: "button", class: "quiet", onclick: () => list(table, me) },
    "All rounds",
  );
  if (!ok) {
    return dialog.replaceChildren(heads(`Round ${line.round}`, back), made("p", {}, told.message));
  }
  const place = made("div");
  dialog.replaceChildren(heads(`Round ${line.round}`, back), place);
  running = showSteps(told.steps, { root: place, me, beside: (step) => provisions(step, line) });
  return place.querySelector("[data-step=play]").focus();
}

async function list(table, me) {
  running?.stop();
  const { ok, told } = await asked(`/api/tables/${table}/rounds?last=10`);
  if (!ok) return dialog.replaceChildren(heads("Last rounds"), made("p", {}, told.message));
  const rows = told.rounds
    .filter((each) => each.complete)
    .map((line) => {
      const net = Number(line.net);
      return made(
        "li",
        {},
        made(
          "button",
          {
            type: "button",
            class: "round-line",
            "data-round": String(line.round),
            onclick: () => replay(table, me, line),
          },
          made("b", {}, `Round ${line.round}`),
          made(
            "span",
            {},
            `${when(line.at)} · ${line.boxes.length > 1 ? "boxes" : "box"} ${line.boxes.join(", ")}`,
          ),
          line.own
            ? made(
                "span",
                { class: `amount ${net > 0 ? "won" : net < 0 ? "lost" : ""}` },
                net === 0 ? "even" : money(net, true),
              )
            : null,
        ),
      );
    });
  return dialog.replaceChildren(
    heads("Last rounds"),
    rows.length
      ? made("ol", { class: "round-list" }, ...rows)
      : made("p", {}, "No round of yours is over yet. Place a bet, and it will stand here."),
  );
}

export function roundsButton(table, me) {
  dialog.addEventListener("close", () => running?.stop());
  document.getElementById("show-rounds").addEventListener("click", () => {
    dialog.showModal();
    list(table, me);
  });
}
