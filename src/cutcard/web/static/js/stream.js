// The live views of a table, from the one stream that all tabs of this browser share.
import { page } from "./api.js";
import { StreamHub } from "./stream_hub.js";

const LINK_WORDS = { live: "Live", lost: "Connecting again…" };
const never = new Promise(() => {});

// A worker for each session: whoever signs in anew is shown nothing of whoever was here before.
function sharedWorker() {
  const address = new URL("./stream_worker.js", import.meta.url);
  return new SharedWorker(address, { type: "module", name: `cutcard ${page.page}` });
}

function followShared(table, take, onFault) {
  const worker = sharedWorker();
  const { port } = worker;
  worker.addEventListener("error", onFault);
  port.addEventListener("message", ({ data }) => take(data));
  port.start();
  const lock = `cutcard ${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  const follow = () => port.postMessage({ follow: table });
  follow();
  navigator.locks?.request(lock, () => {
    port.postMessage({ lock });
    return never;
  });
  addEventListener("pagehide", () => port.postMessage({ leave: true }));
  addEventListener("pageshow", ({ persisted }) => persisted && follow());
}

// Without such workers a page follows its table by itself, as long as it is looked at: a browser opens
// few connections to a house, and hidden pages would take them all.
function followAlone(table, take) {
  const hub = new StreamHub();
  const show = () => (document.hidden ? hub.leave(take) : hub.follow(table, take));
  document.addEventListener("visibilitychange", show);
  show();
}

// Calls `onView` with the text of each view; `link` is the element that says whether the stream is live.
export function followViews(table, link, onView) {
  const take = ({ view, state, gone }) => {
    if (view) onView(view);
    if (state === "over") location.assign("/enter");
    else if (state) link.textContent = LINK_WORDS[state];
    if (gone) link.textContent = "This table is not served right now.";
  };
  if (!globalThis.SharedWorker) followAlone(table, take);
  else followShared(table, take, () => followAlone(table, take));
}
