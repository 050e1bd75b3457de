/**
 * The arguments in a text as one types them in a shell: words between spaces; quotes and backslashes keep spaces in a
 * word. Nothing else has a meaning: `$HOME` and `*.go` stay as they are, because no shell reads them.
 *
 *     -n 10 "a b" c\ d   →   -n, 10, a b, c d
 *
 * undefined if a quote is not closed.
 */
export function argumentWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    const isEscape = mark === '\\' && quote !== "'" && /["'\\\s]/.test(text[at + 1] ?? '');
    if (isEscape) word = (word ?? '') + text[++at];
    else if (mark === quote) quote = '';
    else if (quote === '' && (mark === '"' || mark === "'")) [quote, word] = [mark, word ?? ''];
    else if (quote === '' && /\s/.test(mark)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + mark;
  }
  if (quote !== '') return undefined;
  return word === undefined ? words : [...words, word];
}

/** The text of which argumentWords makes these words. */
export function argumentText(words: readonly string[]): string {
  return words.map((word) => (/^[^\s"'\\]+$/.test(word) ? word : quoted(word))).join(' ');
}

function quoted(word: string): string {
  return word.includes("'") ? `"${word.replace(/["\\]/g, '\\$&')}"` : `'${word}'`;
}
