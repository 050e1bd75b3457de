import type { Active } from '../../session';
import { splitLines } from '../../source/lineMatching/splitLines';
import { type BaselineEngine, removedBaselineLines, withBaseline } from '../../workbench/removedFromBaseline';
import { mergeCosts } from './costsByLine';
import type { RemovedLine } from './removedLines';

/** A question about lines that were removed since the baseline of a comparison. */
export interface RemovedQuestion {
  readonly active: Active;
  /** The names of one document in the profile. */
  readonly files: readonly string[];
  /** The text of the document in the baseline. */
  readonly text: string;
  /** Whether the lines removed below this captured line (0: at the start of the file) are asked for. */
  readonly isAsked: (above: number) => boolean;
}

/** Lines with costs that were removed since the baseline, and their costs there. */
export async function removedSinceBaseline(
  engine: BaselineEngine,
  { active, files, text, isAsked }: RemovedQuestion,
  signal?: AbortSignal,
): Promise<RemovedLine[]> {
  const removed = removedBaselineLines(active, files).filter(({ above }) => isAsked(above));
  if (removed.length === 0) return [];
  const names = [...new Set(removed.map(({ file }) => file))];
  const { lines, flat, cum, samples, unit } = await withBaseline(engine, active, [], async (profile) =>
    mergeCosts(await engine.ask('fileCosts', { profile, sampleType: active.sampleType, files: names }, signal)));
  const numbers = new Set(removed.map(({ line }) => line));
  const texts = splitLines(text);
  return Array.from(lines, (captured, i): RemovedLine => {
    const figures = { flat: flat[i], cum: cum[i], samples: samples[i], unit };
    return { captured, ...figures, text: texts[captured - 1] ?? '', isOfBaseline: true };
  }).filter(({ captured, flat, cum }) => numbers.has(captured) && (flat !== 0 || cum !== 0));
}
