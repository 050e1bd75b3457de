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
 * Takes the texts' lines, whose indentation does not count, and for each text which lines are removed or inserted.
 * Reads the other lines only if a removed line is inserted again.
 */
export function movedBlocks(
  before: readonly string[],
  after: readonly string[],
  { removed, inserted }: { readonly removed: ReadonlySet<number>; readonly inserted: ReadonlySet<number> },
): MovedBlock[] {
  const added = new Set(longLines(after, inserted));
  const again = new Set(longLines(before, removed).filter((text) => added.has(text)));
  if (again.size === 0) return [];
  const [old, fresh] = [uniqueLines(before, again), uniqueLines(after, again)];
  const free = { removed: new Set(removed), inserted: new Set(inserted) };
  const isEqual = (from: number, to: number) =>
    free.removed.has(from) && free.inserted.has(to) && before[from].trim() === after[to].trim();
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

function longLines(lines: readonly string[], wanted: ReadonlySet<number>): string[] {
  return [...wanted].map((at) => lines[at].trim()).filter((text) => text.length >= MIN_CHARACTERS);
}

/** The places of the wanted texts that are in the lines once. */
function uniqueLines(lines: readonly string[], wanted: ReadonlySet<string>): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  lines.forEach((line, at) => {
    const text = line.trim();
    if (!wanted.has(text)) return;
    if (places.has(text)) repeated.add(text);
    else places.set(text, at);
  });
  for (const text of repeated) places.delete(text);
  return places;
}
