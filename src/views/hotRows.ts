import type { HotLine, HotLines } from '../profile/answers/lines';

/** Where a list of lines comes from. */
export interface HotLineSource<Found> {
  /** The profile's file names. */
  files(): Promise<readonly string[]>;
  /** Those of the files whose lines are to be shown, with what is known of them. */
  shownOf(files: readonly string[]): Promise<ReadonlyMap<string, Found>>;
  /** @param files only lines of these */
  ask(limit: number, files: readonly string[]): Promise<HotLines>;
}

/** A line that is to be shown; `total` is what shares refer to. */
export interface FoundLine<Found> {
  readonly line: HotLine;
  readonly total: number;
  readonly found: Found;
}

/** The heaviest lines that are to be shown, heaviest first, and how many samples such lines are in. */
export interface FoundLines<Found> extends Pick<HotLines, 'samplesInFiles' | 'samplesElsewhere'> {
  readonly rows: readonly FoundLine<Found>[];
}

/**
 * Which files are shown comes first, for what is charged to a line depends on that.
 * @param most lines
 */
export async function hotRows<Found>(
  most: number,
  { files, shownOf, ask }: HotLineSource<Found>,
): Promise<FoundLines<Found>> {
  const shown = await shownOf(await files());
  const { total, lines, samplesInFiles, samplesElsewhere } = await ask(most, [...shown.keys()]);
  const rows = lines.map((line) => ({ line, total, found: shown.get(line.file)! }));
  return { rows, samplesInFiles, samplesElsewhere };
}
