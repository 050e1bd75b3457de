import type { Conditions } from './disk/conditions';
import { slowBuildOf } from '../bench/slowBuild';
import type { TextChanges } from '../sources/lineMatching/lineEdits';
import { agoText } from '../ui/whenText';

/** The number of characters of a commit's hash that are shown, as git shortens it in a small repository. */
const HASH = 7;

interface Measured {
  /** Milliseconds since the epoch; 0 or less if not known. */
  readonly capturedAt: number;
  readonly conditions?: Pick<Conditions, 'git' | 'flags'>;
}

/**
 * When and at which commit costs were measured, and with which flag if it makes programs much slower:
 * `Measured 3 days ago with -race (several times slower) at 1a2b3c4 (main), with uncommitted changes`; empty if nothing
 * is known. `now` is in milliseconds since the epoch.
 */
export function measuredText({ capturedAt, conditions }: Measured, now: number): string {
  const when = capturedAt > 0 ? agoText(capturedAt, now) : '';
  const slow = slowBuildOf(conditions?.flags);
  const build = slow && `with -${slow} (several times slower)`;
  const measured = [when, build, commitText(conditions?.git)].filter(Boolean).join(' ');
  return measured && `Measured ${measured}`;
}

/** `go1.26.8, GOMAXPROCS 8, Intel Xeon, at 1a2b3c4 (main)`; empty if nothing is known. */
export function conditionsText({ goVersion, goExperiment, maxProcs, cpu, flags = [], git }: Conditions = {}): string {
  const experiment = goExperiment && `GOEXPERIMENT ${goExperiment}`;
  const parts = [goVersion, experiment, maxProcs && `GOMAXPROCS ${maxProcs}`, cpu, flags.join(' '), commitText(git)];
  return parts.filter(Boolean).join(', ');
}

/** `at 1a2b3c4 (main), with uncommitted changes`; empty if the commit is not known. */
function commitText({ commit = '', branch, isDirty }: Partial<NonNullable<Conditions['git']>> = {}): string {
  const where = commit && `at ${commit.slice(0, HASH)}${branch ? ` (${branch})` : ''}`;
  return where && `${where}${isDirty ? ', with uncommitted changes' : ''}`;
}

/** `12 lines changed since, 3 removed`; empty if no line was changed or removed. */
export function sinceText({ changed, removed }: TextChanges): string {
  const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`;
  if (changed === 0) return removed.length === 0 ? '' : `${lines(removed.length)} removed since`;
  return `${lines(changed)} changed since${removed.length === 0 ? '' : `, ${removed.length} removed`}`;
}
