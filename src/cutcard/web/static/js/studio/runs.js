// Simulations: block after block until somebody stops them; what was played is kept by the house, so
// that a run goes on where it was, also from an address.
import { element } from "../elements.js";
import { ask, stop } from "./desk.js";
import { designText, interval, percent, queryOf, verdict } from "./design.js";
import { intervalPlot } from "./plots.js";

const KEPT = "cutcard-runs";
const MOST_KEPT = 12;
const CUT_CARD = "The exact figure is for a full shoe; dealing to the cut card moves it.";
const $ = (id) => document.getElementById(id);

function keptRuns() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

export function wireRuns({ design, exact, download }) {
  const most = Number(document.getElementById("studio").dataset.mostBlocks);
  let history = [];
  let result = null;
  let blocks = 0;
  let running = false;

  const wagerOf = (value) =>
    value.wagers.find(({ wager }) => wager === design().wager) ?? value.wagers[0];

  function showKept() {
    $("kept").replaceChildren(
      ...keptRuns().map(({ address, words }) =>
        element("li", {}, element("a", { href: address }, words)),
      ),
    );
  }

  function keep() {
    const query = queryOf(design());
    query.set("run", `${result.seed}.${result.blocks}${result.fresh ? ".f" : ""}`);
    const address = `/studio?${query}`;
    const own = wagerOf(result);
    const many = result.rounds.toLocaleString("en");
    const words = `${designText(design())} · ${many} rounds · ${percent(own.edge)}`;
    const others = keptRuns().filter(
      (each) => each.address.split("&run=")[0] !== address.split("&run=")[0],
    );
    localStorage.setItem(KEPT, JSON.stringify([{ address, words }, ...others].slice(0, MOST_KEPT)));
    window.history.replaceState(null, "", address);
    showKept();
  }

  function show(value) {
    if (value.blocks <= blocks && result) return;
    result = value;
    ({ blocks } = value);
    const own = wagerOf(value);
    history.push({ rounds: value.rounds, edge: own.edge, error: own.error });
    const ends = interval(own);
    const between = ends ? `, 95% between ${percent(ends[0])} and ${percent(ends[1])}` : "";
    const many = value.rounds.toLocaleString("en");
    const apart = value.fresh ? verdict(own, exact()) : CUT_CARD;
    $("sim-state").textContent = `${many} rounds: house edge ${percent(own.edge)}${between}. ${apart}`;
    $("sim").replaceChildren(intervalPlot(history, exact()));
    $("keep").disabled = false;
  }

  function buttons() {
    $("run").disabled = running;
    $("run").textContent = blocks ? "Go on" : "Run";
    $("stop").disabled = !running;
    for (const id of ["seed", "dealt"]) $(id).disabled = running;
  }

  function dealing() {
    return { seed: Number($("seed").value) || 0, fresh: $("dealt").value === "f" };
  }

  async function run(upTo = 0) {
    running = true;
    buttons();
    while (running && blocks < most) {
      const block = Math.max(blocks, upTo - 1);
      const body = { design: design(), study: "simulation", block, ...dealing() };
      const answer = await ask("run", body, ({ value, message }) => {
        if (value) show(value);
        else if (!blocks) $("sim-state").textContent = message ? `Preparing: ${message}…` : "Preparing…";
      });
      if (!answer) break;
      if (answer.state !== "done") {
        $("sim-state").textContent = answer.message;
        break;
      }
      show(answer.value);
      keep();
      if (upTo) break;
    }
    running = false;
    buttons();
  }

  function halt() {
    running = false;
    stop("run");
    buttons();
  }

  function forget() {
    if (!blocks && !running) return;
    halt();
    [history, result, blocks] = [[], null, 0];
    $("sim").replaceChildren();
    $("sim-state").textContent = "";
    $("keep").disabled = true;
    buttons();
  }

  for (const id of ["seed", "dealt"]) $(id).addEventListener("change", forget);
  $("run").addEventListener("click", () => run());
  $("stop").addEventListener("click", halt);
  $("keep").addEventListener("click", () => download("run.json", { design: design(), ...result }));
  showKept();
  const asked = /^(\d{1,9})\.(\d{1,3})(\.f)?$/.exec(
    new URLSearchParams(location.search).get("run") ?? "",
  );
  if (asked) {
    $("seed").value = asked[1];
    $("dealt").value = asked[3] ? "f" : "";
    run(Math.min(Number(asked[2]), most));
  }
  return { forget };
}
