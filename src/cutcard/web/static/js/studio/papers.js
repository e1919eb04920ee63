// What a design leaves the studio as: a letter, a par sheet, a table of the house.
import { call } from "../api.js";
import { bytesOf } from "./design.js";
import { ask, send } from "./desk.js";

const KEEP_MS = 3000;
const $ = (id) => document.getElementById(id);

function say(text) {
  $("papers-state").textContent = text;
}

export function saveFile(name, blob) {
  const href = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), KEEP_MS);
}

async function getLetter(design) {
  say("Writing the letter…");
  const response = await call("POST", "/api/studio/letter", design).catch(() => null);
  if (response?.ok) {
    saveFile("letter.pdf", await response.blob());
    say("");
    return;
  }
  const problem = await response?.json().catch(() => null);
  say(problem?.message ?? "The house cannot be reached; try again.");
}

async function getSheet(design) {
  say("Computing the par sheet…");
  const onPart = ({ message }) => message && say(message);
  const answer = await ask("sheet", { design, study: "sheet" }, onPart);
  if (!answer) return;
  if (answer.state === "done") {
    const blob = new Blob([bytesOf(answer.value.pdf)], { type: "application/pdf" });
    saveFile("par-sheet.pdf", blob);
  }
  say(answer.state === "done" ? "" : answer.message);
}

async function openTable(submission) {
  const name = $("table-name").value.trim();
  const reply = await send("/api/tables", { name, submission });
  if (reply.ok) location.assign(`/floor/tables/${name}`);
  else say(reply.message);
}

// `design` and `submission` say what is designed now.
export function wirePapers({ design, submission }) {
  $("letter").addEventListener("click", () => getLetter(design()));
  $("sheet").addEventListener("click", () => getSheet(design()));
  $("open")?.addEventListener("submit", (event) => {
    event.preventDefault();
    if (submission()) openTable(submission());
  });
}
