import { measuredName } from './captureGroups';
import type { CaptureRecord } from './disk/captureStore';
import { baseOf } from './loaded/latestResults';
import { stageNames } from './stageNames';
import { shortCommit } from '../profile/text/shortCommit';
import { clipped } from '../profile/text/words';
import { momentText } from '../ui/whenText';

/** Why a stored program cannot run now. */
export interface NoProgram {
  /** What happened, and what to do. */
  readonly text: string;
  /** The commit that has the code, if it can be measured as a git revision. */
  readonly commit?: string;
}

/**
 * Why the program of a stage cannot run in turns with another one; undefined if it can.
 * @param name of the stage
 * @param stored the ids of the captures whose programs are stored
 */
export function whyNoProgram(record: CaptureRecord, name: string, stored: ReadonlySet<string>): NoProgram | undefined {
  const { id, chosenEnvironment, noProgram, revision, conditions: { git } = {} } = record;
  if (chosenEnvironment !== undefined) {
    return { text: `“${name}” is the code in another environment: use Measure Again With… to compare environments.` };
  }
  if (stored.has(id)) return undefined;
  const gone = noProgram === undefined ? 'is no longer stored' : 'could not be stored';
  const commit = revision?.commit ?? (git?.changes?.files === 0 ? git.commit : undefined);
  if (commit !== undefined) {
    const text = `The program of “${name}” ${gone}: Measure Against a Git Revision… builds ${shortCommit(commit)} again.`;
    return { text, commit };
  }
  return { text: `The program of “${name}” ${gone}, and no commit has its code: check out or write that code, and profile it again.` };
}

/** A function that names captures of the benchmark of `record`, for sentences: `Use a strings.Builder`. */
export function namesOfStages(
  all: readonly CaptureRecord[],
  { target }: CaptureRecord,
): (record: CaptureRecord) => string {
  const now = Date.now();
  const stages = target ? capturesOf(all, target.file, target.name) : [];
  const names = stageNames(stages, now);
  return ({ id, capturedAt }) => {
    const { own, automatic } = names.get(id) ?? {};
    return clipped(own ?? automatic ?? `the capture of ${momentText(capturedAt, now)}`, MAX_NAME);
  };
}

/** Characters of a name beside figures. */
export const MAX_NAME = 40;

/** The captures of a benchmark and of its cases, in the given order. */
export function capturesOf(captures: readonly CaptureRecord[], file: string, benchmark: string): CaptureRecord[] {
  return captures.filter(({ target }) => target?.file === file && baseOf(target.name) === baseOf(benchmark));
}

/** The benchmark or the case that both captures measured; undefined if they measured different cases. */
export function commonTarget(one: CaptureRecord, other: CaptureRecord): string | undefined {
  const [a, b] = [one, other].map(measuredName);
  if (a === b || baseOf(b) === b) return a;
  return baseOf(a) === a ? b : undefined;
}
