// While a finger or a mouse button is down nothing is drawn: a control that moved away under it would
// not be pressed at all.
const LONGEST_MS = 1500;
let since = 0;
let redraw = () => {};

function release() {
  if (!since) return;
  since = 0;
  // After the click, which comes right behind the release.
  setTimeout(redraw);
}

// Whether drawing has to wait; whoever asks is called again when it need not.
export function isPressed() {
  return since > 0 && performance.now() - since < LONGEST_MS;
}

export function wirePresses(root, draw) {
  redraw = draw;
  root.addEventListener("pointerdown", ({ target }) => {
    if (!target.closest("button")) return;
    since = performance.now();
    setTimeout(release, LONGEST_MS);
  });
  for (const kind of ["pointerup", "pointercancel", "blur"]) addEventListener(kind, release);
}
