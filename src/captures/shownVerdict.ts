import type { CaptureRecord, MeasuredInTurns } from './disk/captureStore';
import { latestVerdicts, type ResultVerdict } from './latestVerdicts';
import { newestFirst } from './newestFirst';
import { verdictTexts } from '../bench/verdict';
import { type CaseVerdict, caseVerdicts, ofSubject, type PairedResults, type VerdictTexts } from '../bench/caseVerdict';
import { againstText } from './sides';
import { circumstances, intervalSentence, verdictDetails } from './verdictDetails';

/** A verdict as a lens shows it; the title begins with an arrow if there is a change: `▼ 57 to 62 % faster`. */
export interface ShownVerdict extends VerdictTexts {
  /** Id of the capture. */
  readonly id: string;
  /** Whether newer results were measured without profiles: they are not those of the verdict. */
  readonly isEarlier: boolean;
  /** The main figure before and now, if the lens has room for it: `349 → 138 µs/op`. */
  readonly figures?: string;
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
  const [only] = cases;
  const own = verdictOfSides(paired);
  const title = (cases.length === 1 ? arrowOf(only) : '') + own.title;
  const texts = ofSubject(against, { ...own, title });
  const figures = cases.length === 1 && texts.title.length <= MAX_BESIDE_FIGURES ? only.figures : undefined;
  return { id, ...texts, isEarlier, isLimited, details: details.join('\n'), ...(figures && { figures }) };
}

/** The length of a title that has room for figures: VS Code moves a row of lenses that is wider than the editor. */
const MAX_BESIDE_FIGURES = 26;

/** `▼ ` for a decrease of the main figure, which is mostly the time; empty if it did not change, or is partial. */
export function arrowOf({ direction, rounds, wanted }: Pick<CaseVerdict, 'direction' | 'rounds' | 'wanted'>): string {
  return direction === undefined || rounds < wanted ? '' : direction === 'less' ? '▼ ' : '▲ ';
}

/** The verdict; without the name of the only case if the two sides name it. */
export function verdictOfSides(paired: PairedResults & Pick<MeasuredInTurns, 'sides'>): VerdictTexts {
  const [only, ...others] = caseVerdicts(paired);
  return paired.sides?.kind === 'benchmarks' && only && others.length === 0 ? only : verdictTexts(paired);
}
