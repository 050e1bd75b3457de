import type { GroupChange, GroupRow, LabelCount, StackFrame } from './answers';
import type { Group } from './dump';
import { isLeaked } from './leakedGoroutines';
import { CREATED_BY, type Stacks } from './stacks';

const MAX_LABEL_SETS = 5;

/** States of goroutines that the runtime keeps for itself. */
const IDLE_STATES =
  /^(?:idle$|GC worker \(idle\)|finalizer wait|cleanup wait|force gc \(idle\)|GC sweep wait|GC scavenge wait|trace reader \(blocked\))/;
/** Functions of the standard library whose goroutines wait for work. */
const IDLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'os/signal.loop',
  'os/signal.signal_recv',
  'net/http.(*persistConn).readLoop',
  'net/http.(*persistConn).writeLoop',
  'net/http.(*connReader).backgroundRead',
  'net/http.(*http2clientConnReadLoop).run',
  'internal/poll.(*FD).Accept',
  // It answers the request for the dump.
  'runtime/pprof.writeGoroutine',
  'database/sql.(*DB).connectionOpener',
]);

const RUNTIME_START = /^runtime\.(?!main$|goexit$)/;

/** What is known of a group from the dumps around it: see GroupRow, and idleIn. */
interface AboutGroup {
  readonly isIdle: boolean;
  readonly title: string | undefined;
  readonly services: readonly LabelCount[] | undefined;
  readonly change: GroupChange | undefined;
}

/** What is shown of a group. */
export function groupRow(group: Group, stacks: Stacks, { isIdle, title, services, change }: AboutGroup): GroupRow {
  const { count, state, longestWait, locked, ids, labels, stack, isCrash } = group;
  const { frames, createdBy } = stacks.of(stack);
  const labelCounts = [...labels].map(([text, labeled]) => ({ text, count: labeled }));
  const shownLabels = labelCounts.sort((a, b) => b.count - a.count);
  return {
    key: keyOf(state, createdBy ? [...frames, createdBy] : frames),
    count,
    state,
    longestWait,
    locked,
    ids,
    labels: shownLabels.slice(0, MAX_LABEL_SETS),
    labelSets: shownLabels.length,
    frames,
    ...(createdBy && { createdBy }),
    nameFrame: nameFrame(frames),
    isCrash,
    isIdle,
    isLeaked: isLeaked(state),
    ...(title !== undefined && { title }),
    ...(services && services.length > 0 && { services }),
    ...(change && { change }),
  };
}

/** A hash: two groups of a text get the same one by chance less than once in 10^6 texts of 10^5 groups. */
function keyOf(state: string, frames: readonly StackFrame[]): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (const text of [state, ...frames.flatMap(({ function: name, file, line }) => [name, file, String(line)])]) {
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 0xffff;
      a = Math.imul(a ^ code, 0x9e3779b1);
      b = Math.imul(b ^ code, 0x5f356495);
    }
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}

/** Whether a group belongs to the runtime, or only waits for work. */
export function idleIn(stacks: Stacks): (group: Group) => boolean {
  const waits = stacks.having(({ function: name }) => IDLE_FUNCTIONS.has(name));
  const isOther = ({ function: name, file }: StackFrame) =>
    file !== '' && !name.startsWith('runtime.') && !name.startsWith(CREATED_BY);
  const others = stacks.having(isOther);
  return ({ isCrash, state, stack }) => {
    if (isCrash || isLeaked(state)) return false;
    if (waits[stack] === 1 || IDLE_STATES.test(state)) return true;
    return others[stack] === 0 && RUNTIME_START.test(stacks.startOf(stack));
  };
}

/** The first frame outside of the standard library; else the first outside of the runtime; -1 without frames. */
function nameFrame(frames: readonly StackFrame[]): number {
  const own = frames.findIndex((frame) => frame.file !== '' && !isStandard(frame));
  if (own >= 0) return own;
  const other = frames.findIndex(({ function: name, file }) => file !== '' && !/^(?:runtime\.|panic$)/.test(name));
  return Math.max(other, Math.min(0, frames.length - 1));
}

/**
 * Whether a frame is of the standard library: the folder of its file is that of its package, in GOROOT's src or, with
 * -trimpath, on its own. Some functions of other packages are in the files of the runtime.
 */
function isStandard({ function: name, file }: StackFrame): boolean {
  if (name === 'panic') return true;
  const slash = name.lastIndexOf('/');
  const dot = name.indexOf('.', slash + 1);
  const pkg = dot < 0 ? '' : name.slice(0, dot);
  if (pkg === '' || pkg === 'main' || pkg.split('/', 1)[0].includes('.')) return false;
  const folder = file.replaceAll('\\', '/').replace(/\/[^/]*$/, '');
  return [pkg, 'runtime'].some((place) => folder === place || folder.endsWith(`/src/${place}`));
}
