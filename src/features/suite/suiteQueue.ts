import { dirname } from 'node:path';
import type { Misfit } from '../../bench/misfit';
import { isAbort } from '../../profile/common/abort';
import { entry } from '../../profile/memo';
import { benchmarksText } from '../../profile/text/counts';
import { startProgress, type Progress } from '../../ui/progress';
import { sentenceOf } from '../../ui/systemFailure';
import type { OneAtATime } from '../profile/oneAtATime';
import type { QueueOutcome } from './suiteOutcome';
import type { Suite } from './suiteScopes';
import type { Target } from '../profile/target';

/**
 * Calls `act` for one benchmark of a suite after the other, package by package, under one notification:
 * `3 of 12: BenchmarkJoin, building`.
 * A failure does not stop the queue. A cancel ends it after the running benchmark has cleaned up.
 * @param act returns why the results or profiles do not fit their run
 * @param cleanUp called before another measurement may begin
 */
export async function runQueue(
  { targets, isOnlyMeasured }: Suite,
  measurements: OneAtATime,
  act: (target: Suite['targets'][0], progress: Progress) => Promise<Misfit | undefined>,
  cleanUp: () => Promise<void> = async () => undefined,
): Promise<QueueOutcome> {
  const failed: { name: string; message: string }[] = [];
  const misfits: { name: string; message: string }[] = [];
  let done = 0;
  const progress = await startProgress(`${isOnlyMeasured ? 'Measuring' : 'Profiling'} ${benchmarksText(targets.length)}`);
  const { signal } = progress;
  let endMeasurement: (() => void) | undefined;
  try {
    endMeasurement = await measurements.begin(signal, progress.cancel);
    for (const [i, target] of byPackage(targets).entries()) {
      if (signal.aborted) break;
      const order = `${i + 1} of ${targets.length}: ${target.name}`;
      const report: Progress['report'] = (stage, options) => progress.report(`${order}, ${stage}`, options);
      try {
        const misfit = await act(target, { ...progress, end: () => progress.end(), report });
        if (misfit) misfits.push({ name: target.name, message: misfit.text });
        done++;
      } catch (error) {
        if (!signal.aborted) failed.push({ name: target.name, message: sentenceOf(error) });
      }
    }
  } catch (error) {
    if (!isAbort(error)) throw error;
  } finally {
    await cleanUp();
    endMeasurement?.();
    progress.end();
  }
  return { done, failed, ...(misfits.length > 0 && { misfits }) };
}

/** Orders the targets so that those of a package follow each other. */
export function byPackage(targets: readonly Target[]): Target[] {
  const packages = new Map<string, Target[]>();
  for (const target of targets) {
    entry(packages, dirname(target.uri.path), (): Target[] => []).push(target);
  }
  return [...packages.values()].flat();
}
