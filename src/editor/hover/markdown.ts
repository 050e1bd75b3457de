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
