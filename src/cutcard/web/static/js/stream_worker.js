// The worker that all tabs of a browser share: it follows every table that one of them shows, over one
// connection. A tab says which table it shows, and is forgotten when it leaves or is no longer there.
import { StreamHub } from "./stream_hub.js";

const hub = new StreamHub();

addEventListener("connect", ({ ports: [port] }) => {
  const reader = (news) => port.postMessage(news);
  port.onmessage = ({ data: { follow, leave, lock } }) => {
    if (follow) hub.follow(follow, reader);
    if (leave) hub.leave(reader);
    // The tab holds this lock as long as it is there: whoever gets it knows that the tab is gone.
    if (lock) navigator.locks?.request(lock, () => hub.leave(reader));
  };
});
