// The exact edges of this table and its strategy chart, and the coach: what the best action was.
import { made, money, plainly } from "../draw.js";

const EVERY_MS = 1200;
const LONGEST_MS = 60000;
const COACH = "cutcard-coach";
const COACHED = new Set(["hit", "stand", "double", "split", "surrender", "rescue", "decline"]);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export async function reckoned(path, until, goesOn = () => true, hears = () => {}) {
  const end = Date.now() + until;
  for (;;) {
    const answer = await fetch(path, { credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok) {
      return {
        state: "none",
        message: answer ? (await answer.json()).message : "The house cannot be reached; try again.",
      };
    }
    const told = (await answer.json()).answer;
    if (told.state !== "computing" || Date.now() > end || !goesOn()) return told;
    hears(told.said);
    await wait(EVERY_MS);
  }
}

function edgeRow(each) {
  return made(
    "tr",
    {},
    made("th", { scope: "row" }, each.title, made("small", {}, each.why ?? each.cite)),
    made("td", { class: "figure" }, each.edge ?? "–"),
    made("td", { class: "figure" }, each.wins ? `1 in ${each.wins}` : "–"),
  );
}

function code(each) {
  return made("td", { class: `code code-${each.charAt(0)}` }, each);
}

function section({ title, rows }, columns) {
  return made(
    "table",
    { class: "chart" },
    made("caption", {}, title),
    made(
      "thead",
      {},
      made(
        "tr",
        {},
        made("th", { scope: "col" }, "Hand"),
        ...columns.map((each) => made("th", { scope: "col" }, each === "T" ? "10" : each)),
      ),
    ),
    made(
      "tbody",
      {},
      ...rows.map((row) =>
        made(
          "tr",
          {},
          made("th", { scope: "row" }, row.hand.replaceAll("T", "10")),
          ...row.codes.map(code),
        ),
      ),
    ),
  );
}

function chartParts(chart) {
  if (!chart) return [made("p", {}, "The play of this game does not fit one chart.")];
  const legend = Object.entries(chart.legend).map(([name, means]) =>
    made("span", {}, made("b", { class: `code code-${name.charAt(0)}` }, name), ` ${means}`),
  );
  return [
    made("h3", {}, "Strategy chart"),
    made(
      "p",
      { class: "soft" },
      `Your hand at the left, the dealer's card above. Played by it the house keeps ${chart.edge}.`,
    ),
    made("p", { class: "legend" }, ...legend),
    made("div", { class: "charts" }, ...chart.sections.map((each) => section(each, chart.columns))),
  ];
}

function shown(told) {
  if (told.state !== "done") {
    return [made("p", {}, told.message ?? "Still computing; look again in a moment.")];
  }
  return [
    made("ul", { class: "tags" }, ...told.rules.split(" · ").map((each) => made("li", {}, each))),
    made(
      "div",
      { class: "scrolls", tabindex: "0", role: "region", "aria-label": "Edges" },
      made(
        "table",
        { class: "edges" },
        made(
          "thead",
          {},
          made(
            "tr",
            {},
            ...["Wager", "The house keeps", "Wins"].map((each, at) =>
              made("th", { scope: "col", class: at ? "figure" : undefined }, each),
            ),
          ),
        ),
        made("tbody", {}, ...told.wagers.map(edgeRow)),
      ),
    ),
    ...chartParts(told.chart),
  ];
}

export function oddsButton(table) {
  const dialog = document.getElementById("odds");
  const close = made(
    "button",
    { type: "button", class: "quiet", onclick: () => dialog.close() },
    "Close",
  );
  document.getElementById("show-odds").addEventListener("click", async () => {
    const status = made(
      "p",
      { role: "status" },
      "Computing the exact odds of this table… the first time takes some seconds.",
    );
    const place = made("div", { class: "odds" }, status);
    const hears = (said) => {
      status.textContent = `Computing the exact odds of this table${said ? `: ${said}` : ""}. The first time takes some seconds.`;
    };
    dialog.replaceChildren(
      made("div", { class: "dialog-head" }, made("h2", {}, "Odds of this table"), close),
      place,
      made(
        "p",
        { class: "soft" },
        made("a", { href: `/odds/sheets/${table}` }, "The par sheet of this table"),
        ", to keep or to print",
      ),
    );
    dialog.showModal();
    place.replaceChildren(
      ...shown(await reckoned(`/api/tables/${table}/odds`, 180000, () => dialog.open, hears)),
    );
  });
}

// The coach hears of a decision before it is sent, with what the player saw then. Only the last word stands.
let heard = 0;
export function coaching(table, view, asked) {
  const place = document.getElementById("coach");
  if (!document.getElementById("coach-on")?.checked || !COACHED.has(asked.do)) return;
  const box = view.round?.boxes.find((each) => each.box === asked.box);
  const hand = box?.hands.find((each) => each.hand === (view.awaits.hand ?? 1));
  const up = view.round?.dealer[0]?.cards.filter(Boolean) ?? [];
  heard += 1;
  place.textContent = "";
  if (!hand || !up.length || hand.cards.includes(null) || (view.awaits.offer && !hand.doubled)) return;
  const hands = hand.from_split ? box.hands.length : 1;
  const said = {
    did: asked.do,
    may: [...view.awaits.may[asked.box], "decline"],
    stake: first(box, hand),
    most: Number(view.limits.maximum ?? Infinity),
    less: Number(asked.amount ?? 0),
    which: hands > 1 ? ` Hand ${hand.hand}:` : "",
    doubled: hand.doubled,
  };
  place.textContent = `Coach:${said.which} looking…`;
  const query = new URLSearchParams({
    held: hand.cards.join(" "),
    up: up.join(" "),
    hands,
    doublings: hand.doublings,
  });
  const mine = heard;
  reckoned(`/api/tables/${table}/advice?${query}`, LONGEST_MS).then((told) => {
    if (mine === heard) place.textContent = verdict(told, said);
  });
}

// What values are told per unit of: a hand's stake before any double, which a table's limit may have cut.
function first(box, hand) {
  return hand.doubled
    ? Number(box.stakes.main)
    : hand.stakes.reduce((whole, each) => whole + Number(each), 0);
}

function actName(action, doubled) {
  return doubled
    ? { decline: "Leaving the double", double: "Doubling again", rescue: "A rescue" }[action]
    : plainly(action);
}

function verdict(told, said) {
  if (told.state !== "done") {
    return told.state === "computing"
      ? "Coach: still computing; ask me at the next hand."
      : `Coach: ${told.message}`;
  }
  const { did, may, stake, which, doubled, less } = said;
  const values = told.values.filter((each) => may.includes(each.action));
  const again = may.includes("split") && told.splits_on !== undefined;
  const best = again && told.splits_on ? "split" : values[0]?.action;
  if (!best) return "";
  if (less) return forLess(told, values, best, said);
  if (best === did) {
    return `Coach:${which} ${actName(did, doubled)} was the best play${unlimited(told, said)}.`;
  }
  const own = values.find((each) => each.action === did);
  if (!own || (best === "split" && again)) {
    return `Coach:${which} ${actName(best, doubled)} was better${unlimited(told, said)}.`;
  }
  const cost = values[0].value - own.value;
  if (cost < 0.0005) {
    return `Coach:${which} ${actName(did, doubled)} was as good as any${unlimited(told, said)}.`;
  }
  return `Coach:${which} ${actName(best, doubled)} was better${unlimited(told, said)}. ${costs(actName(did, doubled), cost, stake)}`;
}

function costs(name, cost, stake) {
  return `${name} costs ${money((cost * stake).toFixed(2))} on average, ${(cost * 100).toFixed(1)}% of the bet.`;
}

// The odds know no limit: where the table's would cut the last double that there may be, that is said.
function unlimited(told, { stake, most }) {
  return told.doublings > 1 && stake * 2 ** (told.doublings - 1) > most
    ? ", if the limit cut no double"
    : "";
}

// A double for less: what it is worth, in proportion, or that it is not known.
function forLess(told, values, best, { which, stake, less }) {
  const whole = values.find((each) => each.action === "double");
  const better = best === "double" ? "The whole double" : plainly(best);
  if (!whole) return "";
  if (!told.even) {
    return `Coach:${which} ${best === "double" ? "The whole double was the best play" : `${better} was better than the whole double`}; what a smaller one is worth here is not computed.`;
  }
  const cost = values[0].value - (whole.value * (1 + less / stake)) / 2;
  if (best === "split" && told.splits_on) return `Coach:${which} Split was better.`;
  const name = `Doubling for ${money(less.toFixed(2))}`;
  if (cost < 0.0005) return `Coach:${which} ${name} was as good as any.`;
  return `Coach:${which} ${better} was better. ${costs(name, cost, stake)}`;
}

export function coachBox(table) {
  const box = document.getElementById("coach-on");
  if (!box) return;
  box.checked = sessionStorage.getItem(COACH) === "on";
  box.addEventListener("change", () => {
    sessionStorage.setItem(COACH, box.checked ? "on" : "off");
    document.getElementById("coach").textContent = box.checked
      ? "Coach: I look at what you see, and speak after each decision."
      : "";
    if (box.checked) reckoned(`/api/tables/${table}/advice?held=Th%206d&up=Tc`, 0);
  });
}
