// The live stream of a table: every view as it comes, and connecting again when it breaks off.
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

// Pauses double up to the longest, so that a house that is down is not asked without end.
export function nextPause(pause) {
  return Math.min(pause * 2, LONGEST_PAUSE_MS);
}

// Calls `onView` with the text of each view; `link` is the element that says whether the stream is live.
export function followViews(table, link, onView) {
  let pause = FIRST_PAUSE_MS;
  const connect = () => {
    const stream = new EventSource(`/api/tables/${table}/stream?views=true`);
    stream.addEventListener("open", () => {
      link.textContent = "Live";
      pause = FIRST_PAUSE_MS;
    });
    stream.addEventListener("view", (event) => onView(event.data));
    stream.addEventListener("error", async () => {
      stream.close();
      link.textContent = "Connecting again…";
      const response = await fetch("/api/me", { credentials: "same-origin" }).catch(() => null);
      if (response?.status === 401) {
        location.assign("/enter");
        return;
      }
      setTimeout(connect, pause);
      pause = nextPause(pause);
    });
  };
  connect();
}
