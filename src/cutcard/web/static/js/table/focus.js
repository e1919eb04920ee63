// The keyboard stays where somebody works: what a command takes away with its button is followed by what
// comes next.
const IDENTITY = ["data-do", "data-at", "data-wager", "data-chip", "data-tab", "data-amount"];
const NEXT = {
  sit: ["[data-do=buy_in]", "[data-chip].chosen"],
  buy_in: ["[data-chip].chosen", "[data-chip]", "[data-do=again]"],
  take_back: ["[data-do=place_bet]", "[data-do=again]", "[data-chip].chosen"],
  clear: ["[data-chip].chosen"],
};
let kept = null;

function identity(node) {
  const selectors = IDENTITY.filter((name) => node.hasAttribute(name)).map(
    (name) => `[${name}="${CSS.escape(node.getAttribute(name))}"]`,
  );
  return selectors.join("");
}

// Called before anything is drawn or locked: remembers the control that has the keyboard, if one does.
export function keepFocus(room, command) {
  const node = document.activeElement;
  const isNone = !node || node === document.body || node.id === "tray" || node.tagName === "SUMMARY";
  if (isNone || !room.contains(node) || (kept && !command)) return;
  kept = { here: identity(node), next: NEXT[command] ?? [] };
}

// The command was refused, so nothing follows: the keyboard goes back to the control that sent it.
export function stayFocused() {
  if (kept) kept.next = [];
}

// Called when everything is drawn and may be pressed: what follows the command, the same control, or the
// tray. The answer to a command may come before the view that it changes; until then the control stays.
export function restoreFocus(tray) {
  if (!kept) return;
  const node = document.activeElement;
  if (node && node !== document.body && node !== tray) {
    const isWaiting = kept.next.length && identity(node) === kept.here;
    if (!isWaiting) kept = null;
    return;
  }
  const wanted = kept.next.length ? kept.next : [kept.here].filter(Boolean);
  const found = wanted.map((selector) => tray.querySelector(`${selector}:not(:disabled)`)).find(Boolean);
  if (found) kept = null;
  (found ?? tray).focus({ preventScroll: true });
}
