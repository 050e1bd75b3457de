/** Lines that differ only in space are the same; lines without a word do not count. */
function comparable(text: string): { readonly line: number; readonly text: string }[] {
  const lines = text.split('\n').map((line, at) => ({ line: at + 1, text: line.replace(/\s+/g, ' ').trim() }));
  return lines.filter((line) => /\w/.test(line.text) && !/^(import|export \{|\*|\/\*|\/\/)/.test(line.text));
}

/**
 * Blocks of lines that occur twice, as `a.ts:12 and b.ts:40, 15 lines`. Each is the longest of its kind.
 * @param texts by file
 * @param minLines lines that count; see `comparable`
 */
export function repeatedBlocks(texts: ReadonlyMap<string, string>, minLines: number): string[] {
  const files = [...texts].map(([file, text]) => ({ file, lines: comparable(text) }));
  const seen = new Map<string, { readonly of: number; readonly at: number }>();
  const found: string[] = [];
  for (const [of, { file, lines }] of files.entries()) {
    for (let at = 0; at + minLines <= lines.length; at++) {
      const key = lines.slice(at, at + minLines).map(({ text }) => text).join('\n');
      const first = seen.get(key);
      if (!first || (first.of === of && first.at + minLines > at)) {
        if (!first) seen.set(key, { of, at });
        continue;
      }
      const others = files[first.of]!.lines;
      let length = minLines;
      while (lines[at + length] && lines[at + length]!.text === others[first.at + length]?.text) length++;
      found.push(`${files[first.of]!.file}:${others[first.at]!.line} and ${file}:${lines[at]!.line}, ${length} lines`);
      at += length - 1;
    }
  }
  return found;
}
