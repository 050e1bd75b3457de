import type { Active } from '../../captures/session';
import { splitLines } from '../../profile/common/textLines';
import { type BaselineEngine, removedBaselineLines, withBaseline } from '../../captures/removedFromBaseline';
import { mergeCosts } from './costsByLine';
import type { FigureJudgement } from './lineJudgements';
import type { RemovedLine } from './removedLines';

/** A place where lines were removed since the baseline, and the judgement on their cost. */
export interface JudgedPlace {
  /** The captured line above it; 0 at the start of the file. */
  readonly above: number;
  /** What the lines together cost in the baseline. */
  readonly cum: number;
  /** Unset if it is not known, or there are no judgements. */
  readonly judgement?: FigureJudgement | undefined;
}

/** A question about lines that were removed since the baseline of a comparison. */
export interface RemovedQuestion {
  readonly active: Active;
  /** The names of one document in the profile. */
  readonly files: readonly string[];
  /** The text of the document in the baseline. */
  readonly text: string;
  readonly places: readonly JudgedPlace[];
}

/** A place, and the lines with costs that were removed there, with their costs in the baseline. */
export interface LinesOfPlace extends JudgedPlace {
  readonly lines: readonly RemovedLine[];
}

/** Only the places with such lines. */
export async function removedSinceBaseline(
  engine: BaselineEngine,
  { active, files, text, places }: RemovedQuestion,
  signal?: AbortSignal,
): Promise<LinesOfPlace[]> {
  if (places.length === 0) return [];
  const removed = removedBaselineLines(active, files);
  const names = [...new Set(removed.map(({ file }) => file))];
  const { lines, flat, cum, samples, unit } = await withBaseline(engine, active, [], async (profile) =>
    mergeCosts(await engine.ask('fileCosts', { profile, sampleType: active.sampleType, files: names }, signal)));
  const aboveOf = new Map(removed.map(({ line, above }) => [line, above]));
  const texts = splitLines(text);
  const all = Array.from(lines, (captured, i): RemovedLine => {
    const figures = { flat: flat[i], cum: cum[i], samples: samples[i], unit };
    return { captured, ...figures, text: texts[captured - 1] ?? '', isOfBaseline: true };
  });
  const withCosts = all.filter(({ flat, cum }) => flat !== 0 || cum !== 0);
  const filled = places.map((place) => {
    return { ...place, lines: withCosts.filter(({ captured }) => aboveOf.get(captured) === place.above) };
  });
  return filled.filter(({ lines }) => lines.length > 0);
}
