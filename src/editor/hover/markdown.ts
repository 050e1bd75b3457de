const ENTITIES = new Map([['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;']]);

/**
 * Escapes a name from a profile, so that Markdown shows exactly that text, even in tables, and never as HTML. Line
 * breaks and control characters become spaces.
 */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, ' ')
      .replace(/[&<>]/g, (character) => ENTITIES.get(character) ?? character)
      .replace(/[\\`*_{}[\]()#+\-.!|~$:@/=^"']/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}

/** A longer line of code would fill the hover. */
const MAX_CODE_LENGTH = 200;

/** A line of code without indentation, cut off if it is long. */
export function shortCode(line: string): string {
  const code = line.trim();
  return code.length > MAX_CODE_LENGTH ? `${code.slice(0, MAX_CODE_LENGTH)}…` : code;
}

/**
 * Lets texts of 16 characters or more without a space wrap after a dot or underscore, and before a capital:
 * `bench_test.BenchmarkOfManyWords`. A table is at least as wide as the longest name in it, and the figures after it
 * would be beyond the edge of the hover.
 */
export function breakable(text: string): string {
  const names = /\S{16,}/g;
  return text.replace(names, (name) => name.replace(/(?<=[._])|(?<=\p{Ll}|\d)(?=\p{Lu})/gu, '\u200b'));
}

/** Keeps a cell's text from touching the cell to its left. Does not wrap, as `&ensp;` does. */
export const GAP = '&nbsp;&nbsp;';

/** The content of a table's cell. Does not wrap, because a unit below its figure looks like another figure. */
export function figureCell(text: string): string {
  return escapeMarkdown(text).replaceAll(' ', '&nbsp;').replaceAll('–', '–&NoBreak;');
}
