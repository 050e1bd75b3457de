import type * as vscode from 'vscode';
import type { SuiteEntry } from '../../bench/howLongSuite';
import { roundsOf } from '../../bench/goTestResults';
import { baseOf, type LatestResults } from '../../captures/loaded/latestResults';
import { profileSettings } from '../../ui/settings/profileSettings';
import { goTestRequest, OptionMemory } from '../profile/runOptions';
import { planOf, suiteEntry } from '../profile/runProgress';
import type { Target } from '../profile/pickTarget';
import type { Suite } from './suiteScopes';

interface Known {
  readonly results: Pick<LatestResults, 'of'>;
  readonly memento: vscode.Memento;
}

/** What earlier results tell about the benchmarks of a suite, in its order. */
export function suiteEntries({ targets, isOnlyMeasured }: Suite, { results, memento }: Known): SuiteEntry[] {
  const memory = new OptionMemory(memento);
  return targets.map((target: Target) => {
    const { uri, name } = target;
    const options = memory.of(target);
    const request = goTestRequest(target, isOnlyMeasured ? { ...options, kinds: [] } : options);
    const isTimed = isOnlyMeasured || profileSettings(uri).hasTimingRun;
    const plan = planOf(request, roundsOf(request.count, request.go), isTimed);
    return suiteEntry(results.of(uri.fsPath, baseOf(name)), plan);
  });
}
