import { CHECK_MASK, checkpoint } from '../common/guard';
import { oncePer } from '../memo';
import { NONE } from '../model';
import type { FrameKeys } from './keySums';

/**
 * The rows that sums are added to. Each location has a row, and so does each key that several locations share. A key of
 * only one location has that location's sums.
 *
 *     location 0: keys a, b      row 0: a, b     row 3: c
 *     location 1: keys c, d      row 1: d        offsets 0 0 1 2, shared 3 3
 *     location 2: key c          row 2: none
 */
export interface RowLayout {
  /** The number of rows; the last one stays empty. */
  readonly count: number;
  /** For each key: its row. */
  readonly rowOf: Uint32Array;
  /** A sample added to location `i` is also added to the rows `shared[offsets[i] … offsets[i + 1])`. */
  readonly offsets: Uint32Array;
  readonly shared: Uint32Array;
  /** For each location: the key of its innermost frame, or NONE. */
  readonly leafKeys: Uint32Array;
}

/** The rows for sums by these keys; RowLayout has an example. */
export const rowLayout = oncePer((frames: FrameKeys): RowLayout => {
  const locationCount = frames.offsets.length - 1;
  const rowOf = ownersOf(frames);
  let count = locationCount;
  for (let key = 0; key < rowOf.length; key++) if (rowOf[key] === SEVERAL) rowOf[key] = count++;
  for (let key = 0; key < rowOf.length; key++) if (rowOf[key] === NONE) rowOf[key] = count;
  const { offsets, keys } = frames;
  const leafKeys = new Uint32Array(locationCount);
  for (let location = 0; location < locationCount; location++) leafKeys[location] = keys[offsets[location]];
  const shared = sharedRows(frames, rowOf, locationCount);
  return { count: count + 1, rowOf, offsets: shared.offsets, shared: shared.rows, leafKeys };
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
  const offsets = new Uint32Array(locationCount + 1);
  const shared = new Uint32Array(keys.length);
  let used = 0;
  for (let location = 0; location < locationCount; location++) {
    if ((location & CHECK_MASK) === 0) checkpoint();
    for (let frame = frames[location]; frame < frames[location + 1]; frame++) {
      const key = keys[frame];
      if (key !== NONE && rowOf[key] >= locationCount) shared[used++] = rowOf[key];
    }
    offsets[location + 1] = used;
  }
  return { offsets, rows: shared.slice(0, used) };
}
