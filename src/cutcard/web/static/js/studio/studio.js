// The studio: fields become a design, a design becomes figures, findings, plots and runs.
import { wireSignOut } from "../api.js";
import { citeLink, element } from "../elements.js";
import { ask, send } from "./desk.js";
import {
  choicesIn,
  designIn,
  designOf,
  designText,
  isBroken,
  oneIn,
  percent,
  queryOf,
  signedPercent,
} from "./design.js";
import { saveFile, wirePapers } from "./papers.js";
import { title } from "../words.js";
import { linePlot } from "./plots.js";
import { wireRuns } from "./runs.js";

const WAIT_MS = 300;
const MOST_FILE = 50000;
const HARDLY = 0.01;
const WELL = 1;
const SEVERITIES = { violation: "Not permitted", warning: "Warning", note: "Note" };
const $ = (id) => document.getElementById(id);
const studio = $("studio");
const fields = () => ({
  options: [...document.querySelectorAll("[data-option]")].map((select) => ({
    name: select.dataset.option,
    value: select.value,
    usual: [...select.options].find((each) => "usual" in each.dataset)?.value ?? "",
  })),
  prices: [...document.querySelectorAll("[data-pays]")].map((input) => ({
    outcome: input.dataset.pays,
    value: input.value,
    printed: input.dataset.printed,
  })),
});
const design = () => designIn(studio.dataset, fields());
let figures = null;
let submission = null;
let waiting;

function showProblem(message) {
  $("problem").textContent = message;
  $("problem").hidden = !message;
}

function keepAddress() {
  const query = queryOf(design());
  const pinned = new URLSearchParams(location.search).get("vs");
  if (pinned) query.set("vs", pinned);
  history.replaceState(null, "", `/studio?${query}`);
}

function markOwn() {
  for (const input of document.querySelectorAll("[data-pays]")) {
    const isOwn = input.value.trim() !== input.dataset.printed;
    input.classList.toggle("own", isOwn);
    input.nextElementSibling.hidden = !isOwn;
    if (!isOwn) input.removeAttribute("aria-invalid");
  }
}

