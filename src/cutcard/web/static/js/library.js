// The library: what was asked for is in sight, and figures that are being computed come in by themselves.
import { signOutButton } from "./api.js";

const EVERY_MS = 1500;

function unfold() {
  for (const each of document.querySelectorAll("tr.meant")) {
    each.closest("details")?.setAttribute("open", "");
  }
  const meant = location.hash
    ? document.getElementById(decodeURIComponent(location.hash.slice(1)))
    : null;
  if (!meant) return;
  for (let at = meant; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  meant.querySelector("details.pay")?.setAttribute("open", "");
  seenWhole(meant).scrollIntoView({ block: "start" });
}

// A price is read with the wager that it is the price of: that is at the top where both have room.
function seenWhole(meant) {
  const whole = meant.closest(".provision") ?? meant;
  const price = meant.querySelector("tr.meant") ?? meant;
  return price.getBoundingClientRect().bottom - whole.getBoundingClientRect().top < innerHeight * 0.8
    ? whole
    : meant;
}

async function look() {
  const live = document.getElementById("live");
  if (!live?.dataset.computing) return;
  if (!document.hidden) {
    const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
    if (answer?.redirected && new URL(answer.url).pathname === "/enter") location.assign("/enter");
    else if (answer?.ok) {
      const fresh = new DOMParser()
        .parseFromString(await answer.text(), "text/html")
        .getElementById("live");
      if (!fresh) location.reload();
      else if (fresh.innerHTML !== live.innerHTML || !fresh.dataset.computing) live.replaceWith(fresh);
    }
  }
  setTimeout(look, EVERY_MS);
}

// Whoever came from a table finds back to it, however far they read.
function wayBack() {
  const crumbs = document.querySelector(".crumbs");
  const kept = JSON.parse(sessionStorage.getItem("cutcard-table") ?? "null");
  if (!crumbs || !kept) return;
  const link = document.createElement("a");
  link.href = `/tables/${encodeURIComponent(kept.name)}`;
  link.className = "way-back";
  link.textContent = `‹ Back to ${kept.title}`;
  const bar = document.createElement("p");
  bar.className = "kept-over";
  bar.append(link);
  crumbs.before(bar);
  document.documentElement.classList.add("came-from-table");
}

signOutButton();
wayBack();
unfold();
addEventListener("hashchange", unfold);
addEventListener("load", unfold);
for (const each of document.querySelectorAll("form.choose select")) {
  each.addEventListener("change", () => each.form.requestSubmit());
}
setTimeout(look, EVERY_MS);
