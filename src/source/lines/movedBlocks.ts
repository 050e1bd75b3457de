/** Lines that a text has at another place: the 0-based first lines, and the number of lines. */
export interface MovedBlock {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** A shorter line (`return nil`, `}`) is in many functions. */
const MIN_CHARACTERS = 12;
/** Fewer lines that say something may be the same by chance. */
const MIN_LINES = 2;
/** Bounds the time. */
const MAX_BLOCKS = 100;

/**
 * Finds blocks among the removed lines that are again among the inserted ones, as when a function was moved to another
 * place of its file. A block has a line that is in each text once, and the equal lines around it.
 *
 * Takes the texts' lines without indentation, and for each text whether a line is removed or inserted.
 */
export function movedBlocks(
  before: readonly string[],
  after: readonly string[],
  { removed, inserted }: { readonly removed: ReadonlySet<number>; readonly inserted: ReadonlySet<number> },
): MovedBlock[] {
  if (removed.size === 0 || inserted.size === 0) return [];
  const [old, fresh] = [uniqueLines(before, removed), uniqueLines(after, inserted)];
  const free = { removed: new Set(removed), inserted: new Set(inserted) };
  const isEqual = (from: number, to: number) =>
    free.removed.has(from) && free.inserted.has(to) && before[from] === after[to];
  const blocks: MovedBlock[] = [];
  for (const [text, from] of old) {
    if (blocks.length === MAX_BLOCKS) break;
    const to = fresh.get(text);
    if (to === undefined || !isEqual(from, to)) continue;
    let [above, below] = [0, 1];
    while (isEqual(from - above - 1, to - above - 1)) above++;
    while (isEqual(from + below, to + below)) below++;
    const lines = before.slice(from - above, from + below);
    if (lines.filter((line) => /\w/.test(line)).length < MIN_LINES) continue;
    for (let i = -above; i < below; i++) {
      free.removed.delete(from + i);
      free.inserted.delete(to + i);
    }
    blocks.push({ from: from - above, to: to - above, length: above + below });
  }
  return blocks;
}

/** The places of the wanted lines that are in the text once. */
function uniqueLines(lines: readonly string[], wanted: ReadonlySet<number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const isUnique = (line: string) => line.length >= MIN_CHARACTERS && counts.get(line) === 1;
  return new Map([...wanted].filter((at) => isUnique(lines[at])).map((at) => [lines[at], at]));
}
