import assert from 'node:assert/strict';
import test from 'node:test';
import { neighborsText } from '../../../../src/editor/hover/hoverNeighbors';
import type { Active } from '../../../../src/captures/session';
import { lineDetail } from '../../../../src/profile/lines/lineDetail';
import { profileOfLines } from '../../../shared/stacks';
import { plain } from './lineOfProfile';

/** The callers and callees in the hover of a.go:1, without the commands of their links. */
function neighborsOf(stacks: string): string[] {
  const rows = neighborRowsOf(stacks);
  return rows.map((row) => plain(row.split('|')[3]!).replace(/\(command.*?\)/, '').trim());
}

function neighborRowsOf(stacks: string, type = 'cpu', durationNanos = 0): string[] {
  const valueType = { type, unit: 'nanoseconds' };
  const profile = profileOfLines(stacks, [valueType]);
  const detail = lineDetail(profile, { sampleType: 0, file: 'a.go', line: 1, limit: 3 });
  assert.ok(detail);
  const summary = { sampleTypes: [valueType], durationNanos };
  const text = neighborsText({ sampleType: 0, profile: { summary } } as unknown as Active, detail);
  return text.split('\n').filter((line) => /\(command:/.test(line));
}

test('calls from several lines of one function show their lines', () => {
  const stacks = 'p.main@m.go:3;p.f@b.go:7;p.a@a.go:1 3\np.main@m.go:3;p.f@b.go:9;p.a@a.go:1 2\np.g@g.go:5;p.a@a.go:1 1';
  assert.deepEqual(neighborsOf(stacks), ['called by [p.f:7]', 'called by [p.f:9]', 'called by [p.g]']);
});

test('calls from one line of each function show only the functions', () => {
  assert.deepEqual(neighborsOf('p.f@b.go:7;p.a@a.go:1 3\np.g@g.go:5;p.a@a.go:1 1'), ['called by [p.f]', 'called by [p.g]']);
});

test('figures of a difference between two moments have signs', () => {
  const figureOf = (...measured: [type: string, durationNanos: number]) => plain(neighborRowsOf('p.f@b.go:7;p.a@a.go:1 3', ...measured)[0]!.split('|')[1]!).trim();
  assert.equal(figureOf('contentions', 5e9), '+3\u202fns');
  assert.equal(figureOf('contentions', 0), '3\u202fns');
  assert.equal(figureOf('cpu', 5e9), '3\u202fns');
});

test('the parts of a line with few samples are not rounded to more than the line', () => {
  const types = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
  const row = (caller: string, samples: number) => `p.${caller}@b.go:7;p.a@a.go:1 ${samples}/${samples * 1e7}`;
  const profile = profileOfLines([row('f', 30), row('g', 6)].join('\n'), types);
  const detail = lineDetail(profile, { sampleType: 1, file: 'a.go', line: 1, limit: 3 })!;
  const shown = { sampleType: 1, profile: { summary: { sampleTypes: types, durationNanos: 0 } } } as unknown as Active;
  const parts = neighborsText(shown, detail).split('\n').flatMap((line) => /([\d.]+)\s%\sof\sline/.exec(plain(line))?.[1] ?? []);
  assert.deepEqual(parts, ['83', '17']);
});
