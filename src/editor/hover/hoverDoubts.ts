import { commandLink } from '../../ui/commandLink';
import { escapeMarkdown } from './markdown';

/** Shows every sentence on a line's figures in a dialog; its arguments are those of SureClick. */
export const HOW_SURE_COMMAND = 'linecost.howSure';

/** Arguments of the command: the line, such as `vm.go:668`, and the sentences as plain text. */
export type SureClick = readonly [place: string, sentences: readonly string[]];

/**
 * The longest sentence of a hover that stands there whole. One row of a narrow hover has room for it, so that callers
 * and callees begin above the fold, in large fonts too.
 */
const MAX_SENTENCE = 80;
/** Where a longer sentence may end: what follows is a consequence, a cause or an advice. Names are escaped. */
const END = /(?:&#(?:46|58);|[.:]|(?<!&#?\w{1,9});) |, (?=so |because |if )/g;

/**
 * Of the sentences that limit what a line's figures say, the start of the first, with a link to all of them if there is
 * more: a hover shows some ten rows at once, and figures are read before doubts.
 * @param paragraphs Markdown, the weightiest first; each text may have several paragraphs, or none
 * @param explained paragraphs that only the dialog has: what words in the others mean
 * @param place of the line, such as `vm.go:668`
 */
export function weightiest(paragraphs: readonly string[], explained: readonly string[], place: string): string {
  const all = paragraphs.flatMap((text) => text.split('\n\n')).filter((text) => text !== '');
  const [first] = all;
  if (first === undefined) return '';
  const short = shortest(first);
  if (short === first && all.length === 1 && explained.length === 0) return `${first}\n\n`;
  const sentences = [...all, ...explained].map(plainText);
  const click: SureClick = [place, sentences];
  const tooltip = escapeMarkdown(sentences.slice(short === first ? 1 : 0).join(' '));
  return `${short} [How sure is this?](${commandLink(HOW_SURE_COMMAND, click)} "${tooltip}")\n\n`;
}

/** As much of a paragraph as fits: whole sentences, or else the start of the first; with the link at its end. */
function shortest(paragraph: string): string {
  const link = / ?\[[^\]]*\]\([^)]*\)$/.exec(paragraph)?.[0] ?? '';
  const body = paragraph.slice(0, paragraph.length - link.length);
  const fits = (text: string): boolean => plainText(text).length <= MAX_SENTENCE;
  if (fits(body)) return paragraph;
  const starts = [...body.matchAll(END)].map(({ index }) => body.slice(0, index)).filter(isBalanced);
  const start = starts.findLast(fits) ?? starts[0];
  if (start === undefined) return paragraph;
  const isItalic = start.split('_').length % 2 === 0;
  return `${start}.${isItalic ? '_' : ''}${link}`;
}

/** Whether a text does not end within parentheses. */
function isBalanced(markdown: string): boolean {
  const text = plainText(markdown);
  return text.split('(').length === text.split(')').length;
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
