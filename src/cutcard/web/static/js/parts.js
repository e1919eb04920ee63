// Parts of a page that stay while what they show stays: nothing is made, laid out or painted again
// without need.
const patched = new WeakMap();
const reconciled = new WeakMap();

// Fills `node` with what `make` returns, unless it already shows `value`; returns whether it did.
export function patch(node, value, make) {
  const sign = JSON.stringify(value);
  if (patched.get(node) === sign) return false;
  patched.set(node, sign);
  node.replaceChildren(...make());
  return true;
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Names that are false, null or empty are left out.
export function setClasses(node, ...names) {
  const wanted = names.filter(Boolean).join(" ");
  if (node.className !== wanted) node.className = wanted;
}

// Makes the children of `parent` those that `parts` describe, each { key, value, make, fill }. A child
// of a known key that shows the same value is kept where it stands; `make(before)` is given the value
// that its key showed before; `fill(node)` keeps up what is inside.
export function reconcile(parent, parts) {
  const before = reconciled.get(parent) ?? new Map();
  const now = new Map();
  for (const { key, value = null, make } of parts) {
    const sign = JSON.stringify(value);
    const old = before.get(key);
    now.set(key, old?.sign === sign ? old : { sign, value, node: make(old?.value) });
  }
  for (const [key, { node }] of before) if (now.get(key)?.node !== node) node.remove();
  let next = parent.firstChild;
  for (const { key, fill } of parts) {
    const { node } = now.get(key);
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
    fill?.(node);
  }
  reconciled.set(parent, now);
}

// Does what nobody waits for once the page has nothing else to do; of several calls under one name the
// last one counts.
const idle = new Map();
export function whenIdle(name, act) {
  const isFirst = !idle.has(name);
  idle.set(name, act);
  if (!isFirst) return;
  const run = () => {
    const last = idle.get(name);
    idle.delete(name);
    last();
  };
  if (globalThis.requestIdleCallback) requestIdleCallback(run, { timeout: 200 });
  else setTimeout(run, 30);
}

// `draw`, once a frame however often it is asked for.
export function oncePerFrame(draw) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      draw();
    });
  };
}
