import { posix } from 'node:path';
import { countText, MINUS } from '../profile/text/screen/digits';
import { plural } from '../profile/text/counts';
import { shortCommit } from '../profile/text/shortCommit';
import { capitalized, listed } from '../profile/text/words';
import { momentText } from '../ui/whenText';
import { ownNames } from './captureGroups';
import type { CaptureRecord, MeasuredInTurns } from './disk/captureStore';
import type { CodeChange } from './disk/measuredCode';
import { baseOf } from './loaded/latestResults';
import { isOfPresentCode } from './presentCode';
import { commitText } from './measuredText';
import { againstText } from './sides';

/** A capture in the history of its benchmark. */
export interface StageName {
  /** The name that the user gave it; unset if there is none. */
  readonly own?: string;
  /**
   * What its code is: `Use a strings.Builder`, the subject of its commit; `working tree: +12 −3 in lru.go`;
   * `+2 −1 in lru.go since the last one`; of another environment `with GOGC=off`; of two stages that were measured in
   * turns `Use a strings.Builder against First version`. Unset if nothing is known of it.
   */
  readonly automatic?: string;
  /** Sentences on the code, in lines. */
  readonly details: string;
}

/**
 * The names of the captures of one benchmark, by id. Captures of different code have different names, as far as it is
 * known.
 * @param captures newest first
 */
export function stageNames(captures: readonly CaptureRecord[], now: number): Map<string, StageName> {
  const names = new Map<string, StageName>();
  const namesakes = new Map<string, CaptureRecord>();
  for (const [i, record] of [...captures.entries()].reverse()) {
    const before = captures.slice(i + 1).find((other) => isOfSameWork(other, record));
    const plain = automaticName(record, before, now);
    const other = plain === undefined ? undefined : namesakes.get(plain);
    const automatic = other && !mayBeSame(other, record) ? `${plain} (${distinction(record, other, now)})` : plain;
    if (plain !== undefined) namesakes.set(plain, record);
    const own = userName(record);
    names.set(record.id, {
      ...(own !== undefined && { own }),
      ...(automatic !== undefined && { automatic }),
      details: detailsOf(record, before, now),
    });
  }
  return names;
}

/** `+12 −3 in lru.go`, `+40 −8 in 3 files`. */
export function codeChangeText({ files, named, ...change }: CodeChange): string {
  return `${linesText(change)} in ${files === 1 ? posix.basename(named[0] ?? '') : `${countText(files)} files`}`;
}

function linesText({ added, removed }: Pick<CodeChange, 'added' | 'removed'>): string {
  const counts = [added > 0 && `+${countText(added)}`, removed > 0 && `${MINUS}${countText(removed)}`];
  return counts.filter(Boolean).join(' ') || 'changes';
}

/** Whether both measured the code of the working tree, and the same cases of the benchmark. */
function isOfSameWork(other: CaptureRecord, record: CaptureRecord): boolean {
  return !record.revision && isOfPresentCode(other) && other.subject === record.subject;
}

function automaticName(record: CaptureRecord, before: CaptureRecord | undefined, now: number): string | undefined {
  const { revision, conditions: { git } = {}, code, chosenEnvironment, stage, turns } = record;
  if (stage !== undefined) return turns?.sides && againstText(turns);
  if (chosenEnvironment !== undefined) return `with ${chosenEnvironment}`;
  const subject = git && (git.subject ?? shortCommit(git.commit));
  if (revision) return [revision.name, git?.subject].filter(Boolean).join(': ');
  const isSinceBefore = code?.since !== undefined && code.since.id === before?.id;
  if (!git) return code?.since && sinceText(code.since, isSinceBefore, now);
  if (git.isDirty === undefined && git.changes === undefined) {
    const hasOther = code?.since !== undefined && code.since.change.files > 0;
    return hasOther ? sinceText(code.since, isSinceBefore, now) : `${subject}, or changes after it`;
  }
  if (git.changes === undefined) return git.isDirty ? `working tree: changes after ${subject}` : subject;
  if (git.changes.files === 0) return subject;
  const wasDirty = before?.conditions?.git?.commit === git.commit && (before.conditions.git.changes?.files ?? 0) > 0;
  const hasChanged = code?.since !== undefined && code.since.change.files > 0;
  if (wasDirty && isSinceBefore && hasChanged) return sinceText(code.since, true, now);
  return `working tree: ${codeChangeText(git.changes)}`;
}

