// The page that checks a record: the file is read here and goes nowhere.
import { verify } from "./verifier.js";

const field = document.getElementById("record");
const verdict = document.getElementById("verdict");
const stacks = document.getElementById("stacks");
const MOST_STACKS = 100;

/** The cells of a stack's row. */
export function cells(stack) {
  return [
    stack.standing,
    stack.commitment || "none",
    String(stack.order?.length ?? (stack.size || "")),
    stack.cuts.map(([, position]) => position).join(", ") || "not cut",
    String(stack.drawn.length),
    `line ${stack.shuffledAt + 1}`,
  ];
}

/** What the page says of a file: its standing for the eye, and a line. */
export async function judge(file) {
  if (!globalThis.crypto?.subtle) {
    const why =
      "this browser computes no digest on a page that came over plain HTTP: open it over HTTPS";
    return { standing: "unread", says: `not checked: ${why}`, stacks: [] };
  }
  try {
    return await verify(new Uint8Array(await file.arrayBuffer()));
  } catch (problem) {
    const why = problem instanceof Error ? problem.message : String(problem);
    return { standing: "unread", says: `not a record: ${why}`, stacks: [] };
  }
}

function row(stack) {
  const line = document.createElement("tr");
  line.append(
    ...cells(stack).map((text) => {
      const cell = document.createElement("td");
      cell.textContent = text;
      return cell;
    }),
  );
  return line;
}

field?.addEventListener("change", async () => {
  const [file] = field.files;
  if (!file) return;
  verdict.textContent = "Checking…";
  delete verdict.dataset.standing;
  const found = await judge(file);
  if (field.files[0] !== file) return;
  const shown = found.stacks.slice(0, MOST_STACKS);
  const more = found.stacks.length - shown.length;
  verdict.textContent = `${file.name}: ${found.says}${more ? ` (${more} more stacks)` : ""}`;
  verdict.dataset.standing = found.standing;
  stacks.tBodies[0].replaceChildren(...shown.map(row));
  stacks.hidden = !shown.length;
});
