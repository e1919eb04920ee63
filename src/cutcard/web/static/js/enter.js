// The door: the token after # is taken out of the address, and traded for a session; at a demonstration
// one may also come in as somebody new.
import { call } from "./api.js";
import { offerPasskey } from "./passkeys.js";

const USED_LINK =
  "This link has been used, or is not from this house. Ask for a new one (a demonstration prints new " +
  "links when it starts), or sign in with a name.";
const state = document.getElementById("door-state");

async function signIn(body) {
  const response = await call("POST", "/api/session", body).catch(() => null);
  if (response?.ok) {
    location.replace((await response.json()).home);
    return;
  }
  const { message } = response
    ? await response.json()
    : { message: "The house cannot be reached; try again." };
  state.textContent = body.link ? USED_LINK : message;
}

function signInByLink() {
  const link = location.hash.slice(1);
  if (!link) return;
  history.replaceState(null, "", location.pathname);
  state.textContent = "Signing you in…";
  signIn({ link });
}

// A link opened while this page is open changes nothing but what stands after #.
addEventListener("hashchange", signInByLink);
signInByLink();
offerPasskey("door-passkey", (passkey) => signIn({ passkey }));
document.getElementById("door").addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(event.target);
  signIn({ name: fields.get("name"), password: fields.get("password"), code: fields.get("code") });
});

async function visit(button) {
  const buttons = document.querySelectorAll("[data-visit]");
  for (const each of buttons) each.disabled = true;
  state.textContent = button.dataset.visit === "play" ? "Finding you a seat…" : "Opening the door…";
  const response = await call("POST", `/api/visits/${button.dataset.visit}`).catch(() => null);
  if (response?.ok) {
    location.assign((await response.json()).home);
    return;
  }
  const { message } = response
    ? await response.json()
    : { message: "The house cannot be reached; try again." };
  state.textContent = message;
  for (const each of buttons) each.disabled = false;
}

for (const each of document.querySelectorAll("[data-visit]")) {
  each.addEventListener("click", () => visit(each));
}
// Whoever comes back with the browser's arrow finds the door as it was.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});
