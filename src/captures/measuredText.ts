import { type Conditions, environmentTexts } from './disk/conditions';
import { flagsBeside } from './disk/environment';
import { slowBuildOf } from '../bench/slowBuild';
import { shortCommit } from '../profile/text/shortCommit';
import type { TextChanges } from '../sources/lineMatching/lineEdits';
import { agoText } from '../ui/whenText';

interface Measured {
  /** Milliseconds since the epoch; 0 or less if not known. */
  readonly capturedAt: number;
  readonly conditions?: Pick<Conditions, 'git' | 'flags' | 'environment'>;
}

/** The longest text of a variable that is shown whole, in characters. */
const MAX_VARIABLE = 60;

/**
 * When and at which commit costs were measured, in which environment, and with which flag if it makes programs much
 * slower: `Measured 3 days ago with -race (several times slower), GOGC=10 at 1a2b3c4 (main), with uncommitted changes`;
 * empty if nothing is known. `now` is in milliseconds since the epoch.
 */
export function measuredText({ capturedAt, conditions }: Measured, now: number): string {
  const when = capturedAt > 0 ? agoText(capturedAt, now) : '';
  const slow = slowBuildOf(conditions?.flags);
  const variables = environmentTexts(conditions).map(shortened);
  const settings = [...(slow ? [`-${slow} (several times slower)`] : []), ...variables].join(', ');
  const measured = [when, settings && `with ${settings}`, commitText(conditions?.git)].filter(Boolean).join(' ');
  return measured && `Measured ${measured}`;
}

function shortened(text: string): string {
  return text.length <= MAX_VARIABLE ? text : `${text.slice(0, MAX_VARIABLE - 1)}…`;
}

/** `go1.26.8, GOMAXPROCS 8, GOGC=10, Intel Xeon, at 1a2b3c4 (main)`; empty if nothing is known. */
export function conditionsText(conditions: Conditions = {}): string {
  const { goVersion, goExperiment, maxProcs, cpu, governor, flags = [], git, environment = {} } = conditions;
  // That of the results is the one that applied.
  const isShown = (text: string) => maxProcs === undefined || !text.startsWith('GOMAXPROCS=');
  return [
    goVersion,
    goExperiment && `GOEXPERIMENT ${goExperiment}`,
    maxProcs && `GOMAXPROCS ${maxProcs}`,
    ...environmentTexts({ environment }).filter(isShown),
    cpu,
    governor && `governor ${governor}`,
    flagsBeside(environment, flags).join(' '),
    commitText(git),
  ].filter(Boolean).join(', ');
}

/** `at 1a2b3c4 (main), with uncommitted changes`; empty if the commit is not known. */
export function commitText({ commit = '', branch, isDirty }: Partial<NonNullable<Conditions['git']>> = {}): string {
  const where = commit && `at ${shortCommit(commit)}${branch ? ` (${branch})` : ''}`;
  return where && `${where}${isDirty ? ', with uncommitted changes' : ''}`;
}

/** `12 lines changed since, 3 removed`; empty if no line was changed or removed. */
export function sinceText({ changed, removed }: TextChanges): string {
  const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`;
  if (changed === 0) return removed.length === 0 ? '' : `${lines(removed.length)} removed since`;
  return `${lines(changed)} changed since${removed.length === 0 ? '' : `, ${removed.length} removed`}`;
}
