import type { CaptureError } from '../../common/captureError';
import type { TakenSet } from '../../live/set/takeSet';
import { plural } from '../../profile/text/counts';
import { listed } from '../../profile/text/words';
import type { PartOfInstance } from './serviceSums';

/** A kind of profile that an instance lacks. */
export interface LackedPart {
  readonly label: string;
  readonly instance: string;
  /** A sentence. */
  readonly reason: string;
  readonly error?: CaptureError;
  /** Whether the service never said that it has this profile. */
  readonly isNotOffered: boolean;
}

interface Measured {
  readonly name: string;
  readonly seconds: number;
  readonly sets: readonly TakenSet[];
  readonly parts: readonly PartOfInstance[];
  readonly lacked: readonly LackedPart[];
}

/** Names of instances or kinds in a sentence. */
const MAX_NAMED = 5;
/** Clocks that differ by less are called equal. */
const CLOCK_MS = 60_000;
const ENABLED_BY: Readonly<Partial<Record<string, string>>> = {
  mutex: 'runtime.SetMutexProfileFraction(10)',
  block: 'runtime.SetBlockProfileRate(10000)',
};

/** As `listed`, but one more name stands for itself: it is as short as `1 more`. */
function listText(names: readonly string[]): string {
  return listed(names, names.length > MAX_NAMED + 1 ? MAX_NAMED : Infinity);
}

/** What a set lacks that its service could have had, with the reasons; undefined if nothing. */
export function lackedText(name: string, lacked: readonly LackedPart[], instanceCount: number): string | undefined {
  const reasons = new Map<string, LackedPart[]>();
  for (const part of lacked.filter(({ isNotOffered }) => !isNotOffered)) {
    // Of many instances, the first reason stands for those of the same kind.
    const key = instanceCount > 1 ? part.label : part.reason;
    const ofReason = reasons.get(key);
    if (ofReason) ofReason.push(part);
    else reasons.set(key, [part]);
  }
  if (reasons.size === 0) return undefined;
  const [first, ...others] = [...reasons.values()].map((parts) => {
    const labels = listText([...new Set(parts.map(({ label }) => label))]);
    const of = instanceCount > 1 ? ` of ${listText(parts.map(({ instance }) => instance))}` : '';
    return `${labels}${of}: ${parts[0].reason}`;
  });
  return [`${name} was profiled without ${first}`, ...others.map((text) => `Without ${text}`)].join(' ');
}

/** How many instances of a service failed, and why; undefined if none. */
export function failedText(
  name: string,
  failed: readonly { readonly name: string; readonly error: Error }[],
  instanceCount: number,
): string | undefined {
  if (failed.length === 0) return undefined;
  const isSilent = failed.every(({ error }) => (error as Partial<CaptureError>).failure === 'timedOut');
  const list = listText(failed.map((each) => each.name));
  const begin = `${instanceCount - failed.length} of ${instanceCount} instances of ${name} were profiled; ${failed.length}`;
  return isSilent ? `${begin} did not respond: ${list}.` : `${begin} failed: ${list}. ${failed[0].error.message}`;
}

/** Sentences on what a capture of a service lacks or mixes, which are no errors. */
export function serviceNotes(measured: Measured): string[] {
  return [
    notEnabledNote(measured), noAllocationsNote(measured), notOfferedNote(measured), buildsNote(measured),
    ...clockNotes(measured),
  ].filter((note) => note !== undefined);
}

/** Profiles that the runtime does not record unless it is told to. */
function notEnabledNote({ sets, parts }: Measured): string | undefined {
  const labels = Object.keys(ENABLED_BY).filter((label) => {
    const ofKind = parts.filter((part) => part.label === label && !part.facts.problem);
    const hasRecords = sets.some((set) => set.parts.some((part) => part.label === label && (part.count ?? 0) > 0));
    return ofKind.length > 0 && !hasRecords && ofKind.every(({ facts }) => facts.sampleCount === 0);
  });
  if (labels.length === 0) return undefined;
  const calls = listText(labels.flatMap((label) => ENABLED_BY[label] ?? []));
  const verb = labels.length === 1 ? 'is' : 'are';
  return `${listText(labels)} ${verb} not enabled in the service, or nothing has waited yet: ${calls} ${labels.length === 1 ? 'enables it' : 'enable them'}.`;
}

function noAllocationsNote({ parts, seconds }: Measured): string | undefined {
  const ofKind = parts.filter(({ label, facts }) => label === 'allocs' && !facts.problem);
  if (ofKind.length === 0 || ofKind.some(({ facts }) => facts.sampleCount > 0)) return undefined;
  return `allocs has no samples: no garbage collection, which is when Go publishes allocations, ended in these ${seconds} s.`;
}

function notOfferedNote({ lacked }: Measured): string | undefined {
  const labels = [...new Set(lacked.filter(({ isNotOffered }) => isNotOffered).map(({ label }) => label))];
  return labels.length === 0 ? undefined : `The service does not list its profiles, and does not serve ${listText(labels)}.`;
}

/** A deployment between two instances, or in the middle of a set: lines of two builds are shown together. */
function buildsNote({ parts }: Measured): string | undefined {
  const byBuild = new Map<string, PartOfInstance[]>();
  for (const part of parts.filter(({ facts }) => facts.buildId !== '' && !facts.problem)) {
    const ofBuild = byBuild.get(part.facts.buildId);
    if (ofBuild) ofBuild.push(part);
    else byBuild.set(part.facts.buildId, [part]);
  }
  if (byBuild.size < 2) return undefined;
  const [, ...fewer] = [...byBuild.values()].sort((a, b) => b.length - a.length);
  const others = fewer.flat();
  const instances = [...new Set(others.map(({ instance }) => instance))];
  const labels = [...new Set(others.map(({ label }) => label))];
  const isOne = new Set(parts.map(({ instance }) => instance)).size === 1;
  const what = isOne ? `${listText(labels)} ${labels.length === 1 ? 'is' : 'are'}` : `${listText(instances)} ${instances.length === 1 ? 'is' : 'are'}`;
  return `${what} of another build than the rest: where the two differ, lines may be off.`;
}

function clockNotes({ sets, parts }: Measured): string[] {
  const now = Math.max(...sets.map(({ to }) => to));
  // A set takes a while, and other instances may have been profiled before this one.
  const span = now - Math.min(...sets.map(({ from }) => from));
  const behind = new Map<string, number>();
  for (const { instance, facts: { timeNanos } } of parts) {
    const difference = now - timeNanos / 1e6;
    if (timeNanos > 0 && (difference < -CLOCK_MS || difference > span + CLOCK_MS)) behind.set(instance, difference);
  }
  return [...behind].slice(0, 1).map(([instance, millis]) => {
    const more = behind.size > 1 ? ` and ${behind.size - 1} more ${plural('instance', behind.size - 1)}` : '';
    return `The clock of ${instance}${more} is ${spanText(Math.abs(millis))} ${millis > 0 ? 'behind' : 'ahead'}: times are those of this machine.`;
  });
}

function spanText(millis: number): string {
  const minutes = Math.round(millis / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}
