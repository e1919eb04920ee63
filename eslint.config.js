// What the scripts of the pages and their tests are held to, beside prettier's layout.
import js from "@eslint/js";
import globals from "globals";

const RULES = {
  "array-callback-return": "error",
  "consistent-return": "error",
  curly: ["error", "multi-line"],
  "default-case-last": "error",
  eqeqeq: "error",
  "max-len": ["error", { code: 105 }],
  "no-else-return": "error",
  "no-implicit-coercion": ["error", { boolean: false }],
  "no-implicit-globals": "error",
  "no-nested-ternary": "error",
  "no-param-reassign": "error",
  "no-shadow": "error",
  "no-undef-init": "error",
  "no-unused-expressions": "error",
  "no-use-before-define": ["error", { functions: false, variables: false }],
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "prefer-template": "error",
};

export default [
  { ignores: ["**/node_modules/", ".venv/", "build/"] },
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" }, rules: RULES },
  {
    files: ["src/cutcard/web/static/js/**/*.js"],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["tests/web/js/**/*.js", "*.config.js"],
    languageOptions: { globals: globals.nodeBuiltin },
  },
];
