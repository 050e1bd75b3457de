import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LineMap } from '../../src/source/lines/lineMap';

/** `3 4* + 6`: for each line now, the captured line; `*` edited, `+` new. */
export function picture(map: LineMap, lineCount: number): string {
  return Array.from({ length: lineCount }, (_, i) => {
    const captured = map.toCaptured(i + 1);
    return captured === undefined ? '+' : `${captured}${map.changed(i + 1) ? '*' : ''}`;
  }).join(' ');
}

/**
 * Checks a limit so high that only a wrong order of growth exceeds it. Processor time, because other programs may be
 * running.
 */
export function withinCpuMs<T>(limit: number, work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < limit * 1000, `${(user + system) / 1000} ms`);
  return result;
}

const line = fc.constantFrom('a', '\tb', '\t}', '', '  ', '\tif x {', 'func f() {', '}');
/** Texts with few different lines. */
export const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'));

/** Checks a map between two texts: one to one, in order; unchanged lines have the same text but for indentation. */
export function assertSound(captured: string, now: string, map: LineMap): void {
  const before = captured.split('\n');
  const after = now.split('\n');
  after.forEach((content, i) => {
    const from = map.toCaptured(i + 1);
    if (from === undefined) assert.ok(map.changed(i + 1));
    else {
      assert.equal(map.toCurrent(from), i + 1);
      if (!map.changed(i + 1)) assert.equal(before[from - 1].trim(), content.trim());
    }
  });
  const places = before.map((_, i) => map.toCurrent(i + 1)).filter((place) => place !== undefined);
  assert.deepEqual(places, [...places].sort((a, b) => a - b));
  assert.ok(places.every((place) => place >= 1 && place <= after.length));
}
