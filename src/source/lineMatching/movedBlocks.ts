/** Lines that were moved: the 0-based first line before and after the move, and the number of lines. */
export interface MovedBlock {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Shorter lines, such as `return nil` and `}`, are in many functions. */
const MIN_CHARACTERS = 12;
/** The minimum number of lines with code in a block; fewer lines may be equal by chance. */
const MIN_LINES = 2;
/** The maximum number of blocks, which bounds the time. */
const MAX_BLOCKS = 100;

/**
 * Finds blocks of removed lines that are also inserted lines, for example a function that was moved within its file. A
 * block consists of a line that occurs once in each text, and the equal lines around it.
 *
 * `before` and `after` are the texts' lines, which are compared without indentation; `removed` and `inserted` are
 * 0-based indexes into them. Reads other lines only if a removed line is also an inserted line.
 */
export function movedBlocks(
  before: readonly string[],
  after: readonly string[],
  { removed, inserted }: { readonly removed: ReadonlySet<number>; readonly inserted: ReadonlySet<number> },
): MovedBlock[] {
  const insertedTexts = new Set(longLines(after, inserted));
  const movedTexts = new Set(longLines(before, removed).filter((text) => insertedTexts.has(text)));
  if (movedTexts.size === 0) return [];
  const [old, fresh] = [uniqueLines(before, movedTexts), uniqueLines(after, movedTexts)];
  const unused = { removed: new Set(removed), inserted: new Set(inserted) };
  const isEqual = (from: number, to: number) =>
    unused.removed.has(from) && unused.inserted.has(to) && before[from].trim() === after[to].trim();
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
      unused.removed.delete(from + i);
      unused.inserted.delete(to + i);
    }
    blocks.push({ from: from - above, to: to - above, length: above + below });
  }
  return blocks;
}

function longLines(lines: readonly string[], wanted: ReadonlySet<number>): string[] {
  return [...wanted].map((at) => lines[at].trim()).filter((text) => text.length >= MIN_CHARACTERS);
}

/** The indexes of the wanted texts that occur exactly once. */
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
