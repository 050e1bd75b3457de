/** Lines that were moved: the 0-based first line before and after the move, and the number of lines. */
export interface MovedBlock {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Shorter lines, such as `return nil` and `}`, are in many functions. */
const MIN_CHARACTERS = 12;
/** The minimum length of a line near a moved block that counts as moved with it. */
const MIN_CHARACTERS_NEAR = 6;
/** The maximum distance of such a line from the block, in lines, in both texts. */
const MAX_DISTANCE = 20;
/** The minimum number of lines with code in a block; fewer lines may be equal by chance. */
const MIN_LINES = 2;
/** The maximum number of blocks, which bounds the time. */
const MAX_BLOCKS = 100;

/**
 * Finds blocks of removed lines that are also inserted lines, for example a function that was moved within its file. A
 * block consists of a line that occurs once in each text, and the equal lines around it. Near a block, in the same
 * order, one such line is enough: it is in the same function, beside lines that were edited.
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
  const movedTexts = longLines(before, removed).filter((text) => insertedTexts.has(text));
  if (!movedTexts.some((text) => text.length >= MIN_CHARACTERS)) return [];
  const wanted = new Set(movedTexts);
  const [old, fresh] = [uniqueLines(before, wanted), uniqueLines(after, wanted)];
  const unused = { removed: new Set(removed), inserted: new Set(inserted) };
  const isEqual = (from: number, to: number) =>
    unused.removed.has(from) && unused.inserted.has(to) && before[from].trim() === after[to].trim();
  const blocks: MovedBlock[] = [];
  const add = (text: string, isEnough: (block: MovedBlock) => boolean): void => {
    const [from, to] = [old.get(text), fresh.get(text)];
    if (from === undefined || to === undefined || !isEqual(from, to)) return;
    let [above, below] = [0, 1];
    while (isEqual(from - above - 1, to - above - 1)) above++;
    while (isEqual(from + below, to + below)) below++;
    const block = { from: from - above, to: to - above, length: above + below };
    if (blocks.length === MAX_BLOCKS || !isEnough(block)) return;
    for (let i = 0; i < block.length; i++) {
      unused.removed.delete(block.from + i);
      unused.inserted.delete(block.to + i);
    }
    blocks.push(block);
  };
  const hasLines = ({ from, length }: MovedBlock): boolean =>
    before.slice(from, from + length).filter((line) => /\w/.test(line)).length >= MIN_LINES;
  for (const text of old.keys()) if (text.length >= MIN_CHARACTERS) add(text, hasLines);
  for (const text of old.keys()) add(text, (block) => blocks.some((other) => isNear(block, other)));
  return blocks;
}

/** Whether a block is close to another and on the same side of it in both texts. */
function isNear(a: MovedBlock, b: MovedBlock): boolean {
  const isClose = (first: MovedBlock, second: MovedBlock): boolean => {
    const gaps = [second.from - first.from - first.length, second.to - first.to - first.length];
    return gaps.every((gap) => gap >= 0 && gap <= MAX_DISTANCE);
  };
  return isClose(a, b) || isClose(b, a);
}

function longLines(lines: readonly string[], wanted: ReadonlySet<number>): string[] {
  return [...wanted].map((at) => lines[at].trim()).filter((text) => text.length >= MIN_CHARACTERS_NEAR);
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
