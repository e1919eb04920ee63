// How far two colours are apart, as the guidelines for accessible pages (WCAG 2) measure it.

// The parts of "rgb(1 2 3)" or "rgba(1, 2, 3, 0.5)" from 0 to 255.
export function partsOf(colour) {
  return colour
    .match(/[\d.]+/g)
    .slice(0, 3)
    .map(Number);
}

// How light a colour is, from 0 for black to 1 for white.
export function luminance(colour) {
  const linear = (part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = partsOf(colour).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// From 1 for the same colour to 21 for black and white.
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

export const contrastText = (one, other) => `${contrast(one, other).toFixed(1)} to 1`;
