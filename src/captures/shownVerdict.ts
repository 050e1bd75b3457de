import type { CaptureRecord, MeasuredInTurns } from './disk/captureStore';
import { latestVerdicts, type ResultVerdict } from './latestVerdicts';
import { newestFirst } from './newestFirst';
import { verdictTexts } from '../bench/verdict';
import { caseVerdicts, type PairedResults, prefixed, type VerdictTexts } from '../bench/caseVerdict';
import { againstText } from './sides';
import { circumstances, intervalSentence, verdictDetails } from './verdictDetails';

/** A verdict as a lens shows it. */
export interface ShownVerdict extends VerdictTexts {
  /** Id of the capture. */
  readonly id: string;
  /** Whether newer results were measured without profiles: they are not those of the verdict. */
  readonly isEarlier: boolean;
  /** Whether something limits the verdict; the details say what. */
  readonly isLimited: boolean;
  /** Lines on the earlier program, the verdict's limits, each of several cases, the machine, and what a click does. */
  readonly details: string;
}

/** The verdicts on a benchmark's captures. */
export interface ShownVerdicts {
  /** The verdict of the newest capture with profiles, if that was measured in turns with an earlier program. */
  readonly verdict?: ShownVerdict;
  /** The verdicts on the newest results of the benchmark and its cases, by `caseKey`. */
  readonly verdicts: ReadonlyMap<string, ResultVerdict>;
}

/** @param captures the captures of one benchmark, sorted by time, newest first */
export function verdictsOf(captures: readonly CaptureRecord[]): ShownVerdicts {
  // Stored programs that were measured again say nothing of the current code.
  const ordered = newestFirst(captures.filter(({ stage }) => stage === undefined));
  const newest = ordered.find(({ turns, profiles }) => turns || profiles.length > 0);
  const verdict = newest && shownVerdict(newest, newest !== ordered[0]);
  return { ...(verdict && { verdict }), verdicts: latestVerdicts(captures) };
}

function shownVerdict(
  { id, turns, results, conditions }: CaptureRecord,
  isEarlier: boolean,
): ShownVerdict | undefined {
  if (!turns) return undefined;
  const paired = { ...turns, now: results };
  const cases = caseVerdicts(paired);
  const capture = { turns, conditions };
  const { against: program, limits } = verdictDetails(capture, Date.now());
  const details = [
    program,
    ...limits,
    ...(cases.length > 1 ? cases.map((each) => `${each.label}: ${each.text}`) : []),
    ...intervalSentence(cases),
    ...circumstances(capture),
    cases.length > 1 ? 'Click for the table of all cases.' : 'Click to compare the two in the columns and the flame graph.',
  ];
  const isLimited = limits.length > 0;
  const against = againstText(turns);
  const texts = prefixed(against === '' ? '' : `${against}: `, verdictOfSides(paired));
  return { id, ...texts, isEarlier, isLimited, details: details.join('\n') };
}

/** The verdict; without the name of the only case if the two sides name it. */
export function verdictOfSides(paired: PairedResults & Pick<MeasuredInTurns, 'sides'>): VerdictTexts {
  const [only, ...others] = caseVerdicts(paired);
  return paired.sides?.kind === 'benchmarks' && only && others.length === 0 ? only : verdictTexts(paired);
}
