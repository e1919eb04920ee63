// A round that was played, step by step on a felt of its own: buttons, keys and a list of what happened.
import { icon } from "../draw.js";
import { element } from "../elements.js";
import { capitalize } from "../words.js";
import { createFelt, drawFelt } from "./felt.js";
import { afterDrawing } from "./motion.js";

const PLAY_MS = 900;
const KEYS = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last", " ": "play" };
const LABELS = {
  first: "First step",
  previous: "One step back",
  play: "Play",
  next: "One step forward",
  last: "Last step",
};

// A step carries only what changed in the view: each one's whole view is those before it, put together.
export function wholeViews(steps) {
  let view = {};
  return steps.map((step) => {
    view = { ...view, ...step.view };
    return view;
  });
}

function stepItems(steps, go, beside) {
  return steps.map((step, at) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", class: "step", onclick: () => go(at) },
        element("span", {}, capitalize(step.words)),
        ...step.rows.map((row) => element("small", {}, capitalize(row))),
        step.cite ? element("cite", {}, step.cite) : null,
      ),
      ...beside(step, at),
    ),
  );
}

// Empties `root` and fills it with the steps. `me` is whose box is shown as one's own; `beside(step,
// at)` returns elements to stand under a step; `onStep(step, at)` is called for every step shown. The
// step `first` is shown first; whoever then presses play sees the round from its beginning. Keys work
// inside `root`.
export function showSteps(
  steps,
  { root, me = "", beside = () => [], onStep = () => {}, first = 0 } = {},
) {
  const views = wholeViews(steps);
  const last = steps.length - 1;
  let now = -1;
  let playing = 0;
  let isFresh = true;
  const felt = createFelt();
  const status = element("p", { class: "step-now", role: "status", "aria-live": "polite" });
  const slider = element("input", {
    type: "range",
    min: "0",
    max: String(Math.max(0, last)),
    step: "1",
    "aria-label": "Step",
    oninput: () => go(Number(slider.value)),
  });
  const stepButton = (name, label) =>
    element(
      "button",
      {
        type: "button",
        "data-step": name,
        "aria-label": label,
        title: label,
        onclick: () => acts[name](),
      },
      icon(name),
    );
  const buttons = Object.fromEntries(
    Object.entries(LABELS).map(([name, label]) => [name, stepButton(name, label)]),
  );
  const list = element("ol", { class: "steps", "aria-label": "What happened" });

  function stop() {
    clearInterval(playing);
    playing = 0;
    buttons.play.replaceChildren(icon("play"));
    buttons.play.setAttribute("aria-label", "Play");
  }

  // The felt has the height of the last step from the first one on, and never less than it had: the
  // buttons under it stay where they are. Another width is another height.
  let width = 0;
  function keepHeight() {
    if (felt.offsetWidth !== width) {
      width = felt.offsetWidth;
      felt.style.minHeight = "";
    }
    if (felt.offsetHeight) felt.style.minHeight = `${felt.offsetHeight}px`;
  }

  function go(wanted) {
    const at = Math.max(0, Math.min(last, wanted));
    if (at === now || !steps.length) return;
    isFresh = now < 0;
    drawFelt(views[at], me, false, null, { root: felt.parentElement, still: at !== now + 1 });
    keepHeight();
    list.children[now]?.removeAttribute("data-now");
    now = at;
    const words = capitalize(steps[at].words);
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `${at + 1} of ${steps.length}: ${words}`);
    status.textContent = `${at + 1} of ${steps.length} · ${words}`;
    list.children[at].setAttribute("data-now", "");
    buttons.first.disabled = buttons.previous.disabled = at === 0;
    buttons.last.disabled = buttons.next.disabled = at === last;
    if (at === last) stop();
    onStep(steps[at], at);
    afterDrawing(() => {
      const top = list.children[now].offsetTop - list.clientHeight / 2;
      return () => {
        list.scrollTop = top;
      };
    });
  }

  function play() {
    if (playing) {
      stop();
      return;
    }
    if (now === last || isFresh) go(0);
    buttons.play.replaceChildren(icon("pause"));
    buttons.play.setAttribute("aria-label", "Pause");
    playing = setInterval(() => (root.isConnected ? go(now + 1) : stop()), PLAY_MS);
  }

  function goAndStop(at) {
    stop();
    go(at);
  }

  const acts = {
    first: () => go(0),
    previous: () => go(now - 1),
    play,
    next: () => go(now + 1),
    last: () => go(last),
  };
  const controls = element(
    "div",
    { class: "step-bar", role: "group", "aria-label": "Steps" },
    ...Object.values(buttons),
    slider,
  );
  list.append(...stepItems(steps, goAndStop, beside));
  root.replaceChildren(
    element(
      "div",
      { class: "replay" },
      element("div", { class: "replay-felt" }, felt, status, controls),
      list,
    ),
  );
  root.onkeydown = (event) => {
    const act = acts[KEYS[event.key]];
    const inButton = event.key === " " && event.target.closest("button");
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    if (!act || inButton || isShortcut || event.target === slider) return;
    event.preventDefault();
    act();
  };
  if (steps.length) {
    drawFelt(views.at(-1), me, false, null, { root: felt.parentElement, still: true });
    keepHeight();
    go(first);
  } else status.textContent = "Nothing happened in this round.";
  return { go, stop, at: () => now };
}
