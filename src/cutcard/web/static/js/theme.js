// The colours that a reader chooses, kept in a cookie: the house sends every page in them at once.
const A_YEAR_S = 31536000;
const CONTRAST = { "": "(prefers-contrast: more)", contrast: "all" };

// For which screens the sheet of high contrast counts.
export const contrastMedia = (theme) => CONTRAST[theme] ?? "not all";

function choose(theme) {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  document.getElementById("contrast").media = contrastMedia(theme);
  const age = theme ? A_YEAR_S : 0;
  document.cookie = `cutcard-theme=${theme}; path=/; max-age=${age}; samesite=lax`;
}

const select = globalThis.document?.getElementById("theme");
select?.addEventListener("change", () => choose(select.value));
