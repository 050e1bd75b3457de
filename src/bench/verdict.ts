import { formatValue } from './formatResult';
import { grouped } from './resultText';
import type { BenchmarkResult } from './parseOutput';
import { type Samples, samplesOf } from './pairedSamples';
import { detectable } from './power';
import { compareSamples } from './statistics/compare';
import { summarize } from './statistics/summary';

/** The results of two programs that were measured in turns. */
export interface PairedResults {
  /** Of the earlier program, one result a round and case. */
  readonly before: readonly BenchmarkResult[];
  readonly now: readonly BenchmarkResult[];
  /** How many rounds were asked for; with fewer, the verdict is partial. */
  readonly wanted: number;
  /** The two programs are the same, byte for byte. */
  readonly isSameProgram?: boolean;
}

/** What a measurement shows of one benchmark or case. */
export interface CaseVerdict {
  /** Path of the sub-benchmark; empty for the benchmark itself. */
  readonly subName: string;
  /** `12.3 % faster (p = 0.002, n = 10+10), 53 → 5 B/op` */
  readonly text: string;
  readonly isFaster: boolean;
  readonly isSlower: boolean;
}

/** Fewer values on each side never differ at the level of 5 %. */
const LEAST_RUNS = 4;
/** As many runs as the setting allows. */
const MOST_RUNS = 100;
const TIME = 'ns/op';
/** Derived from the time. */
const THROUGHPUT = 'MB/s';

/**
 * The verdict in words: `12.3 % faster (p = 0.002, n = 10+10), 53 → 5 B/op`, or `no difference that 10 runs can show;
 * 40 would show 2 %`. Several cases are counted: `40 cases: 3 faster, 1 slower`. Whether two samples differ is
 * benchstat's test, at its level of 5 %.
 */
export function verdictText(results: PairedResults): string {
  const cases = caseVerdicts(results);
  const [only] = cases;
  if (!only) return 'no case was measured on both sides';
  const rounds = roundsOf(results);
  const partial = rounds < results.wanted ? `partial (${pairText(rounds)} of ${pairText(results.wanted)}): ` : '';
  if (cases.length === 1) return `${partial}${only.subName === '' ? '' : `${only.subName}: `}${only.text}`;
  const [faster, slower] = [cases.filter(({ isFaster }) => isFaster), cases.filter(({ isSlower }) => isSlower)];
  const counts = [
    ...(faster.length > 0 ? [`${faster.length} faster`] : []),
    ...(slower.length > 0 ? [`${slower.length} slower`] : []),
  ];
  const none = results.isSameProgram ? SAME : `no difference in time that ${rounds} runs can show`;
  return `${partial}${cases.length} cases: ${counts.length > 0 ? counts.join(', ') : none}`;
}

/** One verdict for each case that was measured on both sides, in the order printed. */
export function caseVerdicts({ before, now, isSameProgram = false }: PairedResults): CaseVerdict[] {
  const earlier = new Map(grouped(before).map((group) => [group.name, group.results]));
  return grouped(now).flatMap(({ name, subName, results }) => {
    const old = earlier.get(name);
    return old ? [{ subName, ...verdictOf(samplesOf(old, results), isSameProgram) }] : [];
  });
}

/** How a verdict forms while it is measured: `4+4: about 12 % faster`. */
export function formingText(results: Omit<PairedResults, 'wanted'>): string {
  const rounds = roundsOf(results);
  const names = new Set(results.now.map(({ name }) => name));
  const samples = samplesOf(results.before, results.now);
  const main = mainOf(samples);
  if (names.size > 1 || rounds < 2 || !main) return pairText(rounds);
  const { delta = 0 } = compareSamples(main.before, main.now);
  // Half of what so many rounds can show: less is noise.
  const isNoise = Math.abs(delta) < (detectable(main, rounds) ?? 0) / 2 || delta === 0;
  return `${pairText(rounds)}: ${isNoise ? 'about the same' : `about ${directionText(delta, main.unit, roughText)}`}`;
}

/** Rounds of the case with the most. */
function roundsOf({ now }: Pick<PairedResults, 'now'>): number {
  return Math.max(0, ...grouped(now).map(({ results }) => results.length));
}

const SAME = 'no difference: the program is the same, byte for byte';

