// A design as plain values: what the fields hold, and the address that says the same.
import { describe, title } from "../words.js";

// The fields of a design. Only what differs from the document is part of it.
export function designIn(studio, { options, prices }) {
  const { document: law, wager, variation, paytable } = studio;
  return {
    document: law,
    wager,
    variation,
    paytable,
    options: Object.fromEntries(
      options.filter(({ value, usual }) => value !== usual).map(({ name, value }) => [name, value]),
    ),
    pays: Object.fromEntries(
      prices
        .filter(({ value, printed }) => value.trim() && value.trim() !== printed)
        .map(({ outcome, value }) => [outcome, value.trim()]),
    ),
  };
}

// The query of an address that opens the studio with a design.
export function queryOf(design) {
  const query = new URLSearchParams();
  for (const name of ["document", "wager", "variation", "paytable"]) {
    if (design[name]) query.set(name, design[name]);
  }
  for (const [name, value] of Object.entries(design.options)) query.set(`o.${name}`, value);
  for (const [outcome, price] of Object.entries(design.pays)) query.set(`p.${outcome}`, price);
  return query;
}

// Whether findings say that a price of a wager may not be offered, alone or with all of its paytable.
export function isBroken(findings, wager, outcome) {
  const paths = [`wagers.${wager}.pays`, `wagers.${wager}.pays.${outcome}`];
  return findings.some(({ severity, path }) => severity === "violation" && paths.includes(path));
}

// The options and prices in an address.
export function choicesIn(query) {
  const under = (mark) =>
    Object.fromEntries(
      [...query]
        .filter(([name]) => name.startsWith(mark))
        .map(([name, value]) => [name.slice(mark.length), value]),
    );
  return { options: under("o."), pays: under("p.") };
}

// The design of an address, for a second table beside the first.
export function designOf(query) {
  const fields = Object.fromEntries(
    ["document", "wager", "variation", "paytable"].map((name) => [name, query.get(name) ?? ""]),
  );
  return { ...fields, ...choicesIn(query) };
}

export function percent(part, digits = 3) {
  if (part === null || part === undefined) return "–";
  const text = (100 * part).toFixed(digits);
  return `${text.replace("-", "−")}%`;
}

export function signedPercent(part, digits = 3) {
  return part > 0 ? `+${percent(part, digits)}` : percent(part, digits);
}

export function oneIn(probability) {
  if (!probability) return "never";
  const often = 1 / probability;
  return often < 100 ? often.toFixed(1) : Math.round(often).toLocaleString("en");
}

// Half the width of a 95% interval.
export const WIDE = 1.96;

export function interval({ edge, error }) {
  return error === null ? null : [edge - WIDE * error, edge + WIDE * error];
}

const FAR = 4;

// What a run says beside an exact figure.
export function verdict({ edge, error }, exact) {
  if (error === null || !error || exact === null || exact === undefined) return "";
  const apart = (edge - exact) / error;
  const remark = Math.abs(apart) > FAR ? ": that is too many" : "";
  return `${Math.abs(apart).toFixed(1)} standard errors from the exact figure${remark}`;
}

// A design in a line: "Lucky Ladies, paytable A: Any 20 pays 5 to 1, Decks 8".
export function designText({ wager, paytable, options, pays }) {
  const name = wager === "main" ? "Main game" : title(wager);
  const changes = [
    ...Object.entries(pays).map(([outcome, price]) => `${describe(outcome)} pays ${price}`),
    ...Object.entries(options).map(([option, value]) => `${describe(option)} ${describe(value)}`),
  ];
  const of = paytable ? `${name}, paytable ${describe(paytable)}` : name;
  return changes.length ? `${of}: ${changes.join(", ")}` : `${of}, as printed`;
}

// The bytes of a file that came as letters and digits (base64).
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
