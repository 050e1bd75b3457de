import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LineMap } from '../../src/sources/lineMatching/lineMap';

/** The captured line of each current line, such as `3 4* + 6`: `*` marks an edited line, `+` stands for a new one. */
export function picture(map: LineMap, lineCount: number): string {
  return Array.from({ length: lineCount }, (_, i) => {
    const captured = map.toCaptured(i + 1);
    return captured === undefined ? '+' : `${captured}${map.changed(i + 1) ? '*' : ''}`;
  }).join(' ');
}

/**
 * Runs `work` and fails if it takes more processor time than `limit` milliseconds. Choose a limit that only a wrong
 * order of growth exceeds. Other programs do not count towards processor time.
 */
export function withinCpuMs<T>(limit: number, work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < limit * 1000, `${(user + system) / 1000} ms`);
  return result;
}

const line = fc.constantFrom('a', '\tb', '\t}', '', '  ', '\tif x {', 'func f() {', '}');
/** Texts of up to 12 lines, many of them equal. */
export const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'));

/**
 * Checks that a map is one to one, in order unless there are functions, and that unchanged lines differ in indentation
 * at most.
 */
export function assertSound(captured: string, now: string, map: LineMap): void {
  const before = captured.split('\n');
  const after = now.split('\n');
  after.forEach((content, i) => {
    const capturedLine = map.toCaptured(i + 1);
    if (capturedLine === undefined) assert.ok(map.changed(i + 1));
    else {
      assert.equal(map.toCurrent(capturedLine), i + 1);
      if (!map.changed(i + 1)) assert.equal(before[capturedLine - 1].trim(), content.trim());
    }
  });
  const currentLines = before.map((_, i) => map.toCurrent(i + 1)).filter((line) => line !== undefined);
  const isInOrder = captured.includes('func') || currentLines.every((line, i) => i === 0 || line > currentLines[i - 1]);
  assert.ok(isInOrder, currentLines.join(' '));
  assert.ok(currentLines.every((line) => line >= 1 && line <= after.length));
}
