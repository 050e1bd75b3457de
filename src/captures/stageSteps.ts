import { caseVerdicts, type CaseVerdict, mainOf, type PairedResults } from '../bench/caseVerdict';
import { directionText } from '../bench/changeWords';
import { changeOfPairs, mediansOf, samplesOf } from '../bench/pairedSamples';
import type { BenchmarkResult } from '../bench/parseOutput';
import { groupByName } from '../bench/resultsByCase';
import type { CaptureRecord } from './disk/captureStore';
import { newestFirst } from './newestFirst';
import { againstText } from './sides';

/** How many times as large a figure is as in an earlier stage, with its 95 % interval if there is one. */
export interface StepRatio {
  readonly ratio: number;
  readonly lo?: number;
  readonly hi?: number;
}

/** How the results of one case of a stage differ from those of an earlier stage. */
export interface StageStep {
  /** See `caseKey`. */
  readonly key: string;
  /** The id of the earlier capture, which may have been deleted. */
  readonly from: string;
  /** Whether both programs ran in turns. Otherwise, the machine may have changed too. */
  readonly isInTurns: boolean;
  /**
   * `4.1 to 7.5 % faster, 53 → 5 B/op`; not in turns `about 12.3 % faster`; of two environments
   * `GOGC=off against GOGC=100: 12 to 15 % faster`.
   */
  readonly words: string;
  /** Of a verdict that is sure. */
  readonly kind: 'faster' | 'slower' | 'none';
  /** The verdict with p and n; empty if the programs did not run in turns. */
  readonly evidence: string;
  /** By unit. */
  readonly ratios: ReadonlyMap<string, StepRatio>;
}

/**
 * The step to each stage of a benchmark, by its id and for each of its cases: from the stage before it, or else from
 * another stage with which it was measured in turns. The oldest results have none.
 * @param captures newest first, with those of stages that were measured in turns later
 */
export function stageSteps(captures: readonly CaptureRecord[]): Map<string, StageStep[]> {
  const steps = new Map<string, StageStep[]>();
  const latest = new Map<string, { readonly id: string; readonly results: readonly BenchmarkResult[] }>();
  const pairs = captures.filter(({ stage }) => stage !== undefined);
  for (const record of newestFirst(captures.filter(({ stage }) => stage === undefined)).reverse()) {
    const { id, results, chosenEnvironment } = record;
    const measured = [...pairs.filter(({ stage }) => stage === id), record].map(turnsOf);
    steps.set(id, groupByName(results).flatMap(({ key, results: now }) => {
      const inTurns = measured.flatMap((ofCases) => ofCases.get(key) ?? []);
      // Another environment of the same code is no stage that later code comes from.
      if (chosenEnvironment !== undefined) return inTurns;
      const before = latest.get(key);
      latest.set(key, { id, results: now });
      const own = turnsOf(record).get(key);
      const step = inTurns.find(({ from }) => from === before?.id) ?? own ?? inTurns[0];
      return step ?? (before ? stepOfDays(key, before, now) : []);
    }));
  }
  return steps;
}

/** Two stages whose stored programs were measured in turns later. */
export interface MeasuredPair {
  /** The ids of the two stages. */
  readonly now: string;
  readonly before: string;
  /** One for each case. */
  readonly steps: readonly StageStep[];
}

/** @param captures newest first; so are the pairs */
export function measuredPairs(captures: readonly CaptureRecord[]): MeasuredPair[] {
  return captures.flatMap((record) => {
    const { stage, turns } = record;
    if (stage === undefined || !turns) return [];
    return [{ now: stage, before: turns.base.id, steps: [...turnsOf(record).values()] }];
  });
}

/** Statistics take a while, and the page is refreshed often. */
const computed = new Map<string, Map<string, StageStep>>();
const MAX_COMPUTED = 400;

/** The steps that were measured in turns, by case. */
function turnsOf({ id, turns, results }: CaptureRecord): ReadonlyMap<string, StageStep> {
  // Another benchmark is no stage of this one.
  if (!turns || turns.sides?.kind === 'benchmarks') return new Map();
  const main = (list: readonly BenchmarkResult[]) => list.map(({ values }) => values[0]?.value).join();
  const signature = [id, turns.base.id, main(turns.before), main(results)].join(' ');
  const known = computed.get(signature);
  if (known) return known;
  if (computed.size >= MAX_COMPUTED) computed.clear();
  const pair = { ...turns, now: results };
  const sides = turns.sides?.kind === 'environments' && `${againstText(turns)}: `;
  const steps = new Map(caseVerdicts(pair).map((verdict) => {
    const step = stepOf(verdict, pair, turns.base.id);
    return [verdict.key, sides ? { ...step, words: sides + step.words } : step];
  }));
  computed.set(signature, steps);
  return steps;
}

function stepOf(
  { key, title, text, isFaster, isSlower }: CaseVerdict,
  { before, now }: PairedResults,
  from: string,
): StageStep {
  const ofCase = (all: readonly BenchmarkResult[]) => groupByName(all).find((group) => group.key === key)!.results;
  const ratios = samplesOf(ofCase(before), ofCase(now)).flatMap((samples) => {
    const { interval } = changeOfPairs(samples);
    const known = interval ?? ratioOf(mediansOf(samples));
    return known ? [[samples.unit, known] as const] : [];
  });
  const kind = isFaster ? 'faster' : isSlower ? 'slower' : 'none';
  return { key, from, isInTurns: true, words: title, kind, evidence: text, ratios: new Map(ratios) };
}

/** The step between results that were measured at different times. */
function stepOfDays(
  key: string,
  { id, results }: { readonly id: string; readonly results: readonly BenchmarkResult[] },
  now: readonly BenchmarkResult[],
): StageStep[] {
  const samples = samplesOf(results, now);
  const main = mainOf(samples);
  if (!main) return [];
  const ratios = samples.flatMap((each) => {
    const ratio = ratioOf(mediansOf(each));
    return ratio ? [[each.unit, ratio] as const] : [];
  });
  const ofMain = ratioOf(mediansOf(main))?.ratio;
  const words = ofMain === undefined ? '' : ofMain === 1 ? 'the same' : `about ${directionText(ofMain - 1, main.unit)}`;
  return [{ key, from: id, isInTurns: false, words, kind: 'none', evidence: '', ratios: new Map(ratios) }];
}

function ratioOf({ before, now }: { readonly before: number; readonly now: number }): StepRatio | undefined {
  if (before === now) return { ratio: 1 };
  return before > 0 && now > 0 ? { ratio: now / before } : undefined;
}
