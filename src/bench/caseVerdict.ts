import { changeText, directionText, shareText, TIME } from './changeWords';
import { CUT_OFF_REASON, cutOffUnits, type FigurePair } from './cutOff';
import { exactPairOf, exactText } from './exactMemory';
import { type CpuChange, cpuChange } from './cpuTime';
import { groupByName } from './resultsByCase';
import type { BenchmarkResult } from './parseOutput';
import { intervalText } from './intervalWords';
import { changeOfPairs, mediansOf, type Samples, samplesOf } from './pairedSamples';
import { MIN_RUNS } from './detectableDifference';
import type { PairedRatio } from './statistics/pairedRatio';
import {
  figureChange, needsPairs, noDifference, noDifferenceTitle, pairText, partialText, pText, unconfirmed,
} from './verdictWords';

/** The results of two programs that were measured in turns. */
export interface PairedResults {
  /** Results of the earlier program, one per round and case. */
  readonly before: readonly BenchmarkResult[];
  /** Results of the new program, one per round and case. */
  readonly now: readonly BenchmarkResult[];
  /** The number of rounds requested; with fewer, the verdict is partial. */
  readonly wanted: number;
  /** Whether the two programs are the same, byte for byte. */
  readonly isSameProgram?: boolean;
  /** The exact memory figures behind cut off ones, as far as they are known, if there is a single case. */
  readonly exact?: readonly FigurePair[];
}

/** The verdict on one benchmark or case. */
export interface CaseVerdict {
  /** See `caseKey`. */
  readonly key: string;
  /**
   * `size=10`, or empty for the benchmark itself. If GOMAXPROCS differs between results, it follows: `size=10-8`,
   * or `-8` for the benchmark itself.
   */
  readonly label: string;
  /**
   * `4.1 to 7.5 % faster (p = 0.002, n = 10+10), 53 → 5 B/op`; if rounds are missing, after
   * `partial (4+4 of 10+10), `.
   */
  readonly text: string;
  /** `text` without p and n. */
  readonly words: string;
  /** On the main figure, for a heading: `4.1 to 7.5 % faster (p = 0.002)`, `no difference that 10 runs can show`. */
  readonly main: string;
  /** The medians of the main figure: `349 → 138 µs/op`; unset if there is none. */
  readonly figures?: string;
  /** For a lens: `4.1 to 7.5 % faster, 53 → 5 B/op`, or `53 → 5 B/op, time within the noise`. */
  readonly title: string;
  /** How many times each program ran; the smaller number if the two differ. */
  readonly rounds: number;
  /** The number of rounds requested. */
  readonly wanted: number;
  /** The p-value of the main figure's difference; unset if it was not tested. */
  readonly p?: number;
  /** The change of the time as a share of the earlier time; unset if it is not significant. */
  readonly delta?: number;
  /** The change of the main figure with its 95 % interval; unset if it is not significant, or has no interval. */
  readonly interval?: PairedRatio;
  /** The unit of the main figure; unset if there is none. */
  readonly unit?: string;
  /** How the main figure changed significantly; unset if it did not. */
  readonly direction?: 'less' | 'more';
  /** How the memory changed significantly; unset if it did not, or if it is the main figure. */
  readonly memory?: MemoryChange;
  /** How the CPU time changed significantly; unset if it did not, or is unknown. */
  readonly cpu?: CpuChange;
  /** Whether the time decreased significantly. */
  readonly isFaster: boolean;
  /** Whether the time increased significantly. */
  readonly isSlower: boolean;
}

/** The change of B/op or, if that did not change, of allocs/op. */
interface MemoryChange {
  readonly direction: 'less' | 'more';
  readonly p: number;
}

type Outcome = Omit<CaseVerdict, 'key' | 'label' | 'rounds' | 'wanted'>;

/** The unit of throughput, which follows from the time: if the time is compared, throughput is not. */
const THROUGHPUT = 'MB/s';
/** The units of memory, the most telling first. */
const MEMORY = ['B/op', 'allocs/op'];

/** The texts of a verdict: `text` is whole, `title` short. */
export interface VerdictTexts extends Pick<CaseVerdict, 'text' | 'title'> {
  /** Whether they begin with the name of a case, and a colon. */
  readonly isLabelled?: true;
}

/** @param prefix ends with a space, unless it is empty */
export function prefixed(prefix: string, { text, title }: VerdictTexts): VerdictTexts {
  return { text: prefix + text, title: prefix + title };
}

/** The texts after what they are about: `BenchmarkX: 4.1 % faster`, `BenchmarkX, size=10: 4.1 % faster`. */
export function ofSubject(subject: string, texts: VerdictTexts): VerdictTexts {
  return prefixed(subject === '' ? '' : `${subject}${texts.isLabelled ? ', ' : ': '}`, texts);
}

/** The texts of a verdict that has no shorter form. */
export function sameTexts(text: string): VerdictTexts {
  return { text, title: text };
}

