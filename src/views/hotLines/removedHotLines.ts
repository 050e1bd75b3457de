import type { Active } from '../../captures/session';
import { type BaselineEngine, removedBaselineLines, removedPlaces, withBaseline } from '../../captures/removedFromBaseline';
import type { HotLineChoice } from './hotLineChoice';
import type { HotLineVerdicts } from './hotLineVerdicts';
import type { ListedLine, ListedLines } from './hotRows';
import { ignored } from '../../profile/common/ignored';

interface ListedChoice extends Pick<HotLineChoice, 'order'> {
  readonly verdicts: HotLineVerdicts | undefined;
  readonly limit: number;
}

/** Adds the places where lines were removed since the baseline whose cost is more than noise. */
export async function withRemovedLines(
  engine: BaselineEngine,
  found: ListedLines,
  active: Active,
  { verdicts, order, limit }: ListedChoice,
  signal?: AbortSignal,
): Promise<ListedLines> {
  const files = verdicts?.filesWithFirmRemovedLines ?? [];
  if (!verdicts || files.length === 0) return found;
  const isListed = (file: string, above: number) => verdicts.isRemovedFirmly(file, above);
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
    return { ...place, charged: -charged, flat: -flat, cum: -cum, isRemoved: true };
  });
}
