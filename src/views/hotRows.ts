import type { HotLine, HotLines } from '../profile/reports';

/** Lines that are asked for first: enough as a rule. */
const ASKED = 500;

/** Where a list of lines comes from. */
export interface HotLineSource<Found> {
  /** @param files only lines of these; unset: of all */
  ask(limit: number, files?: readonly string[]): Promise<HotLines>;
  /** The profile's file names. */
  files(): Promise<readonly string[]>;
  /** Those of the files whose lines are to be shown, with what is known of them. */
  shownOf(files: readonly string[]): Promise<ReadonlyMap<string, Found>>;
}

/** A line that is to be shown; `total` is what shares refer to. */
export interface FoundLine<Found> {
  readonly line: HotLine;
  readonly total: number;
  readonly found: Found;
}

/**
 * The heaviest lines that are to be shown, heaviest first. Thousands of lines of dependencies may be heavier than all
 * of the workspace's: where the heaviest of all are not enough, those of the right files are asked for.
 * @param most lines
 */
export async function hotRows<Found>(
  most: number,
  { ask, files, shownOf }: HotLineSource<Found>,
): Promise<FoundLine<Found>[]> {
  const first = await ask(ASKED);
  const among = await shownOf(first.lines.map(({ file }) => file));
  const rows = rowsOf(first, among);
  if (rows.length >= most || first.lines.length < ASKED) return rows.slice(0, most);
  const shown = await shownOf([...among.keys(), ...(await files())]);
  return rowsOf(await ask(most, [...shown.keys()]), shown);
}

function rowsOf<Found>({ total, lines }: HotLines, shown: ReadonlyMap<string, Found>): FoundLine<Found>[] {
  return lines.flatMap((line) => {
    const found = shown.get(line.file);
    return found === undefined ? [] : [{ line, total, found }];
  });
}
