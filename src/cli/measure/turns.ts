import { finish } from '../../profile/common/guard';
import { type GoTestResults, readResultsOf, roundsOf } from '../../bench/goTestResults';
import type { BenchmarkResult, BenchmarkUnit } from '../../bench/parseOutput';
import { samplesOf } from '../../bench/pairedSamples';
import { groupByName } from '../../bench/resultsByCase';
import {
  type Better, type CaseDecision, comparisonsIn, CPU_TIME, decideCase, decisionConfidence, pairsToDecide, widthOf,
} from '../../bench/turnsDecision';
import { UnitMetadata } from '../../bench/benchstat/unitMetadata';
import type { Program } from './programs';
import type { StopRule } from './stopRule';

/** A benchmark function in the two programs of its package. */
export interface Target {
  readonly importPath: string;
  readonly name: string;
  readonly before: Program;
  readonly now: Program;
}

/** A case with one GOMAXPROCS, as both programs measured it; results at the same index are a pair. */
export interface MeasuredCase {
  readonly target: Target;
  /** `BenchmarkX/case`, without GOMAXPROCS. */
  readonly name: string;
  readonly procs: number;
  readonly before: readonly BenchmarkResult[];
  readonly now: readonly BenchmarkResult[];
}

/** A benchmark that one of the programs could not run. */
export interface FailedTarget {
  readonly target: Target;
  readonly error: unknown;
}

/** What the turns have shown so far. */
export interface Measured {
  readonly cases: readonly MeasuredCase[];
  readonly units: readonly BenchmarkUnit[];
  readonly failed: readonly FailedTarget[];
  /** Names of cases that only one side has. */
  readonly onlyBefore: readonly string[];
  readonly onlyNow: readonly string[];
}

/** The decisions on all cases, and the rule that they share. */
export interface Decisions {
  readonly cases: ReadonlyMap<MeasuredCase, CaseDecision>;
  readonly comparisons: number;
  readonly confidence: number;
  /** The least number of pairs that can show a firm change. */
  readonly needed: number;
}

export interface TurnsProgress {
  /** Called before each pair of runs. */
  onPair(round: number, target: Target, open: number): void;
}

/**
 * Runs the programs of all benchmarks in turns. In each round, every benchmark that still needs it has a pair of runs,
 * one of each program right after the other, which take turns in going first. A benchmark that fails is left out from
 * then on. Throws the signal's reason on abort.
 */
export async function runInTurns(
  targets: readonly Target[],
  stop: StopRule,
  signal: AbortSignal,
  { onPair }: TurnsProgress,
  now: () => number = () => performance.now(),
): Promise<Measured> {
  const runs = targets.map((target) => new TargetRuns(target));
  const failed: FailedTarget[] = [];
  const begin = now();
  const isOver = (round: number) => stop.kind === 'time' && round > 1 && now() - begin >= 1000 * stop.seconds;
  let open = runs;
  for (let round = 1; open.length > 0 && !isOver(round); round++) {
    for (const [i, each] of open.entries()) {
      if (isOver(round)) break;
      onPair(round, each.target, open.length);
      try {
        await each.runPair((round + i) % 2 === 1);
      } catch (error) {
        signal.throwIfAborted();
        failed.push({ target: each.target, error });
      }
    }
    open = stillOpen(runs.filter(({ target }) => !failed.some((each) => each.target === target)), stop, round);
  }
  const complete = runs.filter(({ target }) => !failed.some((each) => each.target === target));
  return {
    cases: complete.flatMap((each) => each.cases()),
    units: complete.flatMap(({ units }) => units),
    failed,
    onlyBefore: complete.flatMap((each) => each.only('before')),
    onlyNow: complete.flatMap((each) => each.only('now')),
  };
}

/** The benchmarks that need another pair of runs. */
function stillOpen(runs: readonly TargetRuns[], stop: StopRule, round: number): TargetRuns[] {
  if (stop.kind === 'time') return [...runs];
  if (stop.kind === 'runs') return round < stop.pairs ? [...runs] : [];
  const cases = runs.flatMap((each) => each.cases());
  const { cases: decided, needed } = decisionsOn({ cases, units: runs.flatMap(({ units }) => units) }, 0);
  if (round < needed) return [...runs];
  if (round >= Math.max(stop.maxPairs, needed)) return [];
  const wide = cases.filter((each) => widthOf(decided.get(each)!) > stop.width).map(({ target }) => target);
  return runs.filter(({ target }) => wide.includes(target));
}

/** @param bound the largest regression that passes, as a share */
export function decisionsOn({ cases, units }: Pick<Measured, 'cases' | 'units'>, bound: number): Decisions {
  const better = betterOf(units);
  const samples = new Map(cases.map((each) => [each, samplesOf(each.before, each.now)]));
  const comparisons = [...samples.values()].reduce((sum, all) => sum + comparisonsIn(all, better), 0);
  const confidence = decisionConfidence(comparisons);
  const rule = { confidence, bound, better };
  const decided = new Map([...samples].map(([each, all]) => [each, decideCase(all, rule)]));
  return { cases: decided, comparisons, confidence, needed: pairsToDecide(comparisons) };
}

function betterOf(units: readonly BenchmarkUnit[]): Better {
  const metadata = new UnitMetadata();
  metadata.add(CPU_TIME, 'better', 'lower');
  for (const { unit, key, value } of units) metadata.add(unit, key, value);
  return (unit) => metadata.better(unit);
}

type SideName = 'before' | 'now';

/** The complete pairs of runs of a benchmark. */
class TargetRuns {
  private readonly pairs: Readonly<Record<SideName, readonly BenchmarkResult[]>>[] = [];
  units: readonly BenchmarkUnit[] = [];

  constructor(readonly target: Target) {}

  async runPair(beforeFirst: boolean): Promise<void> {
    const order = beforeFirst ? (['before', 'now'] as const) : (['now', 'before'] as const);
    const read: Partial<Record<SideName, GoTestResults>> = {};
    for (const side of order) read[side] = await this.run(side);
    this.units = read.now!.units;
    this.pairs.push({ before: read.before!.results, now: read.now!.results });
  }

  private async run(side: SideName): Promise<GoTestResults> {
    const { name, [side]: program } = this.target;
    const output = await program.run(name);
    return finish(readResultsOf(output, name, roundsOf(1, program.side.go)));
  }

  /** The cases that both programs have, with the results of the pairs in which both measured it. */
  cases(): MeasuredCase[] {
    const { target } = this;
    const all = new Map<string, { before: BenchmarkResult[]; now: BenchmarkResult[] }>();
    for (const pair of this.pairs) {
      const before = new Map(groupByName(pair.before).map(({ key, results }) => [key, results]));
      for (const { key, results } of groupByName(pair.now)) {
        const old = before.get(key);
        if (!old) continue;
        const known = all.get(key) ?? { before: [], now: [] };
        known.before.push(old.at(-1)!);
        known.now.push(results.at(-1)!);
        all.set(key, known);
      }
    }
    return [...all.values()].map((sides) => {
      const { baseName, subName, procs } = sides.now[0];
      return { target, name: subName === '' ? baseName : `${baseName}/${subName}`, procs, ...sides };
    });
  }

  /** The names of the cases that only one side measured. */
  only(side: SideName): string[] {
    const other = side === 'now' ? 'before' : 'now';
    const namesOn = (each: SideName) => new Set(this.pairs.flatMap((pair) => pair[each].map(({ name }) => name)));
    const others = namesOn(other);
    return [...namesOn(side)].filter((name) => !others.has(name));
  }
}
