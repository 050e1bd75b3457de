import { CHECK_MASK, checkpoint } from '../common/guard';
import { oncePer } from '../memo';
import { NONE } from '../model';
import type { IndexColumn, LocationIndex, NodeIndex, Offsets } from '../indexes';

/** The keys to sum frames by: of each location, innermost first. */
export interface FrameKeys {
  readonly offsets: Offsets<LocationIndex, number>;
  /** Below `count`, or NONE for a frame that is not summed. */
  readonly keys: IndexColumn<number, NodeIndex>;
  readonly count: number;
}

/** Sums by key, for one column of values. */
export interface KeySums {
  /** The sum of the samples whose innermost frame has the key. */
  readonly flat: Float64Array;
  /** The sum of the samples whose stack contains the key; each counts once. */
  readonly cum: Float64Array;
  /** The number of samples in `cum`, without those of value 0, as in pprof. */
  readonly samples: Uint32Array;
  /** For each location: 1 if it is in the stack of a sample whose value is not 0. */
  readonly seenLocation: Uint8Array;
}

/**
 * The rows that sums are added to. Each location has a row, and so does each key that several locations share. A key of
 * only one location has that location's sums.
 *
 *     location 0: keys a, b      row 0: a, b     row 3: empty, for keys of no location
 *     location 1: keys c, d      row 1: d        row 4: c
 *     location 2: key c          row 2: none     offsets 0 0 1 2, shared 4 4
 */
export interface RowLayout {
  /** The number of rows. */
  readonly count: number;
  readonly rowOf: IndexColumn<NodeIndex, number>;
  /** A sample added to a location is also added to its `shared` rows. */
  readonly offsets: Offsets<LocationIndex, number>;
  readonly shared: Uint32Array;
  /** The key of the innermost frame, or NONE. */
  readonly leafKeys: IndexColumn<LocationIndex, NodeIndex>;
}

/** The rows for sums by these keys; RowLayout has an example. */
export const rowLayout = oncePer((frames: FrameKeys): RowLayout => {
  const locationCount = frames.offsets.length - 1;
  const rowOf = ownersOf(frames);
  const emptyRow = locationCount;
  let count = emptyRow + 1;
  for (let key = 0; key < rowOf.length; key++) {
    if (rowOf[key] >= locationCount) rowOf[key] = rowOf[key] === NONE ? emptyRow : count++;
  }
  return { count, rowOf, ...sharedRows(frames, rowOf, locationCount) };
});

const SEVERAL = NONE - 1;

/** For each key: the only location that has it, SEVERAL, or NONE. */
function ownersOf({ offsets, keys, count }: FrameKeys): Uint32Array {
  const owners = new Uint32Array(count).fill(NONE);
  for (let location = 0; location + 1 < offsets.length; location++) {
    if ((location & CHECK_MASK) === 0) checkpoint();
    for (let frame = offsets[location]; frame < offsets[location + 1]; frame++) {
      const key = keys[frame];
      if (key === NONE) continue;
      const owner = owners[key];
      if (owner !== location) owners[key] = owner === NONE ? location : SEVERAL;
    }
  }
  return owners;
}

function sharedRows({ offsets: frames, keys }: FrameKeys, rowOf: Uint32Array, locationCount: number) {
  const leafKeys = new Uint32Array(locationCount);
  const offsets = new Uint32Array(locationCount + 1);
  const shared = new Uint32Array(keys.length);
  let used = 0;
  for (let location = 0; location < locationCount; location++) {
    if ((location & CHECK_MASK) === 0) checkpoint();
    leafKeys[location] = keys[frames[location]];
    for (let frame = frames[location]; frame < frames[location + 1]; frame++) {
      const key = keys[frame];
      if (key !== NONE && rowOf[key] > locationCount) shared[used++] = rowOf[key];
    }
    offsets[location + 1] = used;
  }
  return { leafKeys, offsets, shared: shared.slice(0, used) };
}
