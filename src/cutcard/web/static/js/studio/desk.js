// Questions to the house: asked again until they are answered, dropped when another takes their place.
import { call } from "../api.js";

const EVERY_MS = 600;
const LONGEST_MS = 3000;
const GROWS = 1.3;

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export async function send(path, body) {
  const response = await call("POST", path, body).catch(() => null);
  if (!response) {
    return { ok: false, message: "The house cannot be reached; what you entered stays here." };
  }
  const answer = await response.json().catch(() => ({}));
  if (response.status === 401) location.assign("/enter");
  return response.ok
    ? { ok: true, ...answer }
    : { ok: false, status: response.status, message: answer.message ?? "The house did not answer." };
}

// One question at a time for each name: a newer one ends the older.
const latest = new Map();

// Asks a study until it is done; `onPart` sees what is known meanwhile. Null where a newer question came
// or somebody stopped it.
export async function ask(name, body, onPart = () => {}) {
  const number = (latest.get(name) ?? 0) + 1;
  latest.set(name, number);
  let pause = EVERY_MS;
  for (;;) {
    const reply = await send("/api/studio/study", body);
    if (latest.get(name) !== number) return null;
    if (!reply.ok && reply.status !== 429) return { state: "none", message: reply.message };
    const answer = reply.ok
      ? reply.answer
      : { state: "computing", message: "Waiting for your other questions" };
    if (answer.state !== "computing") return answer;
    onPart(answer);
    await wait(pause);
    if (latest.get(name) !== number) return null;
    pause = Math.min(pause * GROWS, LONGEST_MS);
  }
}

export function stop(name) {
  latest.set(name, (latest.get(name) ?? 0) + 1);
}
