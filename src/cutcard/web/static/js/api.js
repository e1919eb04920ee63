// The house over HTTP. A request keeps its key until it is answered, so that no retry can do it twice.
const PENDING = "cutcard-pending";
const TRIES = 6;
const FIRST_WAIT_MS = 400;
const NOTICE_MS = 7000;
const TRY_LATER = new Set([429, 503]);

export const page = document.body.dataset;

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export async function call(method, path, body) {
  const headers = { "X-Cutcard-Page": page.page };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "same-origin",
  });
}

// An idempotency key: the house does a command once for each key, however often it arrives.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `page-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

// The request for a command. The same command again, while the last one is unanswered, goes under the
// key it had, so that pressing twice moves the money once; any other command has a new key.
export function requestFor(command, unanswered) {
  const isSame = JSON.stringify(unanswered?.command) === JSON.stringify(command);
  return isSame ? unanswered : { key: newKey(), command };
}

async function deliver({ path, body }) {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      const response = await call("POST", path, body);
      if (!TRY_LATER.has(response.status)) {
        const answer = response.status === 204 ? {} : await response.json();
        sessionStorage.removeItem(PENDING);
        return { ok: response.ok, status: response.status, body: answer };
      }
    } catch {
      // Nobody knows whether it arrived, or what answered is no house: the same key asks again.
    }
    await wait(FIRST_WAIT_MS * 2 ** attempt);
  }
  return {
    ok: false,
    status: 0,
    body: {
      message: "The house cannot be reached. Your last request is kept, and sent again when you reload.",
      cite: "",
    },
  };
}

// Posts a body that carries its own key, and remembers it in this tab until the house has answered.
export async function post(path, body) {
  const pending = { path, body };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  return deliver(pending);
}

export async function sendCommand(table, command, expected, more = {}) {
  const body = { key: newKey(), command, ...more };
  if (expected !== undefined) body.expected = expected;
  return post(`/api/tables/${table}/commands`, body);
}

// What a reload interrupted is posted again under its old key; null where nothing was pending.
export async function resendPending() {
  const pending = sessionStorage.getItem(PENDING);
  return pending ? deliver(JSON.parse(pending)) : null;
}

let hiding;
export function showNotice(text) {
  document.getElementById("notice").textContent = text;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    document.getElementById("notice").textContent = "";
  }, NOTICE_MS);
}

export function wireSignOut() {
  document.getElementById("sign-out")?.addEventListener("click", async () => {
    await call("DELETE", "/api/session").catch(() => null);
    location.assign("/enter");
  });
}
