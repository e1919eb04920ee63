// Amounts of money as people read them. The house sends dollars as decimal text; sums are made in cents.
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const exact = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function signOf(number, signed) {
  if (number < 0) return "−";
  return signed && number > 0 ? "+" : "";
}

// $25, $10.50, −$5; with `signed` a gain has a plus.
export function formatMoney(amount, signed = false) {
  const number = Number(amount);
  const figures = (Number.isInteger(number) ? whole : exact).format(Math.abs(number));
  return `${signOf(number, signed)}$${figures}`;
}

export function roundToCents(amount) {
  return Math.round(Number(amount) * 100) / 100;
}

// Decimal amounts are added in cents, for binary fractions of a dollar are not exact.
export function sumMoney(amounts) {
  return amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100;
}

// What a person came out with: +$15, −$10, or a word where it is neither.
export function formatNet(net, zero = "even") {
  return net === 0 ? zero : formatMoney(net, true);
}

// The class of the style sheets for a net amount.
export function netClass(net) {
  if (net > 0) return "won";
  return net < 0 ? "lost" : "";
}

// "$1,250.00" as it is typed -> "1250.00" as the house reads it. Whether it is an amount, the house
// says.
export function plainAmount(typed) {
  return typed.replaceAll(/[$,\s]/g, "");
}