/** One verdict for each case that was measured on both sides, in the order printed. */
export function caseVerdicts({ before, now, wanted, isSameProgram = false, exact = [] }: PairedResults): CaseVerdict[] {
  const earlier = new Map(groupByName(before).map((group) => [group.key, group.results]));
  const hasSeveralProcs = new Set(now.map(({ procs }) => procs)).size > 1;
  return groupByName(now).flatMap(({ key, subName, results }) => {
    const old = earlier.get(key);
    if (!old) return [];
    const label = hasSeveralProcs ? `${subName}-${results[0].procs}` : subName;
    const rounds = Math.min(old.length, results.length);
    const ofFigures = verdictOf(samplesOf(old, results), isSameProgram, exact);
    const verdict = withCpuChange(ofFigures, isSameProgram ? undefined : cpuChange(old, results));
    const partial = partialText(rounds, wanted);
    const [words, onMain] = [verdict.words, verdict.main].map((text) => partial + text);
    return { key, label, rounds, wanted, ...verdict, ...prefixed(partial, verdict), words, main: onMain };
  });
}

/**
 * The CPU time is a second witness: on a busy machine, it varies far less than the time. It is said after the time, and
 * in a title only if the time shows no difference.
 */
function withCpuChange(verdict: Outcome, cpu: CpuChange | undefined): Outcome {
  if (!cpu || verdict.unit !== TIME) return verdict;
  const { text, words, title, isFaster, isSlower } = verdict;
  const isWitness = !isFaster && !isSlower;
  return {
    ...verdict,
    cpu,
    text: `${text}; ${cpu.text}`,
    words: `${words}; ${cpu.words}`,
    title: isWitness ? cpu.words : title,
  };
}

export const SAME_PROGRAM = 'no difference (the program is the same, byte for byte)';

function verdictOf(all: readonly Samples[], isSameProgram: boolean, exact: readonly FigurePair[]): Outcome {
  const main = mainOf(all);
  if (!main) return withoutChange('no figure was measured on both sides');
  return { ...outcomeOf(main, all, isSameProgram, exact), figures: figureChange(main) };
}

function outcomeOf(
  main: Samples,
  all: readonly Samples[],
  isSameProgram: boolean,
  exact: readonly FigurePair[],
): Outcome {
  const rounds = Math.min(main.before.length, main.now.length);
  const { unit } = main;
  if (isSameProgram) return withoutChange(SAME_PROGRAM, unit);
  if (rounds < MIN_RUNS) {
    return withoutChange(`${pairText(rounds)} runs are too few to tell; ${pairText(MIN_RUNS)} are needed`, unit);
  }
  const isTime = unit === TIME;
  const changes = changesOf(all, MEMORY.includes(unit) ? [] : exact);
  const rest = changes.filter((each) => each.unit !== unit && !(isTime && each.unit === THROUGHPUT));
  const others = rest.filter(({ size }) => size === undefined);
  const otherChanges = others.map(({ text }) => text);
  const remarks = remarksOf(rest);
  const memory = MEMORY.includes(unit) ? undefined : memoryOf(others);
  const { delta: ofMedians, p, interval, isUnconfirmed } = changeOfPairs(main);
  const mainChange = changes.find((each) => each.unit === unit);
  const isCutOff = mainChange?.size === 'cutOff';
  if (!mainChange || isCutOff) {
    const scope = !isTime ? ` in ${unit}` : rest.length > 0 ? ' in time' : '';
    const noFirmChange = () => isUnconfirmed && interval
      ? { whole: unconfirmed(interval, unit, rounds, { p, scope }), short: `no clear difference${scope} (p ${pText(p)})` }
      : noDifference(main, rounds, scope, interval);
    const cutOff = isCutOff && cutOffText([mainChange.text]);
    const { whole: noChange, short } = cutOff ? { whole: cutOff, short: cutOff } : noFirmChange();
    const first = otherChanges.length > 0 ? [otherChanges.join(', ')] : [];
    const title = [...otherChanges, isCutOff ? 'may be no change' : noDifferenceTitle(main)].join(', ');
    const whole = withoutChange([...first, noChange, ...remarks].join('; '), unit);
    return { ...whole, main: short, title, p, ...(memory && { memory }) };
  }
  const { direction } = mainChange;
  const delta = interval ? interval.ratio - 1 : ofMedians;
  const ofSamples = () => (delta === undefined ? mainChange.text : directionText(delta, unit));
  const change = interval ? intervalText(interval, unit) : ofSamples();
  const [isFaster, isSlower] = isTime && delta !== undefined ? [delta < 0, delta > 0] : [false, false];
  const withRemarks = (texts: readonly string[]) => [texts.join(', '), ...remarks].join('; ');
  const evidence = `p ${pText(p)}, n = ${pairText(rounds)}${interval ? '' : needsPairs(main)}`;
  const onMain = `${change} (p ${pText(p)})`;
  const text = withRemarks([`${change} (${evidence})`, ...otherChanges]);
  const words = withRemarks([change, ...otherChanges]);
  const more = { ...(isTime && { delta }), ...(interval && { interval }), ...(memory && { memory }) };
  return { text, words, main: onMain, title: titleOf(change, others), unit, direction, isFaster, isSlower, p, ...more };
}

