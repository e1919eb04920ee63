// The library: what was asked for is in sight, and figures that are being computed come in by
// themselves.
import { wireSignOut } from "./api.js";

const EVERY_MS = 1500;
const ROOM = 0.8;

function openTarget() {
  for (const row of document.querySelectorAll("tr.meant")) {
    row.closest("details")?.setAttribute("open", "");
  }
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id ? document.getElementById(id) : null;
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  target.querySelector("details.pay")?.setAttribute("open", "");
  topOf(target).scrollIntoView({ block: "start" });
}

// A price is read with the wager that it is the price of: that is at the top where both have room.
function topOf(target) {
  const whole = target.closest(".provision") ?? target;
  const price = target.querySelector("tr.meant") ?? target;
  const height = price.getBoundingClientRect().bottom - whole.getBoundingClientRect().top;
  return height < innerHeight * ROOM ? whole : target;
}

async function look() {
  const live = document.getElementById("live");
  if (!live?.dataset.computing) return;
  if (!document.hidden) {
    const response = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
    if (response?.redirected && new URL(response.url).pathname === "/enter") location.assign("/enter");
    else if (response?.ok) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById("live");
      if (!fresh) location.reload();
      else if (fresh.innerHTML !== live.innerHTML || !fresh.dataset.computing) live.replaceWith(fresh);
    }
  }
  setTimeout(look, EVERY_MS);
}

// Whoever came from a table finds back to it, however far they read.
function showWayBack() {
  const crumbs = document.querySelector(".crumbs");
  const table = JSON.parse(sessionStorage.getItem("cutcard-table") ?? "null");
  if (!crumbs || !table) return;
  const link = document.createElement("a");
  link.href = `/tables/${encodeURIComponent(table.name)}`;
  link.className = "way-back";
  link.textContent = `‹ Back to ${table.title}`;
  const bar = document.createElement("p");
  bar.className = "kept-over";
  bar.append(link);
  crumbs.before(bar);
  document.documentElement.classList.add("came-from-table");
}

wireSignOut();
showWayBack();
openTarget();
addEventListener("hashchange", openTarget);
addEventListener("load", openTarget);
for (const select of document.querySelectorAll("form.choose select")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
setTimeout(look, EVERY_MS);
