/** A regular expression that matches only this text, in JavaScript and in Go, as Go's `regexp.QuoteMeta` writes it. */
export function quoteMeta(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}
