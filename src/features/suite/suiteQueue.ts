import { dirname } from 'node:path';
import type { Misfit } from '../../bench/misfit';
import { isAbort } from '../../profile/common/guard';
import { entry } from '../../profile/memo';
import { SuiteClock, type SuiteEntry } from '../../bench/howLongSuite';
import { benchmarksText, plural } from '../../profile/text/counts';
import { joinParts, type Progress, secondsText, startProgress } from '../../ui/progress';
import { sentenceOf } from '../../ui/systemFailure';
import type { OneAtATime } from '../profile/oneAtATime';
import type { Suite } from './suiteScopes';
import type { Target } from '../profile/pickTarget';

/**
 * Calls `act` for one benchmark of a suite after the other, package by package, under one notification:
 * `3 of 12: BenchmarkJoin, building · about 4 min left`.
 * A failure does not stop the queue. A cancel ends it after the running benchmark has cleaned up.
 * @param act returns why the results or profiles do not fit their run
 */
export async function runQueue(
  suite: Suite,
  measurements: OneAtATime,
  act: (target: Suite['targets'][0], progress: Progress) => Promise<Misfit | undefined>,
  { cleanUp, entriesOf, now = () => performance.now() }: QueueOptions = {},
): Promise<QueueOutcome> {
  const { targets, isOnlyMeasured } = suite;
  const failed: { name: string; message: string }[] = [];
  const misfits: { name: string; message: string }[] = [];
  let done = 0;
  const progress = await startProgress(`${isOnlyMeasured ? 'Measuring' : 'Profiling'} ${functionsText(suite)}`);
  const { signal } = progress;
  let endMeasurement: (() => void) | undefined;
  try {
    endMeasurement = await measurements.begin(signal, progress.cancel);
    const ordered = byPackage(targets);
    const clock = entriesOf && new SuiteClock(entriesOf(ordered));
    for (const [i, target] of ordered.entries()) {
      if (signal.aborted) break;
      const order = `${i + 1} of ${targets.length}: ${target.name}`;
      const startedAt = now();
      const report: Progress['report'] = (stage, options = {}) => {
        const detail = (millis: number) => {
          const own = options.detail?.(millis) ?? (millis > 0 ? secondsText(millis) : undefined);
          return joinParts(own, clock?.leftText(i, now() - startedAt)) || undefined;
        };
        progress.report(`${order}, ${stage}`, { ...options, detail });
      };
      try {
        const misfit = await act(target, { ...progress, end: () => progress.end(), report });
        if (misfit) misfits.push({ name: target.name, message: misfit.text });
        done++;
        clock?.end(i, now() - startedAt);
      } catch (error) {
        if (!signal.aborted) failed.push({ name: target.name, message: sentenceOf(error) });
      }
    }
  } catch (error) {
    if (!isAbort(error)) throw error;
  } finally {
    await cleanUp?.();
    endMeasurement?.();
    progress.end();
  }
  return { done, failed, ...(misfits.length > 0 && { misfits }) };
}

interface QueueOptions {
  /** Called before another measurement may begin. */
  readonly cleanUp?: () => Promise<void>;
  /** What is known of these benchmarks before they run; if unset, the progress does not say how long they take. */
  readonly entriesOf?: (targets: readonly Target[]) => readonly SuiteEntry[];
  readonly now?: () => number;
}

/** Orders the targets so that those of a package follow each other. */
export function byPackage(targets: readonly Target[]): Target[] {
  const packages = new Map<string, Target[]>();
  for (const target of targets) {
    entry(packages, dirname(target.uri.path), (): Target[] => []).push(target);
  }
  return [...packages.values()].flat();
}

export interface QueueOutcome {
  /** The number of benchmarks that were measured. */
  readonly done: number;
  /** The benchmarks that failed, in order, each with the reason as a sentence. */
  readonly failed: readonly NamedMessage[];
  /** The benchmarks whose results or profiles do not fit their run, in order, each with the reason. */
  readonly misfits?: readonly NamedMessage[];
}

interface NamedMessage {
  readonly name: string;
  readonly message: string;
}

/** Limit for the number of failures, and of misfits, in a message. */
const MAX_NAMED = 3;

/**
 * `2 of 3 benchmarks of x_test.go were profiled. BenchmarkA panics: no luck (x_test.go:7).` After a cancel, some were
 * neither profiled nor failed: `Cancelled: 1 of 3 benchmarks of x_test.go were profiled.`
 */
export function outcomeText(
  suite: Suite,
  { done, failed, misfits = [] }: QueueOutcome,
): string {
  const { name, targets, isOnlyMeasured } = suite;
  const all = functionsText(suite);
  const countText = done === targets.length ? all : `${done} of ${all}`;
  const text = `${countText} of ${name} ${targets.length === 1 ? 'was' : 'were'} ${isOnlyMeasured ? 'measured' : 'profiled'}.`;
  const isCancelled = done + failed.length < targets.length;
  const named = [...sentencesOf(failed, 'more failed'), ...sentencesOf(misfits, 'more do not measure their operations')];
  return [isCancelled ? `Cancelled: ${text}` : text, ...named].join(' ');
}

/** Whether all functions are benchmarks, and none is a test. */
export function areBenchmarks({ targets }: Pick<Suite, 'targets'>): boolean {
  return targets.every(({ kind }) => kind === 'benchmark');
}

/** `12 benchmarks`; `3 tests` if not all are benchmarks. */
function functionsText(suite: Suite): string {
  const { length } = suite.targets;
  return areBenchmarks(suite) ? benchmarksText(length) : `${length} ${plural('test', length)}`;
}

function sentencesOf(messages: readonly NamedMessage[], rest: string): string[] {
  const sentences = new Set(messages.map(({ name, message }) => {
    // Most messages begin with the name: `BenchmarkA panics: …`.
    return message.startsWith(`${name} `) ? message : `${name}: ${message}`;
  }));
  const named = [...sentences].slice(0, MAX_NAMED);
  const more = sentences.size - named.length;
  return more > 0 ? [...named, `${more} ${rest}.`] : named;
}
