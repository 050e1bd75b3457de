/** The target of a Markdown link that runs a command. Escapes parentheses, which would end the link. */
export function commandLink(command: string, args: readonly unknown[]): string {
  const text = encodeURIComponent(JSON.stringify(args)).replace(/\(/g, '%28').replace(/\)/g, '%29');
  return `command:${command}?${text}`;
}

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

/** Keeps a cell's text from touching the cell to its left. Does not wrap, as `&ensp;` does. */
export const GAP = '&nbsp;&nbsp;';

/** The content of a table's cell that does not wrap, because a unit below its figure looks like another figure. */
export function figureCell(text: string): string {
  return escapeMarkdown(text).replaceAll(' ', '&nbsp;').replaceAll('–', '–&NoBreak;');
}
