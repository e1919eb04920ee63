import assert from "node:assert/strict";
import { test } from "node:test";

import { contrast, contrastText } from "../../../src/cutcard/web/static/js/design/contrast.js";
import { abreast } from "../../../src/cutcard/web/static/js/felt/areas.js";
import { contrastMedia } from "../../../src/cutcard/web/static/js/theme.js";

test("a theme decides whether the sheet of high contrast counts", () => {
  assert.equal(contrastMedia(""), "(prefers-contrast: more)");
  assert.equal(contrastMedia("contrast"), "all");
  assert.equal(contrastMedia("dark"), "not all");
});

test("contrast is that of the guidelines for accessible pages", () => {
  assert.equal(contrast("rgb(0, 0, 0)", "rgb(255, 255, 255)"), 21);
  assert.equal(contrastText("rgb(119, 119, 119)", "rgb(255, 255, 255)"), "4.5 to 1");
  assert.equal(contrast("rgb(18, 52, 86)", "rgb(18, 52, 86)"), 1);
});

test("areas stand in rows as even as can be", () => {
  const rows = (many, most) => abreast(many, most);
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((many) => rows(many, 3)),
    [1, 2, 3, 2, 3, 3, 3, 3],
  );
  assert.deepEqual(
    [4, 5, 7].map((many) => rows(many, 4)),
    [4, 3, 4],
  );
  assert.equal(rows(0, 3), 1);
});