// Prices of one's own that the law does not allow are marked where they stand.
function markBroken(findings) {
  for (const input of document.querySelectorAll("[data-pays]")) {
    const isOwn = input.classList.contains("own");
    const isWrong = isOwn && isBroken(findings, studio.dataset.wager, input.dataset.pays);
    if (isWrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

function showRows(rows) {
  for (const line of document.querySelectorAll("[data-outcome]:has([data-part])")) {
    const found = rows.filter(({ outcome }) => outcome === line.dataset.outcome);
    const sum = (name) => found.reduce((total, row) => total + row[name], 0);
    line.querySelector("[data-one-in]").textContent = found.length ? oneIn(sum("probability")) : "";
    line.querySelector("[data-part]").textContent = found.length ? signedPercent(sum("part"), 2) : "";
  }
}

function showFigures(value) {
  figures = value;
  $("edge").textContent = percent(value.edge);
  $("change").textContent = value.change
    ? `${signedPercent(value.change)} to the document's ${percent(value.document_edge)}`
    : "as the document has it";
  $("hit").textContent = percent(value.hit, 2);
  $("deviation").textContent = value.deviation === null ? "–" : value.deviation.toFixed(3);
  $("favours").hidden = !value.favours;
  showRows(value.rows);
  showBeside();
}

async function computeFigures() {
  $("figures-state").textContent = "computing…";
  const answer = await ask("figures", { design: design(), study: "figures" }, ({ value, message }) => {
    $("figures-state").textContent = message || "computing…";
    if (value) showFigures(value);
  });
  if (!answer) return;
  $("figures-state").textContent = "";
  showProblem(answer.state === "done" ? "" : answer.message);
  if (answer.state === "done") showFigures(answer.value);
}

function findingItem({ severity, told, place, cite }) {
  const cites = cite.split("; ").filter(Boolean);
  return element(
    "li",
    { class: severity },
    element("b", {}, `${SEVERITIES[severity]}: `),
    place ? `${place}: ` : "",
    told,
    " ",
    ...cites.flatMap((each) => [citeLink(studio.dataset.reference, each, { class: "cite" }), " "]),
  );
}

function showCheck({ check, submission: filed }) {
  submission = filed;
  const many = check.findings.filter(({ severity }) => severity === "violation").length;
  $("verdict").dataset.compliant = check.compliant;
  $("verdict").textContent = check.compliant
    ? "✓ May be offered like this"
    : `✗ May not be offered: ${many} ${many === 1 ? "provision is" : "provisions are"} broken`;
  $("findings").replaceChildren(
    ...check.findings.filter(({ severity }) => severity !== "note").map(findingItem),
  );
}

async function computeLaw() {
  const asked = JSON.stringify(design());
  const reply = await send("/api/studio/check", design());
  if (asked !== JSON.stringify(design())) return;
  if (reply.ok) {
    showCheck(reply);
    markBroken(reply.check.findings);
  } else showProblem(reply.message);
}

function showSweep({ points, of, figure }) {
  const barred = points.filter(({ reason }) => reason);
  $("sweep").replaceChildren(
    linePlot(points, figure),
    ...barred.map(({ at, reason }) => element("p", { class: "soft" }, `${at}: ${reason}`)),
  );
  const over = $("over").selectedOptions[0].textContent.replace(/ \(.*/, "").toLowerCase();
  $("sweep-state").textContent =
    points.length < of ? `${points.length} of ${of}` : `${figure}, by ${over}`;
}

async function computeSweep() {
  const over = $("over").value;
  $("sweep").replaceChildren();
  if (!over) return;
  const study = over === "decks" ? "decks" : "sweep";
  $("sweep-state").textContent = "computing…";
  const answer = await ask("sweep", { design: design(), study, over }, ({ value, message }) => {
    if (value) showSweep(value);
    else $("sweep-state").textContent = message;
  });
  if (answer?.state === "done") showSweep(answer.value);
  else if (answer) $("sweep-state").textContent = answer.message;
}

// How well a wager can be counted, by the units that a hundred rounds bring.
function easeOf(units) {
  if (units < HARDLY) return "Hardly";
  return units < WELL ? "A little" : "Yes";
}

function showCounts({ counts, penetration }) {
  const heads = ["Level", "Wins per 100 rounds", "From a count of", "Correlation", "Tags"].map((name) =>
    element("th", { scope: "col" }, name),
  );
  const lines = counts.map((each) =>
    element(
      "tr",
      {},
      element("td", {}, String(each.level)),
      element("td", {}, `${each.units_per_100.toFixed(4)} units`),
      element("td", {}, each.trigger === null ? "never" : each.trigger.toFixed(2)),
      element("td", {}, each.correlation.toFixed(3)),
      element(
        "td",
        {},
        Object.entries(each.tags)
          .filter(([, tag]) => tag)
          .map(([card, tag]) => `${card}${tag > 0 ? "+" : "−"}${Math.abs(tag)}`)
          .join(" "),
      ),
    ),
  );
  $("counts").replaceChildren(
    element(
      "div",
      { class: "wide", tabindex: "0", role: "group", "aria-label": "Counts" },
      element(
        "table",
        { class: "studio-grid" },
        element("thead", {}, element("tr", {}, ...heads)),
        element("tbody", {}, ...lines),
      ),
    ),
  );
  const best = Math.max(...counts.map((each) => each.units_per_100));
  const when = `in 100 rounds at ${percent(penetration, 0)} penetration`;
  $("counts-state").textContent =
    `${easeOf(best)}: a perfect counter wins ${best.toFixed(3)} units ${when}.`;
}

async function computeCounts() {
  $("count").disabled = true;
  $("counts-state").textContent = "computing…";
  const answer = await ask("counts", { design: design(), study: "counts" }, ({ message }) => {
    $("counts-state").textContent = message;
  });
  $("count").disabled = false;
  if (answer?.state === "done") showCounts(answer.value);
  else if (answer) $("counts-state").textContent = answer.message;
}

// The table that was kept for comparison, as an address of its own.
async function showBeside() {
  const pinned = new URLSearchParams(location.search).get("vs");
  const beside = $("beside");
  beside.hidden = !pinned;
  if (!pinned) return;
  const other = designOf(new URLSearchParams(pinned));
  const answer = await ask("beside", { design: other, study: "figures" });
  if (answer?.state !== "done" || !figures) return;
  const lines = [
    [
      "House edge",
      percent(answer.value.edge),
      percent(figures.edge),
      signedPercent(figures.edge - answer.value.edge),
    ],
    ["Hit rate", percent(answer.value.hit, 2), percent(figures.hit, 2), ""],
    ["Deviation", answer.value.deviation?.toFixed(3) ?? "–", figures.deviation?.toFixed(3) ?? "–", ""],
  ];
  beside.replaceChildren(
    element(
      "p",
      { class: "soft" },
      "Kept: ",
      element("a", { href: `/studio?${pinned}` }, designText(other)),
    ),
    element(
      "table",
      { class: "studio-grid" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...["", "Kept", "This", "Change"].map((name) => element("th", { scope: "col" }, name)),
        ),
      ),
      element(
        "tbody",
        {},
        ...lines.map((line) => element("tr", {}, ...line.map((cell) => element("td", {}, cell)))),
      ),
    ),
  );
}

function pin() {
  const query = queryOf(design());
  query.set("vs", queryOf(design()).toString());
  history.replaceState(null, "", `/studio?${query}`);
  showBeside();
}

function download(name, value) {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  saveFile(name, new Blob([text], { type: "application/json" }));
}

function changed() {
  markOwn();
  keepAddress();
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    computeFigures();
    computeLaw();
    computeSweep();
    runs.forget();
    $("counts").replaceChildren();
    $("counts-state").textContent = "";
  }, WAIT_MS);
}

function fillFromAddress() {
  const { options, pays } = choicesIn(new URLSearchParams(location.search));
  for (const select of document.querySelectorAll("[data-option]")) {
    const wanted = options[select.dataset.option];
    if (wanted !== undefined) select.value = wanted;
  }
  for (const input of document.querySelectorAll("[data-pays]")) {
    const wanted = pays[input.dataset.pays];
    if (wanted !== undefined) input.value = wanted;
  }
  markOwn();
}

// A file of a submission: what it says of the wagers, each as a design of its own.
async function readFile(file) {
  if (!file) return;
  if (file.size > MOST_FILE) {
    showProblem(`${file.name}: too large for a submission; at most ${MOST_FILE / 1000} KB`);
    return;
  }
  const reply = await send("/api/studio/submission", { text: await file.text() });
  showProblem(reply.ok ? "" : `${file.name}: ${reply.message}`);
  if (!reply.ok) return;
  showCheck(reply);
  const filed = reply.submission;
  const wagers = Object.entries(filed.wagers ?? {});
  const links = wagers.map(([wager, settings]) => {
    const own = typeof settings === "string" ? { paytable: settings } : (settings ?? {});
    const query = queryOf({
      document: filed.document,
      wager,
      variation: filed.variation ?? "",
      paytable: own.paytable ?? "",
      options: Object.fromEntries(
        Object.entries(filed.options ?? {}).filter(([, value]) => typeof value !== "object"),
      ),
      pays: own.pays && !Array.isArray(own.pays) ? own.pays : {},
    });
    return element("li", {}, element("a", { href: `/studio?${query}` }, `Open ${title(wager)} here`));
  });
  $("findings").append(...links);
  $("verdict").textContent = `${file.name}: ${$("verdict").textContent}`;
  $("verdict").scrollIntoView({ block: "center" });
}

function wireFile() {
  const drop = $("drop");
  $("file").addEventListener("change", ({ target }) => readFile(target.files[0]));
  for (const [name, on] of [
    ["dragover", true],
    ["dragleave", false],
    ["drop", false],
  ]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", on);
    });
  }
  drop.addEventListener("drop", ({ dataTransfer }) => readFile(dataTransfer.files[0]));
}

