import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldedPieces } from '../../../../src/profile/export/folded';
import type { Profile } from '../../../../src/profile/model';
import { randomStacks } from '../../../shared/randomStacks';
import { profileOfLines, profileOfStacks } from '../../../shared/stacks';

const folded = (profile: Profile, sampleType = 0) => [...foldedPieces(profile, sampleType)].join('');
const sortedLines = (text: string) => text.split('\n').slice(0, -1).sort();

test('each distinct stack is one line, outermost function first, with inlined functions', () => {
  const profile = profileOfLines('main;a;b 1\n main;a 2\n main;c;d[inlined] 3\n main@m.go:2;a@a.go:1 0');
  assert.deepEqual(sortedLines(folded(profile)), ['main;a 2', 'main;a;b 1', 'main;c;d 3']);
});

test('stacks that differ only in lines are one stack', () => {
  assert.equal(folded(profileOfLines('main@m.go:1;a@m.go:7 1\n main@m.go:2;a@m.go:8 4')), 'main;a 5\n');
});

test('the values are those of the chosen sample type', () => {
  const profile = profileOfLines('main;a 1/100\n main;b 0/5', [{ type: 'n', unit: 'count' }, { type: 's', unit: 'bytes' }]);
  assert.deepEqual(sortedLines(folded(profile, 0)), ['main;a 1']);
  assert.deepEqual(sortedLines(folded(profile, 1)), ['main;a 100', 'main;b 5']);
});

test('a name keeps its spaces, but separators of frames and lines are replaced', () => {
  const frames = ['go.(*M).f[struct { a int; b int }]', 'two\r\nlines'].map((name) => {
    return { name, file: 'a.go', line: 1, inlined: false };
  });
  const profile = profileOfStacks([{ frames, values: [7] }]);
  assert.equal(folded(profile), 'go.(*M).f[struct { a int: b int }];two lines 7\n');
});

test('negative values stay negative, and samples without a stack are included', () => {
  assert.deepEqual(sortedLines(folded(profileOfLines('main;a -4\n main 1\n 9'))), ['<unknown> 9', 'main 1', 'main;a -4']);
});

test('the lines of any stacks add up to their samples', () => {
  fc.assert(fc.property(randomStacks, (stacks) => {
    const profile = profileOfStacks(stacks, [{ type: 'cpu', unit: 'nanoseconds' }, { type: 'n', unit: 'count' }]);
    const rows = sortedLines(folded(profile, 1)).map((line) => /^(.*) (-?\d+)$/.exec(line)!);
    const expected = new Map<string, number>();
    for (const { frames } of stacks) {
      // Functions of several files may share a name.
      const name = frames.length === 0 ? '<unknown>' : frames.map((frame) => frame.name).join(';');
      expected.set(name, (expected.get(name) ?? 0) + 1);
    }
    const actual = new Map<string, number>();
    for (const [, name, value] of rows) actual.set(name!, (actual.get(name!) ?? 0) + Number(value));
    assert.deepEqual([...actual].sort(), [...expected].sort());
  }), { numRuns: 300 });
});
