import type { FileSamples } from '../../profile/answers/lines';
import { isFew } from '../../profile/noise/interval';

/** A set of captured lines for each figure, such as the lines whose figure has too few samples to be trusted. */
export interface LinesByFigure {
  readonly flat: ReadonlySet<number>;
  readonly cum: ReadonlySet<number>;
}

/**
 * The lines whose figures rest on few samples.
 * @param parts the samples of a document, for each of its names in the profile (a generated file may have two)
 */
export function fadedLines(parts: readonly FileSamples[]): LinesByFigure {
  return { flat: fewIn(parts, 'flat'), cum: fewIn(parts, 'cum') };
}

function fewIn(parts: readonly FileSamples[], column: 'flat' | 'cum'): ReadonlySet<number> {
  const sums = new Map<number, number>();
  for (const part of parts) {
    part.lines.forEach((line, i) => sums.set(line, (sums.get(line) ?? 0) + part[column][i]));
  }
  return new Set([...sums].filter(([, samples]) => samples > 0 && isFew(samples)).map(([line]) => line));
}
