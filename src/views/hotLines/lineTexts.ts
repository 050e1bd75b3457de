import type { Sources } from '../../documents/sources';
import type { HotRow } from './hotLinesText';

/** Adds the texts of the lines to rows, as they were measured, or as the files are now if no text was captured. */
export async function withTexts(rows: readonly HotRow[], sources: Pick<Sources, 'textOf'>): Promise<HotRow[]> {
  const lines = new Map<string, number[]>();
  for (const { info: { path }, line } of rows) {
    if (!line.isRemoved) lines.set(path, [...(lines.get(path) ?? []), line.line]);
  }
  const texts: Map<string, ReadonlyMap<number, string>> = new Map();
  for (const [path, wanted] of lines) {
    const { active } = rows.find(({ info }) => info.path === path)!;
    texts.set(path, textsOfLines((await sources.textOf(active, path)) ?? '', wanted));
  }
  return rows.map((row) => ({ ...row, text: textOfRow(row, texts) }));
}

type Texts = ReadonlyMap<string, ReadonlyMap<number, string>>;

function textOfRow({ active, info: { path }, line }: HotRow, texts: Texts): string | undefined {
  const { line: at, removedLine } = line;
  if (!line.isRemoved) return texts.get(path)?.get(at);
  const before = active.baseline?.capture.sources.get(path);
  if (removedLine === undefined || before === undefined) return undefined;
  return textsOfLines(before, [removedLine]).get(removedLine);
}

/**
 * The texts of lines in one pass, without the space around them, and with one space for any other.
 * @param lines 1-based
 */
function textsOfLines(text: string, lines: readonly number[]): Map<number, string> {
  const found = new Map<number, string>();
  const wanted = [...new Set(lines)].sort((a, b) => a - b);
  let start = 0;
  let number = 1;
  for (const line of wanted) {
    for (; number < line && start >= 0; number++) start = text.indexOf('\n', start) + 1 || -1;
    if (start < 0) break;
    const end = text.indexOf('\n', start);
    const shown = text.slice(start, end < 0 ? undefined : end).trim().replace(/\s+/g, ' ');
    if (shown !== '') found.set(line, shown);
  }
  return found;
}
