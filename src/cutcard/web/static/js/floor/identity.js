// What wants a fresh proof of who asks: the dialog is shown when the house says so, and what was asked is asked again.
import { ask, call } from "../api.js";

function proven() {
  const dialog = document.getElementById("prove");
  const form = document.getElementById("prove-form");
  const said = document.getElementById("prove-said");
  said.textContent = "";
  dialog.showModal();
  return new Promise((done) => {
    const end = (good) => {
      dialog.close();
      form.reset();
      form.onsubmit = null;
      done(good);
    };
    document.getElementById("prove-not").onclick = () => end(false);
    dialog.oncancel = () => end(false);
    form.onsubmit = async (event) => {
      event.preventDefault();
      const entered = new FormData(form);
      const answer = await call("POST", "/api/session/again", {
        password: entered.get("password") ?? "",
        code: entered.get("code") ?? "",
      }).catch(() => null);
      if (answer?.ok) end(true);
      else {
        said.textContent = answer
          ? (await answer.json()).message
          : "The house cannot be reached; try again.";
      }
    };
  });
}

export async function asked(path, body, send = ask) {
  const answer = await send(path, body);
  if (answer.told.code !== "proof_needed") return answer;
  return (await proven()) ? send(path, body) : answer;
}
