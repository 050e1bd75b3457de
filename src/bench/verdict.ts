import { directionText, TIME } from './changeWords';
import { noDifferenceInCases, partialText } from './verdictWords';
import {
  type CaseVerdict, caseVerdicts, mainOf, type PairedResults, prefixed, SAME_PROGRAM, sameTexts, type VerdictTexts,
} from './caseVerdict';
import { detectable, MIN_RUNS } from './detectableDifference';
import { intervalText } from './intervalWords';
import { changeOfPairs, samplesOf } from './pairedSamples';
import { groupByName } from './resultsByCase';

/**
 * The verdict in words: `4.1 to 7.5 % faster (p = 0.002, n = 10+10), 53 → 5 B/op`, or `no difference that 10 runs can
 * show; 40 would show 2 %`. A single case is named first: `size=10: 4.1 to 7.5 % faster …`. Several cases are counted:
 * `3 faster, 1 slower, of 40 cases`. Samples are compared by benchstat's test, at its level of 5 %; the change has its
 * 95 % interval (see changeOfPairs).
 */
export function verdictText(results: PairedResults): string {
  return verdictTexts(results).text;
}

/** The verdict as verdictText writes it, and as short as a lens needs it. */
export function verdictTexts(results: PairedResults): VerdictTexts {
  const cases = caseVerdicts(results);
  const [only] = cases;
  if (!only) return sameTexts('no case was measured on both sides');
  return cases.length === 1 ? labelled(only) : sameTexts(casesText(cases));
}

/** The verdict on a case, after its label if it has one. */
export function labelled(verdict: CaseVerdict): VerdictTexts {
  return verdict.label === '' ? prefixed('', verdict) : { ...prefixed(`${verdict.label}: `, verdict), isLabelled: true };
}

/**
 * The verdict on several cases, at least one: `3 faster, 1 slower, 40 allocate less, of 40 cases`, or `3 with
 * less p99-ns, of 40 cases`.
 * @param all the number of cases, if not all were compared: `2 faster, of 3 compared cases of 4`
 */
export function casesText(cases: readonly CaseVerdict[], all = cases.length): string {
  const changed = cases.filter(({ direction }) => direction !== undefined);
  const doubt = mayBeChance(changed.map(({ p = 1 }) => p), cases.length) ? ', which may be chance' : '';
  const rounds = Math.max(...cases.map((each) => each.rounds));
  const isSame = cases.every(({ words }) => words === SAME_PROGRAM);
  const noChange = isSame ? SAME_PROGRAM : noDifferenceInCases(rounds, unitsOf(cases));
  const scope = all > cases.length ? `${cases.length} compared cases of ${all}` : `${all} cases`;
  const [main, memory] = [mainCounts(cases), memoryCounts(cases)];
  const start = partialText(rounds, cases[0].wanted);
  const alike = doubt === '' && memory !== '' ? alikeText(changed, cases) : undefined;
  if (alike !== undefined) return `${start}${main}, ${alike}, of ${scope}`;
  if (main === '') return start + (memory === '' ? `${noChange}, in any of ${scope}` : `${memory}, of ${scope}; ${noChange}`);
  if (doubt !== '') return start + [`${main}, of ${scope}${doubt}`, memory].filter(Boolean).join('; ');
  return `${start}${[main, memory].filter(Boolean).join(', ')}, of ${scope}`;
}

/**
 * `which allocates more`, if the cases with a changed main figure are those with a changed memory, all in the same
 * direction: two counts would read as different cases.
 */
function alikeText(changed: readonly CaseVerdict[], cases: readonly CaseVerdict[]): string | undefined {
  const [first] = changed;
  const isLikeFirst = ({ direction, memory }: CaseVerdict) =>
    direction === first.direction && memory !== undefined && memory.direction === first.memory?.direction;
  if (first === undefined || !changed.every(isLikeFirst)) return undefined;
  if (cases.some(({ direction, memory }) => direction === undefined && memory !== undefined)) return undefined;
  return `which ${changed.length === 1 ? 'allocates' : 'allocate'} ${first.memory!.direction}`;
}

/** ` in time`, or the unit of the main figure of all cases, ` in p99-ns`; empty if the units differ. */
function unitsOf(cases: readonly CaseVerdict[]): string {
  const [unit, ...others] = new Set(cases.map((each) => each.unit));
  if (unit === undefined || others.length > 0) return '';
  return unit === TIME ? ' in time' : ` in ${unit}`;
}

