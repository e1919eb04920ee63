// A submission: fields become plain values, the house checks them, and its findings stand beside their
// fields.
import { call, wireSignOut } from "../api.js";
import { citeLink, element } from "../elements.js";
import { pathsUp, setPath, submissionValue } from "./fields.js";
import { SEVERITIES, verdictText } from "./findings.js";

const WAIT_MS = 350;
const TABLE_NAME = /^[A-Za-z0-9-]{1,40}$/;
const UNREACHABLE = "The house cannot be reached; what you entered stays here.";
const form = document.getElementById("open");
const verdict = document.getElementById("verdict");
let checks = 0;
let waiting;

function submission() {
  const filed = { document: form.dataset.document, options: {}, wagers: {} };
  const boxes = [...form.querySelectorAll("[data-offer]:checked")];
  const offered = new Set(boxes.map((box) => box.dataset.offer));
  for (const wager of offered) filed.wagers[wager] = {};
  for (const input of form.querySelectorAll("[data-path]")) {
    const { path } = input.dataset;
    const [part, wager] = path.split(".");
    if (part === "wagers" && !offered.has(wager)) continue;
    const value = submissionValue(input);
    if (value !== undefined) setPath(filed, path, value);
  }
  return filed;
}

// The meters that offered wagers are linked to.
function links() {
  const meters = {};
  for (const input of form.querySelectorAll("[data-link]")) {
    const isOffered = input.closest("[data-wager]").querySelector("[data-offer]").checked;
    if (isOffered && input.value.trim()) meters[input.dataset.link] = input.value.trim();
  }
  return meters;
}

// The field that a finding is about, or the nearest one around it.
function fieldOf(path) {
  for (const each of pathsUp(path)) {
    const field = form.querySelector(`[data-field="${CSS.escape(each)}"]`);
    if (field) return field;
  }
  return null;
}

// A paytable that does not fit the decks is a matter of both fields: either of them mends it.
const ABOUT_DECKS = "decks_not_permitted";
const DECKS = "options.decks";

function fieldsOf({ path, code }) {
  const places = code === ABOUT_DECKS ? [path, DECKS] : [path];
  return [...new Set(places.map(fieldOf).filter(Boolean))];
}

// Beside its field a finding needs no place; the path is for whoever writes the file by hand.
function findingItem({ severity, path, told, cite }, place = "") {
  return element(
    "li",
    { class: `finding ${severity}`, title: path },
    element("b", {}, `${SEVERITIES[severity]}: `),
    place && `${place}: `,
    told,
    " ",
    ...citeLinks(cite),
  );
}

// Each provision and each reading opens in the law.
function citeLinks(cites) {
  const link = (cite) => citeLink(form.dataset.document, cite, { class: "cite", target: "_blank" });
  return cites
    .split("; ")
    .filter(Boolean)
    .flatMap((cite) => [link(cite), " "]);
}

function clearFindings() {
  for (const list of form.querySelectorAll(".findings, .found")) list.replaceChildren();
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

function showFindings({ findings, compliant }) {
  clearFindings();
  for (const finding of findings) {
    const fields = fieldsOf(finding);
    if (!fields.length) document.getElementById("others").append(findingItem(finding, finding.place));
    fields.forEach((field, at) => {
      const input = field.querySelector("[data-path]");
      field.querySelector(".findings").append(findingItem(finding, at ? finding.place : ""));
      if (finding.severity === "violation") input?.setAttribute("aria-invalid", "true");
      if (finding.severity !== "note" && !at) addJump(finding, field, input);
    });
  }
  verdict.textContent = verdictText(findings, compliant);
  verdict.className = compliant ? "good" : "bad";
  document.getElementById("set-up").disabled = !compliant;
}

function openDetailsAround(node) {
  for (let at = node; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
}

// A button beside the verdict that leads to the field.
function addJump({ severity, path, place }, field, input) {
  const onclick = () => {
    openDetailsAround(field);
    (input ?? field.querySelector("summary, input")).focus();
  };
  const jump = element(
    "button",
    { type: "button", class: "quiet", title: path, onclick },
    `${SEVERITIES[severity]}: ${place}`,
  );
  document.getElementById("found").append(element("li", {}, jump));
}

async function check() {
  checks += 1;
  const mine = checks;
  const response = await call("POST", "/api/submissions", submission()).catch(() => null);
  if (mine !== checks) return;
  if (response?.ok) {
    showFindings(await response.json());
    return;
  }
  verdict.textContent = response ? (await response.json()).message : UNREACHABLE;
  verdict.className = "bad";
  document.getElementById("set-up").disabled = true;
}

function checkSoon() {
  clearTimeout(waiting);
  verdict.textContent = "Checking…";
  verdict.className = "";
  waiting = setTimeout(check, WAIT_MS);
}

function showProblem(text, isAboutName) {
  const place = document.getElementById("open-said");
  place.textContent = isAboutName ? "" : text;
  place.className = "said bad";
  const items = isAboutName ? [element("li", { class: "finding violation" }, text)] : [];
  document.getElementById("said-name").replaceChildren(...items);
}

form.addEventListener("input", ({ target }) => {
  if (target.id === "table-name" || target.id === "dealt") return;
  if (target.dataset.offer) {
    const word = target.closest("details").querySelector(".offered-word");
    word.textContent = target.checked ? "offered" : "not offered";
  }
  checkSoon();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = document.getElementById("table-name").value.trim();
  if (!TABLE_NAME.test(name)) {
    showProblem("name: 1 to 40 letters, digits and hyphens are needed", true);
    document.getElementById("table-name").focus();
    return;
  }
  const dealt = document.getElementById("dealt").value;
  const button = document.getElementById("set-up");
  button.disabled = true;
  const response = await call("POST", "/api/tables", {
    name,
    submission: submission(),
    dealer: dealt === "automatic" ? "automatic" : "manual",
    scanned: dealt === "scanned",
    links: links(),
  }).catch(() => null);
  button.disabled = false;
  if (response?.ok) {
    location.assign(`/floor/tables/${name}`);
    return;
  }
  const problem = response ? await response.json() : { message: UNREACHABLE, where: "", cite: "" };
  if (problem.where === "submission") {
    check();
    showProblem("It is not compliant yet: the findings are beside their fields.", false);
    return;
  }
  showProblem(
    [problem.message, problem.cite].filter(Boolean).join(" · "),
    problem.where === "name" || problem.message.startsWith("table:"),
  );
});

wireSignOut();
check();
