// What somebody typed into a form, as plain values. Whether a value is right, the house says.
import { plainAmount } from "../money.js";

// A field of a command: undefined where nothing was typed, so that it is left out.
export function commandValue({ name, value, checked, dataset }) {
  if (dataset.kind === "check") return checked;
  if (dataset.kind === "whole") return value === "" ? undefined : Number(value);
  const text = value.trim();
  if (text === "") return undefined;
  return name === "amount" || dataset.kind === "amount" ? plainAmount(text) : text;
}

// A field of a rules submission: a choice is JSON, a list is parted by commas; a number that is none
// stays the text it is, for the house to say so.
export function submissionValue({ value, dataset }) {
  const text = value.trim();
  if (text === "") return undefined;
  switch (dataset.kind) {
    case "choice":
      return JSON.parse(text);
    case "number":
      return Number.isNaN(Number(text)) ? text : Number(text);
    case "list":
      return text
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean);
    default:
      return text;
  }
}

// Sets "wagers.lucky_ladies.paytable" inside of an object, making the objects on the way.
export function setPath(object, path, value) {
  const names = path.split(".");
  const last = names.pop();
  let place = object;
  for (const name of names) place = place[name] ??= {};
  place[last] = value;
}

// A path and those above it, the nearest first: a.b.c, a.b, a.
export function pathsUp(path) {
  const names = path.split(".");
  return names.map((_, at) => names.slice(0, names.length - at).join(".")).filter(Boolean);
}
