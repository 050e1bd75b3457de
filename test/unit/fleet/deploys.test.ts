import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FleetSeries } from '../../../src/fleet/fleetStore';
import { filterOf, seenVersions, versionsOfCommit } from '../../../src/fleet/deploys';

const COMMIT = '4f0d1c2b9a8e7d6c5b4a39281706f5e4d3c2b1a0';

test('versions are in the order in which they were first seen, whatever the order of the series', () => {
  const of = (version: string, ...at: number[]): FleetSeries => ({ labels: version === '' ? {} : { version }, points: at.map((time) => ({ at: time, value: 1 })) });
  const quiet = { labels: { version: 'quiet' }, points: [{ at: 1, value: 0 }] };
  assert.deepEqual(seenVersions([of('b', 30, 40), of('a', 10), of('b', 20), of(''), quiet], 'version'), [
    { version: 'a', first: 10, last: 10 }, { version: 'b', first: 20, last: 40 },
  ]);
});

test('a version names a commit by at least seven of its first digits', () => {
  const names = ['4f0d1c2', 'v1.4.2-3-g4f0d1c2b', COMMIT.toUpperCase(), '1.4.2+4f0d1c2b9a', '4f0d1c', '0d1c2b9a8e', '20261129', ''];
  const seen = names.map((version) => ({ version, first: 0, last: 0 }));
  assert.deepEqual(versionsOfCommit(seen, COMMIT).map(({ version }) => version), names.slice(0, 4));
});

test('a filter takes one value as it is, and several as a pattern of exactly these', () => {
  assert.deepEqual(filterOf('v', ['1.4']), { name: 'v', operator: '=', value: '1.4' });
  const { operator, value } = filterOf('v', ['1.4', 'a|b(c']);
  assert.equal(operator, '=~');
  const pattern = new RegExp(`^(?:${value})$`);
  assert.deepEqual(['1.4', 'a|b(c', '1x4', 'a'].map((text) => pattern.test(text)), [true, true, false, false]);
});
