// The lobby and the meter wall: the page asks for itself again, and changes only what changed.
import { signOutButton } from "./api.js";

const EVERY_MS = 3000;

function freshen(fresh) {
  for (const grid of document.querySelectorAll("#tables, #wall")) {
    const other = fresh.getElementById(grid.id);
    if (!other || other.children.length !== grid.children.length) {
      location.reload();
      return;
    }
    [...grid.children].forEach((old, at) => {
      const now = other.children[at];
      if (old.innerHTML !== now.innerHTML) old.innerHTML = now.innerHTML;
    });
  }
}

async function look() {
  if (!document.hidden) {
    const answer = await fetch(location.pathname, { credentials: "same-origin" }).catch(() => null);
    if (answer?.redirected) location.assign("/enter");
    else if (answer?.ok) freshen(new DOMParser().parseFromString(await answer.text(), "text/html"));
  }
  setTimeout(look, EVERY_MS);
}

signOutButton();
setTimeout(look, EVERY_MS);
