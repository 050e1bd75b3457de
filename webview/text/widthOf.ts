/** The widths of characters in the fonts of user interfaces, in digits; of others, such as `+` and `s`, at most 1. */
const WIDTHS: ReadonlyMap<string, number> = new Map([
  ['.', 0.5], [' ', 0.5], ['\u202f', 0.5], ['i', 0.5], ['/', 0.7], ['l', 0.5],
  ['B', 1.2], ['G', 1.3], ['P', 1.2], ['T', 1.1], ['M', 1.6], ['m', 1.6], ['%', 1.6],
]);

/** The width of a figure in digits, rounded up to hundredths. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDTHS.get(character) ?? 1;
  return Math.ceil(width * 100 - 1e-6) / 100;
}
