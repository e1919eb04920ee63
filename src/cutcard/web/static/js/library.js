// The library: what was asked for is in sight, and figures that are being computed come in by themselves.
import { signOutButton } from "./api.js";

const EVERY_MS = 1500;

function unfold() {
  const meant = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (!meant) return;
  for (let at = meant; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  meant.querySelector("details.pay")?.setAttribute("open", "");
  meant.scrollIntoView({ block: "start" });
}

async function look() {
  const live = document.getElementById("live");
  if (!live?.dataset.computing) return;
  if (!document.hidden) {
    const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
    if (answer?.redirected && new URL(answer.url).pathname === "/enter") location.assign("/enter");
    else if (answer?.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
      if (!fresh) location.reload();
      else if (fresh.innerHTML !== live.innerHTML || !fresh.dataset.computing) live.replaceWith(fresh);
    }
  }
  setTimeout(look, EVERY_MS);
}

signOutButton();
unfold();
addEventListener("hashchange", unfold);
for (const each of document.querySelectorAll("form.choose select")) each.addEventListener("change", () => each.form.requestSubmit());
setTimeout(look, EVERY_MS);
