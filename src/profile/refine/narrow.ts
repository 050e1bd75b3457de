import type { Profile, StackColumns } from '../model';
import { putShown } from '../sums/pickStacks';
import { ShownStacks } from '../sums/sampleViews';
import { FOCUSED, IGNORED, LEAF, ROOT, SHOWN } from './frameFilters';
import { pickSamples } from './pickRows';

/** Which samples to keep, and which parts of their stacks. */
export interface Narrowing {
  /** See LocationMarks. */
  readonly marks: Uint8Array;
  /** Keep only samples with a FOCUSED and a SHOWN location, and without an IGNORED location. */
  readonly byName: boolean;
  /** Cut the callers of ROOT locations; drop samples without a ROOT location. */
  readonly byRoot: boolean;
  /** Cut the callees of LEAF locations. */
  readonly byLeaf: boolean;
  /** Returns for each sample 1 if its labels exclude it. `isKept`: 1 for samples kept so far. Undefined: no filter. */
  readonly excludedByLabels: ((isKept: Uint8Array) => Uint8Array) | undefined;
}

/** Drops samples and shortens stacks. Columns that do not change are shared with `profile`. */
export function narrowed(profile: Profile, narrowing: Narrowing): Profile {
  const spans = findSpans(profile, narrowing);
  const excluded = narrowing.excludedByLabels?.(spans.isKept);
  if (excluded !== undefined) for (let i = 0; i < excluded.length; i++) if (excluded[i] === 1) spans.isKept[i] = 0;
  const shown = narrowing.byName ? shownOf(narrowing.marks) : undefined;
  if (spans.isCut) return pickSamples(profile, spans.isKept, narrowedStacks(profile.stacks, spans, shown));
  if (shown === undefined) return pickSamples(profile, spans.isKept);
  return pickSamples({ ...profile, stacks: new ShownStacks(profile.stacks, shown) }, spans.isKept);
}

/** For each location: 1 if it is SHOWN; undefined if all locations are. */
function shownOf(marks: Uint8Array): Uint8Array | undefined {
  const shown = marks.map((mark) => (mark & SHOWN) / SHOWN);
  return shown.includes(0) ? shown : undefined;
}

/** Sample `i`, if kept, keeps `locations[starts[i] … ends[i])` of its stack. */
interface Spans {
  readonly isKept: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly isCut: boolean;
}

function findSpans({ stacks, sampleCount }: Profile, { marks, byName, byRoot, byLeaf }: Narrowing): Spans {
  const { offsets, locations } = stacks;
  const isKept = new Uint8Array(sampleCount).fill(1);
  // If no location is ignored, the scan of a stack can stop as soon as the stack matches.
  const hasIgnored = marks.some((mark) => (mark & IGNORED) !== 0);
  const matches = hasIgnored ? isFocusedNotIgnored : isFocused;
  const starts = byLeaf ? new Uint32Array(sampleCount) : offsets;
  const ends = byRoot ? new Uint32Array(sampleCount) : offsets.subarray(1);
  for (let sample = 0; sample < sampleCount; sample++) {
    const start = offsets[sample];
    let end = offsets[sample + 1];
    if (byName && !matches(locations, start, end, marks)) isKept[sample] = 0;
    if (byRoot) {
      ends[sample] = end = afterRoot(locations, start, end, marks);
      if (end === start) isKept[sample] = 0;
    }
    if (byLeaf) starts[sample] = leafOf(locations, start, end, marks);
  }
  return { isKept, starts, ends, isCut: byRoot || byLeaf };
}

function isFocusedNotIgnored(locations: Uint32Array, start: number, end: number, marks: Uint8Array): boolean {
  let seen = 0;
  for (let i = start; i < end; i++) seen |= marks[locations[i]];
  return (seen & (FOCUSED | IGNORED | SHOWN)) === (FOCUSED | SHOWN);
}

function isFocused(locations: Uint32Array, start: number, end: number, marks: Uint8Array): boolean {
  let seen = 0;
  for (let i = start; i < end; i++) {
    seen |= marks[locations[i]];
    if ((seen & (FOCUSED | SHOWN)) === (FOCUSED | SHOWN)) return true;
  }
  return false;
}

function afterRoot(locations: Uint32Array, start: number, end: number, marks: Uint8Array): number {
  let after = end;
  while (after > start && (marks[locations[after - 1]] & ROOT) === 0) after--;
  return after;
}

function leafOf(locations: Uint32Array, start: number, end: number, marks: Uint8Array): number {
  for (let i = start; i < end; i++) if ((marks[locations[i]] & LEAF) !== 0) return i;
  return start;
}

/** The stacks of the kept samples, without locations that are not shown. */
function narrowedStacks({ locations }: StackColumns, spans: Spans, shown: Uint8Array | undefined): StackColumns {
  const { isKept, starts, ends } = spans;
  const cut = new Uint32Array(locations.length + 1);
  const offsets = new Uint32Array(isKept.length + 1);
  let used = 0;
  let count = 0;
  for (let sample = 0; sample < isKept.length; sample++) {
    if (isKept[sample] === 0) continue;
    const [start, end] = [starts[sample], ends[sample]];
    if (shown === undefined) for (let i = start; i < end; i++) cut[used++] = locations[i];
    else used = putShown(cut, used, { locations, start, end, shown });
    offsets[++count] = used;
  }
  return { offsets: offsets.subarray(0, count + 1), locations: trimmed(cut, used) };
}

/** The first `length` elements; copied if a view would keep more than twice the memory. */
export function trimmed(array: Uint32Array, length: number): Uint32Array {
  return array.length > 2 * length ? array.slice(0, length) : array.subarray(0, length);
}