/** The numbers of cases that changed: `3 faster, 1 slower, 40 allocate less`; empty if no case did. */
function countsText(cases: readonly CaseVerdict[]): string {
  return [mainCounts(cases), memoryCounts(cases)].filter(Boolean).join(', ');
}

/** The numbers of cases whose main figure changed: `3 faster, 1 slower`, `3 with less p99-ns, 1 with more p99-ns`. */
function mainCounts(cases: readonly CaseVerdict[]): string {
  const counts = new Map<string, number>([['faster', 0], ['slower', 0]]);
  for (const { unit, direction, isFaster, isSlower } of cases) {
    if (direction === undefined) continue;
    const word = isFaster ? 'faster' : isSlower ? 'slower' : `with ${direction} ${unit}`;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 0).map(([word, count]) => `${count} ${word}`).join(', ');
}

/** `40 allocate less, 1 allocates more`; empty if no case does, or if that may be chance. */
function memoryCounts(cases: readonly CaseVerdict[]): string {
  const changes = cases.flatMap(({ memory }) => memory ?? []);
  if (mayBeChance(changes.map(({ p }) => p), cases.length)) return '';
  const texts = (['less', 'more'] as const).flatMap((direction) => {
    const count = changes.filter((change) => change.direction === direction).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? 'allocates' : 'allocate'} ${direction}`];
  });
  return texts.join(', ');
}

/** The probability that a comparison finds a difference where there is none. */
const LEVEL = 0.05;

/**
 * Whether chance alone may explain the differences found: whether comparisons of the same code would find at least as
 * many with a probability above 5 %. Of 40 cases, 2 differ by chance on average. Returns false if one difference is
 * significant even after Bonferroni's correction.
 * @param pValues the p-value of each difference
 * @param comparisons the number of comparisons
 */
function mayBeChance(pValues: readonly number[], comparisons: number): boolean {
  if (pValues.length === 0 || pValues.some((p) => p <= LEVEL / comparisons)) return false;
  return atLeast(pValues.length, comparisons) > LEVEL;
}

/** The probability that at least `k` of `n` comparisons find a difference by chance. */
function atLeast(k: number, n: number): number {
  let [fewer, term] = [0, (1 - LEVEL) ** n];
  for (let i = 0; i < k; i++) {
    fewer += term;
    term *= ((n - i) / (i + 1)) * (LEVEL / (1 - LEVEL));
  }
  return 1 - fewer;
}

/**
 * The verdict so far, during the measurement: `about 12.1 % faster so far, not firm yet`. Once it is significant,
 * `4.1 to 7.5 % faster so far`, or `about 12.1 % faster so far` with too few rounds for an interval. `not clear yet` if
 * the noise may be larger than the change; `3 faster so far, of 5 cases` for several; empty while there are too few
 * rounds to tell.
 */
export function formingText(results: Omit<PairedResults, 'wanted'>): string {
  const rounds = roundsOf(results);
  if (groupByName(results.now).length > 1) return formingCounts(results, rounds);
  const samples = samplesOf(results.before, results.now);
  const main = mainOf(samples);
  if (rounds < 2 || !main) return '';
  const { delta = 0, isChanged, interval } = changeOfPairs(main);
  const isFirm = isChanged && rounds >= MIN_RUNS;
  // A change below half of what this many rounds can show may be noise. As factors, because nothing is 150 % faster.
  const isClear = Math.abs(Math.log(1 + delta)) >= Math.log(1 + (detectable(main, rounds) ?? 0) / 2);
  if (delta === 0 || !(isFirm || isClear)) return 'not clear yet';
  if (isFirm && interval) return `${intervalText(interval, main.unit)} so far`;
  return `about ${directionText(delta, main.unit)} so far${isFirm ? '' : ', not firm yet'}`;
}

/** Like `formingText`, for several cases: `3 faster, 1 slower so far, of 5 cases`; empty with too few rounds. */
function formingCounts(results: Omit<PairedResults, 'wanted'>, rounds: number): string {
  if (rounds < MIN_RUNS) return '';
  const cases = caseVerdicts({ ...results, wanted: rounds });
  const counts = countsText(cases);
  return `${counts === '' ? 'none clear yet' : `${counts} so far`}, of ${cases.length} cases`;
}

/** The largest number of rounds of a case. */
function roundsOf({ now }: Pick<PairedResults, 'now'>): number {
  return Math.max(0, ...groupByName(now).map(({ results }) => results.length));
}
