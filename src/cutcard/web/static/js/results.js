// What one's own wagers of the last round paid, and on a click the provision or the reading behind it.
import { made, money, worded } from "./draw.js";
import { patched } from "./felt.js";

const READING = /^[A-Z]{2}-[A-Z]?\d/;

function facts(rows) {
  return made("dl", {}, ...rows.flatMap(([name, value]) => [made("dt", {}, name), made("dd", {}, value)]));
}

function oneLine(line) {
  const net = Number(line.net);
  return made("details", {}, made("summary", {}, made("span", {}, `${worded(line.wager)} · ${worded(line.outcome)}`),
    made("span", { class: `amount ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, net === 0 ? "even" : money(net, true))),
  facts([["Box", `${line.box}, hand ${line.hand}`], ["Stake", money(line.stake)], ["Pays", line.pays], ["Returned", money(line.returned)], [READING.test(line.cite) ? "Reading" : "Provision", line.cite]]));
}

export function showResults(view, me) {
  const own = view.last_lines.filter((each) => (each.player ?? view.last_round?.boxes.find((box) => box.box === each.box)?.player) === me);
  patched(document.getElementById("results"), [view.rounds, view.round === null, own], () => {
    if (!own.length || view.round !== null) return [];
    return [made("h2", {}, "What the last round paid"), ...own.map(oneLine)];
  });
}
