/** `a.go, b.go and 3 more`, with at most `most` names before the number of the others. */
export function listed(names: readonly string[], most = Infinity): string {
  const more = names.length - most;
  const shown = more > 0 ? [...names.slice(0, most), `${more} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`;
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A text with at most this many characters; `…` ends one that was cut off. */
export function clipped(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('').trimEnd()}…` : text;
}
