// A trainer's lesson: the house deals it and says what is right; what is planted is chosen here, and the
// whole is a file.
import { call, wireSignOut } from "../api.js";
import { element } from "../elements.js";
import { formatMoney } from "../money.js";
import { describe, title } from "../words.js";
import { lessonOf, plantedText } from "./stacked.js";

const LESSON = "cutcard-lesson";
const MOST_BOXES = 7;
const $ = (id) => document.getElementById(id);
const form = $("lesson");
const wagers = JSON.parse($("wagers").content.textContent);
const plays = JSON.parse($("plays").content.textContent);
const DOES = { take: "take", pay: "pay", push: "leave" };
let truth = null;

function actText(does, amount) {
  return does === "push" ? "push: leave it" : `${DOES[does]} ${formatMoney(amount)}`;
}

function stakeField(box, [name, label], value) {
  return element(
    "label",
    {},
    label,
    element("input", {
      "data-stake": name,
      inputmode: "decimal",
      pattern: "[0-9]{1,7}(\\.[0-9]{1,2})?",
      value,
      placeholder: "–",
      autocomplete: "off",
      "aria-label": `${label}, box ${box}, dollars`,
    }),
  );
}

function boxFields(number, { player = "", stakes = {}, plays: played = [] } = {}) {
  const offered = wagers[form.elements.namedItem("game").value];
  const first = offered[0][0];
  const given = Object.keys(stakes).length ? stakes : { [first]: "10.00" };
  const known = offered.map((wager) => stakeField(number, wager, given[wager[0]] ?? ""));
  const words = plays.map(([id]) => id).join(", ");
  return element(
    "fieldset",
    { class: "lesson-box", "data-box": String(number) },
    element("legend", {}, `Box ${number}`),
    element("label", {}, "Player", element("input", { "data-player": true, value: player })),
    ...known,
    element(
      "label",
      { class: "wide" },
      "Plays, in order",
      element("input", {
        "data-plays": true,
        value: played.join(" "),
        placeholder: "as players do, or: hit stand",
        title: words,
        autocomplete: "off",
        spellcheck: "false",
      }),
    ),
  );
}

function addBox(box) {
  const number = $("boxes").children.length + 1;
  $("boxes").append(boxFields(number, box));
  $("add-box").disabled = number >= MOST_BOXES;
}

function boxesNow() {
  return [...$("boxes").children].map((box) => ({
    box: Number(box.dataset.box),
    player: box.querySelector("[data-player]").value.trim(),
    stakes: Object.fromEntries(
      [...box.querySelectorAll("[data-stake]")]
        .filter((field) => field.value.trim())
        .map((field) => [field.dataset.stake, field.value.trim()]),
    ),
    plays: box.querySelector("[data-plays]").value.trim().split(/\s+/).filter(Boolean),
  }));
}

function lessonNow() {
  const field = (name) => form.elements.namedItem(name).value;
  const claims = [...document.querySelectorAll("[data-line]")].map(({ value }) => value);
  return lessonOf({
    title: field("title"),
    game: field("game"),
    shoe: field("shoe"),
    boxes: boxesNow(),
    claims: truth ? claims : [],
    steps: truth ? field("steps_swapped") : "",
  });
}

function payItem(line, at) {
  const hand = line.hand === null ? "" : `, hand ${line.hand}`;
  const options = [
    element("option", { value: "" }, "right, as the rules pay it"),
    ...line.errors.map(([kind, does, amount]) =>
      element("option", { value: `${does} ${amount}` }, `${kind}: ${actText(does, amount)}`),
    ),
    line.may_swap && element("option", { value: "swap" }, "Out of order: after the next one"),
  ].filter(Boolean);
  const label = `${title(line.wager)} · ${line.player} · box ${line.box}${hand}`;
  const about = `${describe(line.outcome)}: ${actText(line.does, line.amount)}`;
  return element(
    "li",
    {},
    element("b", {}, label),
    element("span", {}, `${about} `, element("small", {}, line.cite)),
    element(
      "label",
      {},
      "Shown instead",
      element("select", { "data-line": String(at), onchange: showPlanted }, ...options),
    ),
  );
}

function showPlanted() {
  const lesson = lessonNow();
  const text = plantedText(lesson);
  $("planted").textContent = text;
  $("save").disabled = $("try").disabled = !text.startsWith("Planted");
}

async function deal(lesson) {
  const response = await call("POST", "/api/training/lesson", lesson).catch(() => null);
  const body = response ? await response.json() : { message: "The house cannot be reached; try again." };
  $("problem").textContent = response?.ok ? "" : body.message;
  return response?.ok ? body : null;
}

async function dealt(event) {
  event?.preventDefault();
  truth = null;
  const found = await deal(lessonNow());
  for (const part of ["plant", "share"]) $(part).hidden = !found;
  if (!found) return;
  truth = found.truth;
  $("pays").replaceChildren(...truth.pays.map(payItem));
  $("steps").replaceChildren(
    new Option("none", ""),
    ...truth.steps
      .slice(0, -1)
      .map((step, at) => new Option(`${at + 1}. ${step}, and ${truth.steps[at + 1]}`, String(at))),
  );
  showPlanted();
  $("plant").scrollIntoView({ block: "nearest" });
  document.querySelector("[data-line]")?.focus();
}

async function checked() {
  const lesson = lessonNow();
  return (await deal(lesson)) ? lesson : null;
}

async function save() {
  const lesson = await checked();
  if (!lesson) return;
  const file = new Blob([`${JSON.stringify(lesson, null, 1)}\n`], { type: "application/json" });
  const link = element("a", { href: URL.createObjectURL(file), download: "lesson.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function open({ target }) {
  let lesson = null;
  try {
    lesson = JSON.parse((await target.files[0]?.text()) ?? "null");
  } catch {
    $("problem").textContent = "lesson: the file is no lesson";
  }
  if (!lesson || !(await deal(lesson))) return;
  form.elements.namedItem("title").value = lesson.title;
  form.elements.namedItem("game").value = `${lesson.document}/${lesson.variation ?? ""}`;
  form.elements.namedItem("shoe").value = lesson.shoe;
  $("boxes").replaceChildren();
  lesson.boxes.forEach(addBox);
  await dealt();
  for (const { line, does, amount } of lesson.wrong) {
    document.querySelector(`[data-line="${line}"]`).value = `${does} ${amount}`;
  }
  if (lesson.swapped !== null) document.querySelector(`[data-line="${lesson.swapped}"]`).value = "swap";
  $("steps").value = lesson.steps_swapped === null ? "" : String(lesson.steps_swapped);
  showPlanted();
}

wireSignOut();
addBox({ player: "ann" });
form.addEventListener("submit", dealt);
form.elements.namedItem("game").addEventListener("change", () => {
  $("boxes").replaceChildren();
  addBox({ player: "ann" });
});
$("add-box").addEventListener("click", () => addBox({}));
$("steps").addEventListener("change", showPlanted);
$("save").addEventListener("click", save);
$("open").addEventListener("change", open);
$("try").addEventListener("click", async () => {
  const lesson = await checked();
  if (!lesson) return;
  sessionStorage.setItem(LESSON, JSON.stringify(lesson));
  location.assign("/training#lesson");
});
