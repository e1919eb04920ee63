// Parts of a page that stay while what they show stays: nothing is made, laid out or painted again without need.
const shown = new WeakMap();
const kept = new WeakMap();

export function patched(element, told, make) {
  const sign = JSON.stringify(told);
  if (shown.get(element) === sign) return false;
  shown.set(element, sign);
  element.replaceChildren(...make());
  return true;
}

export function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function named(element, ...names) {
  const wanted = names.filter(Boolean).join(" ");
  if (element.className !== wanted) element.className = wanted;
}

// The children of `parent`, each { key, told, make, fill }: one of a known key that shows the same as before is
// kept where it stands; `make(was)` hears what it showed before; `fill` keeps what is inside of it.
export function keyed(parent, lines) {
  const before = kept.get(parent) ?? new Map();
  const now = new Map();
  for (const { key, told = null, make } of lines) {
    const sign = JSON.stringify(told);
    const was = before.get(key);
    now.set(key, was?.sign === sign ? was : { sign, told, node: make(was?.told) });
  }
  for (const [key, { node }] of before) if (now.get(key)?.node !== node) node.remove();
  let place = parent.firstChild;
  for (const { key, fill } of lines) {
    const { node } = now.get(key);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    fill?.(node);
  }
  kept.set(parent, now);
}

// What nobody waits for is done when the page has nothing else to do; the last of a name stands for those before it.
const waiting = new Map();
export function idly(name, act) {
  const first = !waiting.has(name);
  waiting.set(name, act);
  if (!first) return;
  const run = () => {
    const last = waiting.get(name);
    waiting.delete(name);
    last();
  };
  if (globalThis.requestIdleCallback) requestIdleCallback(run, { timeout: 200 });
  else setTimeout(run, 30);
}

// Drawing, once a frame however often it is asked for.
export function framed(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  };
}
