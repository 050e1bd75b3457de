const ENTITIES = new Map([['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;']]);

/**
 * A name from a profile as Markdown that shows exactly that text: every character that Markdown, a table or HTML could
 * read is escaped, line breaks and control characters become spaces.
 */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, ' ')
      .replace(/[&<>]/g, (character) => ENTITIES.get(character) ?? character)
      .replace(/[\\`*_{}[\]()#+\-.!|~$:@/=^"']/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}
