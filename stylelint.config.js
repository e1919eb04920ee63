// What the style sheets are held to: the standard rules, less those that say how lines are laid out.
export default {
  extends: "stylelint-config-standard",
  rules: {
    // Colours have names, and stand in the sheets of the tokens.
    "color-no-hex": true,
    // Blank lines part groups of rules here; everything else about layout is prettier's.
    "at-rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "declaration-empty-line-before": null,
    "rule-empty-line-before": null,
    // Browsers of 2022 read the older notation too.
    "media-feature-range-notation": "prefix",
    // The sheets follow the parts of a page; rules of different parts never meet on one element.
    "no-descending-specificity": null,
    // Some classes end in a value of the data: state-set_up, code-H.
    "selector-class-pattern": "^[a-z][a-z0-9]*(-[A-Za-z0-9_]+)*$",
    "value-keyword-case": ["lower", { camelCaseSvgKeywords: true, ignoreKeywords: ["Arial", "srgb"] }],
  },
  overrides: [{ files: ["**/tokens.css", "**/contrast.css"], rules: { "color-no-hex": null } }],
};
