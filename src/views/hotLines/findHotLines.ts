import type { HotLine, HotLines } from '../../profile/answers/lines';
import type { Active } from '../../captures/session';
import {
  type BaselineEngine, removedBaselineLines, removedPlaces, withBaseline,
} from '../../captures/removedFromBaseline';
import type { HotLineChoice } from './hotLineChoice';
import type { HotLineJudgements } from './hotLineJudgements';
import { ignored } from '../../profile/common/ignored';

/** A line, or the lines that were removed below it since the baseline. */
export interface ListedLine extends HotLine {
  readonly isRemoved?: true;
  /** The costliest of the removed lines, as a line of the baseline. */
  readonly removedLine?: number;
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
export async function findHotLines<Found>(
  limit: number,
  { files, pathsOf, ask }: HotLineSource<Found>,
): Promise<FoundLines<Found>> {
  const shown = await pathsOf(await files());
  const { total, lines, samplesInFiles, samplesElsewhere } = await ask(limit, [...shown.keys()]);
  const rows = lines.map((line) => ({ line, total, info: shown.get(line.file)! }));
  return { rows, samplesInFiles, samplesElsewhere };
}

interface ListedChoice extends Pick<HotLineChoice, 'order'> {
  readonly judgements: HotLineJudgements | undefined;
  readonly limit: number;
}

/** Adds the places where lines were removed since the baseline whose cost is more than noise. */
export async function withRemovedLines(
  engine: BaselineEngine,
  found: ListedLines,
  active: Active,
  { judgements, order, limit }: ListedChoice,
  signal?: AbortSignal,
): Promise<ListedLines> {
  const files = judgements?.filesWithFirmRemovedLines ?? [];
  if (!judgements || files.length === 0) return found;
  const isListed = (file: string, above: number) => judgements.isRemovedFirmly(file, above);
  // If this fails, the other lines are listed.
  const removed = await removedHotLines(engine, active, { files, isListed }, signal).catch(ignored('hot lines have no removed lines', []));
  const lines = [...found.lines, ...removed.filter((line) => line[order] !== 0)];
  return { ...found, lines: lines.sort((a, b) => Math.abs(b[order]) - Math.abs(a[order])).slice(0, limit) };
}

interface ListedPlaces {
  /** The names of the listed files in the profile. */
  readonly files: readonly string[];
  /** Whether to list the place below a captured line of a file; 0 is the start of the file. */
  readonly isListed: (file: string, above: number) => boolean;
}

/**
 * Places where lines were removed since the baseline, each as the captured line above it, with the cost that went as a
 * negative figure.
 */
export async function removedHotLines(
  engine: BaselineEngine,
  active: Active,
  { files, isListed }: ListedPlaces,
  signal?: AbortSignal,
): Promise<ListedLine[]> {
  const all = await removedPlaces(engine, active, files, signal);
  const places = all.filter(({ file, above }) => isListed(file, above));
  if (places.length === 0) return [];
  const { sampleType } = active;
  const view = { sampleType, order: 'cum', limit: Infinity, files } as const;
  const before = await withBaseline(engine, active, [], (profile) => engine.ask('hotLines', { ...view, profile }, signal));
  const placeOf = new Map(removedBaselineLines(active, files).map((each) => [`${each.line} ${each.file}`, each.above]));
  return places.map(({ file, above, flat, cum }): ListedLine => {
    // Sorted by cum, so that the first is the costliest.
    const here = before.lines.filter((line) => line.file === file && placeOf.get(`${line.line} ${file}`) === above);
    const charged = here.reduce((sum, line) => sum + line.charged, 0);
    const place = { file, line: Math.max(1, above), function: here[0]?.function ?? '' };
    const removed = { isRemoved: true, ...(here[0] && { removedLine: here[0].line }) } as const;
    return { ...place, charged: -charged, flat: -flat, cum: -cum, ...removed };
  });
}