function verdictOf(all: readonly Samples[], isSameProgram: boolean): Omit<CaseVerdict, 'subName'> {
  const main = mainOf(all);
  const nothing = { isFaster: false, isSlower: false };
  if (isSameProgram || !main) return { ...nothing, text: isSameProgram ? SAME : 'no figure was measured on both sides' };
  const rounds = Math.min(main.before.length, main.now.length);
  if (rounds < LEAST_RUNS) {
    return { ...nothing, text: `${pairText(rounds)} runs are too few to tell; ${pairText(LEAST_RUNS)} are needed` };
  }
  const isTime = main.unit === TIME;
  const others = all.filter((each) => each !== main && !(isTime && each.unit === THROUGHPUT)).flatMap(changeOf);
  const { delta, isChanged, p } = compareSamples(main.before, main.now);
  if (!isChanged || delta === 0) {
    const none = noDifference(main, rounds, others.length > 0 && isTime ? ' in time' : '');
    return { ...nothing, text: others.length > 0 ? `${others.join(', ')}; ${none}` : none };
  }
  const change = delta === undefined ? figureChange(main) : directionText(delta, main.unit, percentText);
  const evidence = `(${p < 0.0005 ? 'p < 0.001' : `p = ${p.toFixed(3)}`}, n = ${pairText(rounds)})`;
  const text = [`${change} ${evidence}`, ...others].join(', ');
  const [isFaster, isSlower] = isTime && delta !== undefined ? [delta < 0, delta > 0] : [false, false];
  return { text, isFaster, isSlower };
}

/** The time; where a benchmark does not report it, its first own figure. */
function mainOf(all: readonly Samples[]): Samples | undefined {
  const rank = ({ unit }: Samples): number =>
    unit === TIME ? 0 : unit === THROUGHPUT ? 2 : unit === 'B/op' || unit === 'allocs/op' ? 3 : 1;
  return [...all].sort((a, b) => rank(a) - rank(b))[0];
}

/** `53 → 5 B/op` for figures that differ. */
function changeOf(samples: Samples): string[] {
  const { delta, isChanged } = compareSamples(samples.before, samples.now);
  return isChanged && delta !== 0 ? [figureChange(samples)] : [];
}

function figureChange({ unit, before, now }: Samples): string {
  const [old, current] = [before, now].map((values) => formatValue(summarize(values).center, unit));
  return `${old} → ${current} ${unit}`;
}

/** `no difference that 10 runs can show; 40 would show 2 %` */
function noDifference(samples: Samples, rounds: number, what: string): string {
  const [value] = samples.before;
  const isOneValue = [...samples.before, ...samples.now].every((each) => each === value);
  if (isOneValue) return `no difference: every run gave ${formatValue(value, samples.unit)} ${samples.unit}`;
  const more = Math.min(MOST_RUNS, 4 * rounds);
  const shown = detectable(samples, more);
  const hint = shown === undefined ? '' : `; ${more > rounds ? `${more} would` : 'they would'} show ${limitText(shown)}`;
  return `no difference${what} that ${rounds} runs can show${hint}`;
}

/** `12.3 % faster`; `12.3 % less p99-ns` for a figure other than the time. */
function directionText(delta: number, unit: string, amount: (share: number) => string): string {
  const text = amount(Math.abs(delta));
  if (unit === TIME) return `${text} ${delta < 0 ? 'faster' : 'slower'}`;
  return `${text} ${delta < 0 ? 'less' : 'more'} ${unit}`;
}

/** `12.3 %`, `0.34 %`, `250 %` */
function percentText(share: number): string {
  const percent = share * 100;
  if (share < 1 && percent >= 99.95) return 'more than 99.9 %';
  return `${percent.toFixed(percent >= 100 ? 0 : percent >= 0.95 ? 1 : 2)} %`;
}

/** `12 %`, `3.4 %` */
function roughText(share: number): string {
  const percent = share * 100;
  return `${percent.toFixed(percent >= 9.95 ? 0 : 1).replace(/\.0$/, '')} %`;
}

/** Rounded up: `2 %`, `1.3 %`, `0.4 %` */
function limitText(share: number): string {
  const percent = share * 100;
  const step = percent >= 10 ? 1 : percent >= 0.1 ? 10 : 100;
  return `${Math.ceil(Number((percent * step).toPrecision(6))) / step} %`;
}

function pairText(rounds: number): string {
  return `${rounds}+${rounds}`;
}
