import type { Difference, LineColumns, Profile, StackColumns } from '../model';
import { pickPositions } from '../wire/positions';
import { pickedColumn, pickedLabels, pickedStacks } from '../sums/sampleViews';

/** Removes the lines with a 0 in `isKept`; locations stay, even without lines. */
export function pickLines(profile: Profile, isKept: Uint8Array): Profile {
  const { locations, lines } = profile;
  const lineOffsets = new Uint32Array(locations.count + 1);
  const rows = new Uint32Array(lines.count);
  let count = 0;
  for (let location = 0; location < locations.count; location++) {
    for (let line = locations.lineOffsets[location]; line < locations.lineOffsets[location + 1]; line++) {
      if (isKept[line] === 1) rows[count++] = line;
    }
    lineOffsets[location + 1] = count;
  }
  return {
    ...profile,
    locations: { ...locations, lineOffsets },
    lines: pickLineRows(lines, rows.subarray(0, count)),
  };
}

/** The lines of these rows. */
export function pickLineRows(lines: LineColumns, rows: ArrayLike<number>): LineColumns {
  const { removedAt } = lines;
  return {
    count: rows.length,
    function: Uint32Array.from(rows, (row) => lines.function[row]),
    line: pickPositions(lines.line, rows),
    column: pickPositions(lines.column, rows),
    ...(removedAt && { removedAt: Uint32Array.from(rows, (row) => removedAt[row]) }),
  };
}

/** The `removedAt` of two tables, one after the other. */
export function joinRemovedAt(a: LineColumns, b: LineColumns): Pick<LineColumns, 'removedAt'> {
  if (!a.removedAt && !b.removedAt) return {};
  const removedAt = new Uint32Array(a.count + b.count);
  if (a.removedAt) removedAt.set(a.removedAt);
  if (b.removedAt) removedAt.set(b.removedAt, a.count);
  return { removedAt };
}

/**
 * Keeps the samples with a 1 in `isPicked`; shares the columns of `profile` if it keeps all samples.
 * @param stacks the stacks of the picked samples; default: their stacks in the profile
 */
export function pickSamples(profile: Profile, isPicked: Uint8Array, stacks?: StackColumns): Profile {
  const sampleCount = countOnes(isPicked);
  if (sampleCount === profile.sampleCount) return stacks === undefined ? profile : { ...profile, stacks };
  const values = profile.values.map((column) => pickedColumn(column, isPicked, sampleCount));
  return {
    ...profile,
    // The totals include dropped samples.
    totals: undefined,
    sampleCount,
    values,
    stacks: stacks ?? pickedStacks(profile.stacks, isPicked, sampleCount),
    labels: pickedLabels(profile.labels, isPicked, sampleCount),
    ...(profile.difference && { difference: pickedDifference(profile.difference, isPicked) }),
  };
}

function pickedDifference({ now, before, timeVaries, drift, ratios }: Difference, isPicked: Uint8Array): Difference {
  const [ofNow, ofBefore] = [isPicked.subarray(0, now.sampleCount), isPicked.subarray(now.sampleCount)];
  const picked = { now: pickSamples(now, ofNow), before: pickSamples(before, ofBefore) };
  return { ...picked, timeVaries, drift, ...(ratios && { ratios }) };
}

function countOnes(flags: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < flags.length; i++) count += flags[i];
  return count;
}