function sinceText({ capturedAt, change }: Since, isSinceBefore: boolean, now: number): string {
  const last = isSinceBefore ? 'the last one' : `that of ${momentText(capturedAt, now)}`;
  return change.files === 0 ? `same code as ${last}` : `${codeChangeText(change)} since ${last}`;
}

type Since = NonNullable<NonNullable<CaptureRecord['code']>['since']>;

/** Whether two captures with one name may have measured the same code. */
function mayBeSame(one: CaptureRecord, other: CaptureRecord): boolean {
  const [git, otherGit] = [one, other].map(({ conditions }) => conditions?.git);
  if (git?.commit !== otherGit?.commit) return false;
  const [hash, otherHash] = [one, other].map(({ code }) => code?.hash);
  if (hash !== undefined && otherHash !== undefined) return hash === otherHash;
  return [git, otherGit].every((each) => each?.changes?.files === 0);
}

/** What tells a capture from an older one with the same name: its commit, or else its time. */
function distinction({ conditions, capturedAt }: CaptureRecord, other: CaptureRecord, now: number): string {
  const commit = conditions?.git?.commit;
  const isOther = commit !== undefined && commit !== other.conditions?.git?.commit;
  return isOther ? shortCommit(commit) : momentText(capturedAt, now);
}

/** The name that the user gave a capture; undefined for the name that every capture of its kind has. */
export function userName(record: CaptureRecord): string | undefined {
  const { target } = record;
  if (!target) return undefined;
  const { userName: name } = ownNames(record, { title: baseOf(target.name) });
  const ending = titleEnding(record);
  return ending !== '' && name?.endsWith(ending) ? undefined : name;
}

/** What follows the name of the benchmark in the title of a capture that did not measure the present code. */
export function titleEnding({ revision, chosenEnvironment, stage, turns }: Titled): string {
  if (stage !== undefined) return ` @ ${turns?.sides?.now ?? 'a stored program'}`;
  if (revision) return ` @ ${revision.name}`;
  return chosenEnvironment === undefined ? '' : ` with ${chosenEnvironment}`;
}

type Titled = Pick<CaptureRecord, 'revision' | 'chosenEnvironment' | 'stage'> & {
  readonly turns?: Pick<MeasuredInTurns, 'sides'>;
};

function detailsOf(
  { conditions: { git } = {}, code }: CaptureRecord,
  before: CaptureRecord | undefined,
  now: number,
): string {
  const commit = git && `${commitText(git)}${git.subject === undefined ? '' : `: ${git.subject}`}`;
  const changes = git?.changes && git.changes.files > 0 && `Differs from the commit by ${wholeText(git.changes)}.`;
  const { since } = code ?? {};
  const last = since && (since.id === before?.id ? 'the last one' : `that of ${momentText(since.capturedAt, now)}`);
  const sinceLast = since && (since.change.files === 0
    ? `The same code as ${last}.`
    : `Differs from ${last} by ${wholeText(since.change)}.`);
  return [commit && capitalized(commit), changes, sinceLast].filter(Boolean).join('\n');
}

/** `+40 −8 in cache/lru.go, node.go and 3 more files` */
function wholeText(change: CodeChange): string {
  const { files, named } = change;
  const more = files - named.length;
  const names = more > 0 ? [...named, `${more} more ${plural('file', more)}`] : named;
  return `${linesText(change)} in ${listed(names)}`;
}
