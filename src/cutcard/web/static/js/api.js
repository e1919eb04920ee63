// The house over HTTP. A command keeps its key until it is answered, so that no try can do it twice.
const PENDING = "cutcard-pending";
const TRIES = 6;

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

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `page-${[...bytes].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}

async function sent(pending) {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      const answer = await call("POST", pending.path, pending.body);
      if (answer.status !== 503 && answer.status !== 429) {
        sessionStorage.removeItem(PENDING);
        return {
          ok: answer.ok,
          status: answer.status,
          told: answer.status === 204 ? {} : await answer.json(),
        };
      }
    } catch {
      // Nobody knows whether it arrived: the same key asks again.
    }
    await wait(400 * 2 ** attempt);
  }
  return {
    ok: false,
    status: 0,
    told: {
      message: "The house cannot be reached; your last wish is kept and asked again when you reload.",
      cite: "",
    },
  };
}

export async function ask(path, body) {
  const pending = { path, body };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  return sent(pending);
}

export async function command(table, asked, expected, more = {}) {
  const body = { key: newKey(), command: asked, ...more };
  if (expected !== undefined) body.expected = expected;
  return ask(`/api/tables/${table}/commands`, body);
}

export async function askAgain() {
  const kept = sessionStorage.getItem(PENDING);
  return kept ? sent(JSON.parse(kept)) : null;
}

let hiding;
export function notice(text) {
  document.getElementById("notice").textContent = text;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    document.getElementById("notice").textContent = "";
  }, 7000);
}

export function signOutButton() {
  document.getElementById("sign-out")?.addEventListener("click", async () => {
    await call("DELETE", "/api/session").catch(() => null);
    location.assign("/enter");
  });
}
