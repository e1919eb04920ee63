// A fresh proof of who asks: the dialog is shown when the house wants one, and the request is posted
// again.
import { call, post } from "../api.js";
import { offerPasskey } from "../passkeys.js";

function proveIdentity() {
  const dialog = document.getElementById("prove");
  const form = document.getElementById("prove-form");
  const message = document.getElementById("prove-said");
  message.textContent = "";
  dialog.showModal();
  return new Promise((done) => {
    const end = (isProven) => {
      dialog.close();
      form.reset();
      form.onsubmit = null;
      done(isProven);
    };
    document.getElementById("prove-not").onclick = () => end(false);
    dialog.oncancel = () => end(false);
    const prove = async (proof) => {
      const response = await call("POST", "/api/session/again", proof).catch(() => null);
      if (response?.ok) end(true);
      else if (response) message.textContent = (await response.json()).message;
      else message.textContent = "The house cannot be reached; try again.";
    };
    offerPasskey("prove-passkey", (passkey) => prove({ passkey }));
    form.onsubmit = (event) => {
      event.preventDefault();
      const fields = new FormData(form);
      prove({ password: fields.get("password") ?? "", code: fields.get("code") ?? "" });
    };
  });
}

// Posts, and once more after a proof where the house wants one; the second time under the same key.
export async function postProven(path, body, send = post) {
  const answer = await send(path, body);
  if (answer.body.code !== "proof_needed") return answer;
  return (await proveIdentity()) ? send(path, body) : answer;
}
