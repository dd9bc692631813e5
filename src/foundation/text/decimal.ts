/** Digits behind the point, more than a coordinate or an amount can have: the most that `toFixed` takes for small numbers. */
const MOST_DIGITS = 20;

/** Returns a number in plain digits, without the exponent that some readers refuse. */
export function decimalText(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Math.abs(value) >= 1) return BigInt(Math.round(value)).toString();
  const digits = value.toFixed(MOST_DIGITS).replace(/\.?0+$/, '');
  return digits === '-0' ? '0' : digits;
}
