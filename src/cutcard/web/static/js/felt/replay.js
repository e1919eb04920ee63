// A round that was played, step by step on a felt of its own: buttons, keys and a list of what happened.
import { icon, made } from "../draw.js";
import { newFelt, showFelt } from "./felt.js";
import { settled } from "./motion.js";

const PLAY_MS = 900;
const KEYS = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last", " ": "play" };
const LABELS = {
  first: "First step",
  previous: "One step back",
  play: "Play",
  next: "One step on",
  last: "Last step",
};

function viewsOf(steps) {
  let view = {};
  return steps.map((step) => {
    view = { ...view, ...step.view };
    return view;
  });
}

export function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function listOf(steps, go, beside) {
  return steps.map((step, at) =>
    made(
      "li",
      {},
      made(
        "button",
        { type: "button", class: "step", onclick: () => go(at) },
        made("span", {}, sentence(step.words)),
        ...step.rows.map((row) => made("small", {}, sentence(row))),
        step.cite ? made("cite", {}, step.cite) : null,
      ),
      ...beside(step, at),
    ),
  );
}

// `root` is emptied and filled. `me` is whose box is told as one's own; `beside(step, at)` gives elements
// to stand under a step; `onStep(step, at)` hears of every step shown. Keys work inside `root`.
export function showSteps(steps, { root, me = "", beside = () => [], onStep = () => {} } = {}) {
  const views = viewsOf(steps);
  let now = -1;
  let playing = 0;
  const felt = newFelt();
  const said = made("p", { class: "step-now", role: "status", "aria-live": "polite" });
  const slider = made("input", {
    type: "range",
    min: "0",
    max: String(Math.max(0, steps.length - 1)),
    step: "1",
    "aria-label": "Step",
    oninput: () => go(Number(slider.value)),
  });
  const buttons = Object.fromEntries(
    Object.entries(LABELS).map(([name, label]) => [
      name,
      made(
        "button",
        {
          type: "button",
          "data-step": name,
          "aria-label": label,
          title: label,
          onclick: () => acts[name](),
        },
        icon(name),
      ),
    ]),
  );
  const list = made("ol", { class: "steps", "aria-label": "What happened" });

  function stop() {
    clearInterval(playing);
    playing = 0;
    buttons.play.replaceChildren(icon("play"));
    buttons.play.setAttribute("aria-label", "Play");
  }

  // The felt has the height of the last step from the first one on, and never less than it had: the buttons under it
  // stay where they are. Another width is another height.
  let width = 0;
  function keepHeight() {
    if (felt.offsetWidth !== width) {
      width = felt.offsetWidth;
      felt.style.minHeight = "";
    }
    if (felt.offsetHeight) felt.style.minHeight = `${felt.offsetHeight}px`;
  }

  function go(wanted) {
    const at = Math.max(0, Math.min(steps.length - 1, wanted));
    if (at === now || !steps.length) return;
    showFelt(views[at], me, false, null, { root: felt.parentElement, still: at !== now + 1 });
    keepHeight();
    list.children[now]?.removeAttribute("data-now");
    now = at;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `${at + 1} of ${steps.length}: ${sentence(steps[at].words)}`);
    said.textContent = `${at + 1} of ${steps.length} · ${sentence(steps[at].words)}`;
    list.children[at].setAttribute("data-now", "");
    buttons.first.disabled = buttons.previous.disabled = at === 0;
    buttons.last.disabled = buttons.next.disabled = at === steps.length - 1;
    if (at === steps.length - 1) stop();
    onStep(steps[at], at);
    settled(() => {
      const top = list.children[now].offsetTop - list.clientHeight / 2;
      return () => {
        list.scrollTop = top;
      };
    });
  }

  function play() {
    if (playing) return stop();
    if (now === steps.length - 1) go(0);
    buttons.play.replaceChildren(icon("pause"));
    buttons.play.setAttribute("aria-label", "Pause");
    playing = setInterval(() => (root.isConnected ? go(now + 1) : stop()), PLAY_MS);
    return undefined;
  }

  const acts = {
    first: () => go(0),
    previous: () => go(now - 1),
    play,
    next: () => go(now + 1),
    last: () => go(steps.length - 1),
  };
  const controls = made(
    "div",
    { class: "step-bar", role: "group", "aria-label": "Steps" },
    ...Object.values(buttons),
    slider,
  );
  list.append(
    ...listOf(
      steps,
      (at) => {
        stop();
        go(at);
      },
      beside,
    ),
  );
  root.replaceChildren(
    made("div", { class: "replay" }, made("div", { class: "replay-felt" }, felt, said, controls), list),
  );
  root.onkeydown = (event) => {
    const act = acts[KEYS[event.key]];
    const inButton = event.key === " " && event.target.closest("button");
    if (!act || inButton || event.ctrlKey || event.metaKey || event.altKey || event.target === slider) {
      return;
    }
    event.preventDefault();
    act();
  };
  if (steps.length) {
    showFelt(views.at(-1), me, false, null, { root: felt.parentElement, still: true });
    keepHeight();
    go(0);
  } else said.textContent = "Nothing happened in this round.";
  return { go, stop, at: () => now };
}