/** What follows the verdict: changes too small to be part of it, and figures that may have changed. */
function remarksOf(changes: readonly FigureChange[]): string[] {
  const textsOf = (size: FigureChange['size']) => changes.filter((each) => each.size === size).map(({ text }) => text);
  const [small, cutOff] = [textsOf('small'), textsOf('cutOff')];
  return [...(small.length > 0 ? [small.join(', ')] : []), ...(cutOff.length > 0 ? [cutOffText(cutOff)] : [])];
}

/** `639 → 640 B/op and 9 → 10 allocs/op may be no change, as go test cuts off decimals` */
function cutOffText(figures: readonly string[]): string {
  return `${figures.join(' and ')} may be no change, as ${CUT_OFF_REASON}`;
}

/** The length of a title beside the other lenses of a benchmark: VS Code moves a row that is wider than the editor. */
const MAX_TITLE = 32;

/** `4.1 to 7.5 % faster, 53 → 5 B/op`, `8.2× slower, 13× B/op`: with the other changes that fit, if only as shares. */
function titleOf(change: string, others: readonly FigureChange[]): string {
  return others.reduce((title, { text, share, unit }) => {
    const forms = [text, ...(Number.isFinite(share) ? [`${changeText(share, unit)} ${unit}`] : [])];
    const fitting = forms.find((form) => `${title}, ${form}`.length <= MAX_TITLE);
    return fitting === undefined ? title : `${title}, ${fitting}`;
  }, change);
}

function withoutChange(text: string, unit?: string): Outcome {
  const texts = { ...sameTexts(text), words: text, main: text };
  return { ...texts, isFaster: false, isSlower: false, ...(unit !== undefined && { unit }) };
}

/**
 * The figure that decides the verdict: the time; if a benchmark does not report it, its first custom figure, else
 * throughput, else memory. Undefined if there is no figure.
 */
export function mainOf(all: readonly Samples[]): Samples | undefined {
  const rank = ({ unit }: Samples): number =>
    unit === TIME ? 0 : unit === THROUGHPUT ? 2 : MEMORY.includes(unit) ? 3 : 1;
  return [...all].sort((a, b) => rank(a) - rank(b))[0];
}

/** A figure that changed significantly. */
interface FigureChange extends MemoryChange {
  readonly unit: string;
  /** `53 → 5 B/op`. */
  readonly text: string;
  /** The change as a share of the earlier figure; Infinity if that was 0. */
  readonly share: number;
  /** Set if the change is no part of the verdict: it is tiny, or only what `go test` cuts off (see cutOffUnits). */
  readonly size?: 'small' | 'cutOff';
}

/** A smaller change, as a share, may be one of the number of operations: setup has a smaller part in more of them. */
const MIN_MEMORY_SHARE = 0.001;

function memoryOf(changes: readonly FigureChange[]): MemoryChange | undefined {
  const [first] = MEMORY.flatMap((unit) => changes.filter((change) => change.unit === unit));
  return first && { direction: first.direction, p: first.p };
}

/** The figures that differ significantly, and in their medians. */
function changesOf(all: readonly Samples[], exact: readonly FigurePair[]): FigureChange[] {
  const cutOff = cutOffUnits(all.map(mediansOf));
  return all.flatMap((samples) => {
    const { unit } = samples;
    const { delta = Infinity, isChanged, p } = changeOfPairs(samples);
    if (!isChanged || delta === 0) return [];
    const pair = cutOff.has(unit) ? exactPairOf(mediansOf(samples), exact) : undefined;
    if (pair) return exactChange(pair, p);
    const isSmall = MEMORY.includes(unit) && Math.abs(delta) < MIN_MEMORY_SHARE;
    const size = cutOff.has(unit) ? 'cutOff' : isSmall ? 'small' : undefined;
    const direction = delta < 0 ? 'less' : 'more';
    return [{ unit, text: figureChange(samples), share: delta, direction, p, ...(size && { size }) }];
  });
}

/** The change behind a cut off figure: none, a tiny one as `9.999 → 10.000 allocs/op (0.01 % more)`, or a change. */
function exactChange(pair: FigurePair, p: number): FigureChange[] {
  const { unit, before, now } = pair;
  const share = before === 0 ? Infinity : (now - before) / before;
  const text = exactText(pair);
  if (text === undefined) return [];
  const direction = now < before ? 'less' : 'more';
  if (Math.abs(share) >= MIN_MEMORY_SHARE) return [{ unit, text, share, direction, p }];
  return [{ unit, text: `${text} (${shareText(share)} ${direction})`, share, direction, p, size: 'small' }];
}
