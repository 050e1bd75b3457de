import type { BenchmarkUnit } from '../../bench/parseOutput';
import type { CaseDecision } from '../../bench/turnsDecision';
import type { LinesFound } from './regressedLines';
import type { MeasuredCase } from './turns';

/** A case with its verdict and, after a firm regression, its lines. */
export interface JudgedCase extends MeasuredCase {
  /** `BenchmarkX/case-8`, as printed. */
  readonly label: string;
  readonly decision: CaseDecision;
  /** The verdict in words. */
  readonly verdict: string;
  /** By the unit of a figure that regressed past the bound. */
  readonly lines: ReadonlyMap<string, LinesFound>;
}

/** All that a measurement has shown. */
export interface MeasureOutcome {
  readonly before: string;
  readonly now: string;
  /** What is compared, in a sentence: `main (1a2b3c4) and the working tree (at 5d6e7f8, with changes)`. */
  readonly compared: string;
  readonly commits: { readonly before?: string; readonly now?: string; readonly isDirty?: boolean };
  readonly cases: readonly JudgedCase[];
  readonly units: readonly BenchmarkUnit[];
  readonly comparisons: number;
  readonly confidence: number;
  /** The largest regression that passes, as a share. */
  readonly failOver: number;
  /** Why benchmarks or packages could not be measured, as sentences. */
  readonly failures: readonly string[];
  /** Names of benchmarks that only one side has, with their package if there are several. */
  readonly onlyBefore: readonly string[];
  readonly onlyNow: readonly string[];
  /** `go1.26.8 linux/amd64`, the processor, load, and variables that change how Go code runs. */
  readonly machine: readonly string[];
  /** Sentences on what limits the verdicts. */
  readonly notes: readonly string[];
  /** Of the runs, without builds and profiles. */
  readonly seconds: number;
}

function isRegressed({ cases }: Pick<MeasureOutcome, 'cases'>): boolean {
  return cases.some(({ decision }) => decision.past.length > 0);
}

/** 1 after a firm regression past the bound; 2 if something could not be measured, or nothing could be told. */
export function exitCode(outcome: MeasureOutcome): 0 | 1 | 2 {
  if (isRegressed(outcome)) return 1;
  return outcome.failures.length > 0 || isUntold(outcome) ? 2 : 0;
}

/** Whether no benchmark ran often enough for a verdict. */
function isUntold({ cases }: MeasureOutcome): boolean {
  return cases.every(({ decision: { main, others } }) => main?.outcome === 'tooFew' && others.length === 0);
}

/** Why something could not be measured, as sentences. */
export function reasons(outcome: MeasureOutcome): string[] {
  const { failures, cases } = outcome;
  const [first] = cases;
  return [...failures, ...(first && isUntold(outcome) ? [`There is no verdict: ${first.verdict}.`] : [])];
}

/** `2 benchmarks: 1 past the bound of 5 %, 1 faster.` */
export function summary({ cases, failOver }: MeasureOutcome): string {
  const count = (matches: (each: JudgedCase) => boolean) => cases.filter(matches).length;
  const past = count(({ decision }) => decision.past.length > 0);
  const mains = (outcome: string) => {
    return count(({ decision }) => decision.past.length === 0 && decision.main?.outcome === outcome);
  };
  const worse = failOver > 0 ? `worse by more than ${percentText(failOver)}` : 'firmly worse';
  const parts = [
    [past, worse],
    [mains('worse'), 'worse within the bound'],
    [mains('better'), 'better'],
    [mains('tooFew'), 'with too few runs to tell'],
  ] as const;
  const found = parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  const all = `${cases.length} ${cases.length === 1 ? 'benchmark' : 'benchmarks'}`;
  return `${all}: ${found.length === 0 ? 'no firm difference' : found.join(', ')}.`;
}

/** How sure the verdicts are, in sentences. */
export function sureText({ confidence, comparisons, cases }: MeasureOutcome): string {
  const why = `because ${comparisons === 1 ? 'one figure is' : `${comparisons} figures are`} compared`;
  const rule = 'unchanged code reads as firmly worse in at most 1 of 100 measurements';
  const pairs = Math.min(...cases.flatMap(({ decision: { main } }) => (main?.interval ? [main.pairs] : [])));
  if (!Number.isFinite(pairs)) return `Verdicts rest on pairs of runs: ${rule}.`;
  const possible = 1 - 2 ** (1 - pairs);
  const ranges = `The ranges are ${confidenceText(Math.min(possible, confidence))} intervals from pairs of runs`;
  if (possible >= confidence) return `${ranges}, ${why}: ${rule}.`;
  return `${ranges}. A change is firm if benchstat's test also shows it at ${confidenceText(confidence)}, ${why}: ${rule}.`;
}

function percentText(share: number): string {
  return `${Number((100 * share).toPrecision(4))} %`;
}

function confidenceText(confidence: number): string {
  const rest = 100 * (1 - confidence);
  return `${Number((100 * confidence).toFixed(Math.max(0, Math.ceil(-Math.log10(rest)))))} %`;
}
