// The door: the token after # is taken out of the address, and traded for a session.
import { call } from "./api.js";

const state = document.getElementById("door-state");

async function signIn(body) {
  const answer = await call("POST", "/api/session", body).catch(() => null);
  if (answer?.ok) {
    location.replace((await answer.json()).home);
    return;
  }
  const told = answer ? await answer.json() : { message: "The house cannot be reached; try again." };
  state.textContent = body.link
    ? "This link was used, or is no link of this house. Ask for another (a demonstration prints new ones when it starts), or sign in with a name."
    : told.message;
}

function byLink() {
  const link = location.hash.slice(1);
  if (!link) return;
  history.replaceState(null, "", location.pathname);
  state.textContent = "Signing you in…";
  signIn({ link });
}

// A link opened while this page is open changes nothing but what stands after #.
addEventListener("hashchange", byLink);
byLink();
document.getElementById("door").addEventListener("submit", (event) => {
  event.preventDefault();
  const said = new FormData(event.target);
  signIn({ name: said.get("name"), password: said.get("password"), code: said.get("code") });
});