function wire() {
  $("design").addEventListener("input", ({ target }) => {
    if (target.matches("[data-option], [data-pays]")) changed();
  });
  $("design").addEventListener("click", ({ target }) => {
    if (!target.matches("[data-printed-of]")) return;
    const input = target.previousElementSibling;
    input.value = input.dataset.printed;
    input.focus();
    changed();
  });
  $("design").addEventListener("submit", (event) => event.preventDefault());
  $("reset").addEventListener("click", () => {
    for (const input of document.querySelectorAll("[data-pays]")) input.value = input.dataset.printed;
    changed();
  });
  $("pick").addEventListener("change", ({ target }) => {
    const query = new URLSearchParams(new FormData($("pick")));
    if (target.name === "document") {
      for (const name of ["wager", "paytable", "variation"]) query.delete(name);
    }
    if (target.name === "wager") query.delete("paytable");
    location.assign(`/studio?${query}`);
  });
  $("over").addEventListener("change", computeSweep);
  $("count").addEventListener("click", computeCounts);
  $("pin").addEventListener("click", pin);
  $("save").addEventListener(
    "click",
    () => figures && download("figures.json", { design: design(), ...figures }),
  );
  $("submission").addEventListener("click", () => submission && download("submission.json", submission));
  $("share").addEventListener("click", async () => {
    await navigator.clipboard?.writeText(location.href).catch(() => null);
    $("figures-state").textContent = "address copied";
  });
  wireFile();
}

wirePapers({ design, submission: () => submission });
const runs = wireRuns({ design, exact: () => figures?.edge ?? null, download });
wireSignOut();
fillFromAddress();
wire();
computeFigures();
computeLaw();
computeSweep();
