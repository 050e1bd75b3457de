/** Figures of a collection in milliseconds, as Go prints them: two digits, and three decimals at most. */
export function millisecondsText(value: number): string {
  if (Number.isNaN(value)) return '';
  if (value === 0 || value >= 10) return String(value);
  const decimals = Math.min(3, Math.max(0, 1 - Math.floor(Math.log10(value) + 1e-9)));
  const text = value.toFixed(decimals);
  // Other versions of Go may print more.
  return Number(text) === value ? text : String(value);
}
