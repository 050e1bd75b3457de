import type { CaseVerdict } from '../bench/caseVerdict';
import type { CaptureRecord, MeasuredInTurns, Sides } from './disk/captureRecord';
import { environmentTexts } from './disk/conditions';
import { momentText } from '../ui/whenText';

/** A capture that was measured in turns with an earlier program. */
export type JudgedCapture = Pick<CaptureRecord, 'conditions'> & { readonly turns: MeasuredInTurns };

/** Sentences on the earlier program that a verdict is about, and on what limits the verdict. */
export interface VerdictDetails {
  readonly against: string;
  readonly limits: readonly string[];
}

/** @param now milliseconds since the epoch */
export function verdictDetails({ turns }: JudgedCapture, now: number): VerdictDetails {
  const { base: { revision, capturedAt }, sides, notes, stopped } = turns;
  const program = revision ?? `the program of the capture of ${momentText(capturedAt, now)}`;
  const ends = { cancelled: 'It was cancelled before all runs were done.', failed: 'A run failed before all runs were done.' };
  const against = sides ? sidesSentence(sides) : `Measured in turns with ${program}.`;
  return { against, limits: [...notes, ...(stopped ? [ends[stopped]] : [])] };
}

/** What two sides have in common. */
const OF_BOTH: Record<Sides['kind'], string> = {
  benchmarks: 'two benchmarks of one program',
  environments: 'the same code in two environments',
  stages: 'the stored programs of two captures',
  services: 'two services under the same load',
};

function sidesSentence({ kind, now, before }: Sides): string {
  return `${now} was measured in turns with ${before}: ${OF_BOTH[kind]}.`;
}

/** What the range in a verdict is, in an array; empty if no verdict has one. */
export function intervalSentence(verdicts: readonly Pick<CaseVerdict, 'interval'>[]): string[] {
  const hasRange = verdicts.some(({ interval }) => interval && interval.lo < interval.hi);
  return hasRange ? ['The range is the 95\u202f% interval of the change, from pairs of runs.'] : [];
}

/**
 * A sentence on the environment and on load, frequency and power of the machine, in an array; empty if they were not
 * recorded, or if the limits of the verdict have them.
 */
export function circumstances({ conditions, turns: { notes } }: JudgedCapture): string[] {
  const recorded = [...environmentTexts(conditions), ...(conditions?.machine ?? [])];
  const facts = recorded.filter((fact) => !notes.some((note) => note.includes(fact)));
  return facts.length > 0 ? [`${facts.join(', ')}.`] : [];
}
