import { commandLink } from '../../ui/commandLink';
import { escapeMarkdown } from './markdown';

/** Shows every sentence on a line's figures in a dialog; its arguments are those of SureClick. */
export const HOW_SURE_COMMAND = 'linecost.howSure';

/** Arguments of the command: the line, such as `vm.go:668`, and the sentences as plain text. */
export type SureClick = readonly [place: string, sentences: readonly string[]];

/**
 * Of the sentences that limit what a line's figures say, the first, with a link to all of them if there are more: a
 * hover shows some ten rows at once, and figures are read before doubts.
 * @param paragraphs Markdown, the weightiest first; each text may have several paragraphs, or none
 * @param explained paragraphs that only the dialog has: what words in the others mean
 * @param place of the line, such as `vm.go:668`
 */
export function weightiest(paragraphs: readonly string[], explained: readonly string[], place: string): string {
  const all = paragraphs.flatMap((text) => text.split('\n\n')).filter((text) => text !== '');
  const [first] = all;
  if (first === undefined) return '';
  if (all.length === 1 && explained.length === 0) return `${first}\n\n`;
  const sentences = [...all, ...explained].map(plainText);
  const click: SureClick = [place, sentences];
  const tooltip = escapeMarkdown(sentences.slice(1).join(' '));
  return `${first} [How sure is this?](${commandLink(HOW_SURE_COMMAND, click)} "${tooltip}")\n\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' };

/** The text of a paragraph of a hover, without links. Every character of names that Markdown interprets is escaped. */
function plainText(markdown: string): string {
  return markdown
    .replace(/ ?\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/[*_]/g, '')
    .replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name = '') => {
      return code === undefined ? ENTITIES[name as string] ?? whole : String.fromCharCode(Number(code));
    });
}
