import { type LocationColumns, NONE, type Profile, type StackColumns } from '../model';
import { re2 } from '../common/regexp';
import { functionNames } from './frameMatcher';
import { pickLineRows } from './pickRows';
import type { FunctionIndex, IndexColumn, LineIndex, LocationIndex, SampleIndex } from '../indexes';

/** Effect of `drop_frames` on a location: it stays. */
const KEPT = 0;
/** Effect on a location: its inner frames and all its callees are dropped. */
const CUT = 1;
/** Effect on a location: the whole location and all its callees are dropped. */
const DROPPED = 2;

/**
 * Removes the frames that match the profile's `drop_frames` (and not `keep_frames`), and all frames below them.
 * Matching frames at the root stay, up to the first frame that does not match. Profiles of Go programs have no
 * `drop_frames`. As in pprof, an invalid pattern removes nothing. Source: google/pprof profile, Prune.
 */
export function withoutDroppedFrames(profile: Profile): Profile {
  const drops = profile.dropFrames === '' ? undefined : droppedFunctions(profile);
  if (drops === undefined) return profile;
  const { effects, firstLines } = effectsOn(profile, drops);
  return {
    ...profile,
    ...withLinesFrom(profile, firstLines),
    stacks: withoutLeaves(profile, effects),
  };
}

function droppedFunctions(profile: Profile): ((functionIndex: FunctionIndex) => boolean) | undefined {
  const { functions, dropFrames, keepFrames } = profile;
  const nameOf = functionNames(profile);
  try {
    const { RE2JS } = re2();
    const drop = RE2JS.compile(`^(${dropFrames})$`);
    const keep = keepFrames === '' ? undefined : RE2JS.compile(`^(${keepFrames})$`);
    const verdicts = Array.from({ length: functions.count }, (_, index) => {
      const name = nameOf(index);
      const simple = simplifiedName(name);
      return name !== '' && drop.matcher(simple).find() && keep?.matcher(simple).find() !== true;
    });
    return (index) => index !== NONE && verdicts[index];
  } catch {
    return undefined;
  }
}

/** The name without a leading dot and without parameters. Parentheses as in `operator()` are part of the name. */
export function simplifiedName(name: string): string {
  const bare = name.replace(/^\./, '');
  for (const match of bare.matchAll(/\(anonymous namespace\)|operator\(\)|\(/g)) {
    if (match[0] === '(') return bare.slice(0, match.index);
  }
  return bare;
}

interface LocationEffects {
  /** For each location: KEPT, CUT or DROPPED. */
  readonly effects: Uint8Array;
  /** For each location: the innermost line that remains. */
  readonly firstLines: IndexColumn<LocationIndex, LineIndex>;
}

function effectsOn({ locations, lines }: Profile, drops: (functionIndex: FunctionIndex) => boolean): LocationEffects {
  const effects = new Uint8Array(locations.count).fill(KEPT);
  const firstLines = locations.lineOffsets.slice(0, locations.count);
  for (let location = 0; location < locations.count; location++) {
    const innermost = locations.lineOffsets[location];
    const outermost = locations.lineOffsets[location + 1] - 1;
    for (let line = outermost; line >= innermost; line--) {
      if (!drops(lines.function[line])) continue;
      effects[location] = line === outermost ? DROPPED : CUT;
      if (line < outermost) firstLines[location] = line + 1;
      break;
    }
  }
  return { effects, firstLines };
}

function withLinesFrom({ locations, lines }: Profile, firstLines: Uint32Array): Pick<Profile, 'locations' | 'lines'> {
  const lineOffsets = new Uint32Array(locations.count + 1);
  const rows: number[] = [];
  for (let location = 0; location < locations.count; location++) {
    for (let line = firstLines[location]; line < locations.lineOffsets[location + 1]; line++) rows.push(line);
    lineOffsets[location + 1] = rows.length;
  }
  const changed: LocationColumns = { ...locations, lineOffsets };
  return { locations: changed, lines: pickLineRows(lines, rows) };
}

function withoutLeaves({ stacks, sampleCount }: Profile, effects: Uint8Array): StackColumns {
  const offsets = new Uint32Array(sampleCount + 1);
  const locations = new Uint32Array(stacks.locations.length);
  let used = 0;
  for (let sample = 0; sample < sampleCount; sample++) {
    const end = stacks.offsets[sample + 1];
    const remaining = stacks.locations.subarray(newLeaf(stacks, sample, effects), end);
    locations.set(remaining, used);
    used += remaining.length;
    offsets[sample + 1] = used;
  }
  return { offsets, locations: locations.subarray(0, used) };
}

/** The index of the new leaf: from the root, the first CUT or DROPPED location after a KEPT one ends the stack. */
function newLeaf({ offsets, locations }: StackColumns, sample: SampleIndex, effects: Uint8Array): number {
  const leaf = offsets[sample];
  let seenKept = false;
  for (let i = offsets[sample + 1] - 1; i >= leaf; i--) {
    const effect = effects[locations[i]];
    if (effect === KEPT) seenKept = true;
    else if (seenKept) return effect === DROPPED ? i + 1 : i;
  }
  return leaf;
}
