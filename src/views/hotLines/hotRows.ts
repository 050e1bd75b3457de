import type { HotLine, HotLines } from '../../profile/answers/lines';

/** A line, or the lines that were removed below it since the baseline. */
export interface ListedLine extends HotLine {
  readonly isRemoved?: true;
}

/** The heaviest lines to list. */
export interface ListedLines extends HotLines {
  readonly lines: readonly ListedLine[];
}

/** The queries behind a list of lines. */
export interface HotLineSource<Found> {
  /** Returns the profile's file names. */
  files(): Promise<readonly string[]>;
  /** Returns the files whose lines are shown, with facts about each. */
  pathsOf(files: readonly string[]): Promise<ReadonlyMap<string, Found>>;
  /** Returns the heaviest lines. @param files the files whose lines count */
  ask(limit: number, files: readonly string[]): Promise<ListedLines>;
}

/** A line to show; shares are of `total`. */
export interface FoundLine<Found> {
  readonly line: ListedLine;
  readonly total: number;
  readonly info: Found;
}

/** The lines to show, heaviest first, and the numbers of samples in and outside the shown files. */
export interface FoundLines<Found> extends Pick<HotLines, 'samplesInFiles' | 'samplesElsewhere'> {
  readonly rows: readonly FoundLine<Found>[];
}

/**
 * Finds the heaviest lines. Asks for the shown files first, because the cost charged to a line depends on them.
 * @param limit the maximum number of lines
 */
export async function hotRows<Found>(
  limit: number,
  { files, pathsOf, ask }: HotLineSource<Found>,
): Promise<FoundLines<Found>> {
  const shown = await pathsOf(await files());
  const { total, lines, samplesInFiles, samplesElsewhere } = await ask(limit, [...shown.keys()]);
  const rows = lines.map((line) => ({ line, total, info: shown.get(line.file)! }));
  return { rows, samplesInFiles, samplesElsewhere };
}
