import type { HotLine, HotLines } from '../profile/answers/lines';

/** The queries behind a list of lines. */
export interface HotLineSource<Found> {
  /** Returns the profile's file names. */
  files(): Promise<readonly string[]>;
  /** Returns the files whose lines are shown, with what is known of them. */
  shownOf(files: readonly string[]): Promise<ReadonlyMap<string, Found>>;
  /** @param files only lines of these */
  ask(limit: number, files: readonly string[]): Promise<HotLines>;
}

/** A line to show; shares are of `total`. */
export interface FoundLine<Found> {
  readonly line: HotLine;
  readonly total: number;
  readonly found: Found;
}

/** The heaviest lines to show, heaviest first, and the numbers of samples in and outside their files. */
export interface FoundLines<Found> extends Pick<HotLines, 'samplesInFiles' | 'samplesElsewhere'> {
  readonly rows: readonly FoundLine<Found>[];
}

/**
 * Finds the files to show first, because the cost charged to a line depends on them.
 * @param limit the maximum number of lines
 */
export async function hotRows<Found>(
  limit: number,
  { files, shownOf, ask }: HotLineSource<Found>,
): Promise<FoundLines<Found>> {
  const shown = await shownOf(await files());
  const { total, lines, samplesInFiles, samplesElsewhere } = await ask(limit, [...shown.keys()]);
  const rows = lines.map((line) => ({ line, total, found: shown.get(line.file)! }));
  return { rows, samplesInFiles, samplesElsewhere };
}
