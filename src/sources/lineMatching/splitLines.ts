/** The lines of a text without line endings. Splitting at `\n` alone is ten times as fast. */
export function splitLines(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n');
}
