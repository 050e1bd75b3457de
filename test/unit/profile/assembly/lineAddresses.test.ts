import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAddresses } from '../../../../src/profile/assembly/lineAddresses';
import type { Profile } from '../../../../src/profile/model';
import { profileOf } from '../../../shared/profileFromText';

/** Locations have the addresses 0x1001, 0x1002, … in order. */
const PROFILE = profileOf(
  `
  1 | small a.go:7 ^ work b.go:3 < main.main main.go:9
  2 | work b.go:4 < main.main main.go:9
  4 | small a.go:7 < main.main main.go:9 < main.main main.go:9
  8 | other c.go:1 < work b.go:3 < main.main main.go:10
  `,
  { binary: '/bin/program' },
);

function functionsOf(profile: Profile, file: string, line: number) {
  return lineAddresses(profile, { sampleType: 0, file, line }).functions.map(({ name, mapping, addresses }) => {
    const rows = addresses.map(({ address, flat, cum, isOfLine }) => {
      return `${address.toString(16)} ${flat} ${cum}${isOfLine ? ' *' : ''}`;
    });
    return { name, file: mapping?.file, rows };
  });
}

test('the functions of a line are those that contain it, directly or by inlining, heaviest first', () => {
  assert.deepEqual(functionsOf(PROFILE, 'a.go', 7), [
    { name: 'small', file: '/bin/program', rows: ['1004 4 4 *'] },
    { name: 'work', file: '/bin/program', rows: ['1001 1 1 *', '1003 2 2', '1006 0 8'] },
  ]);
});

test('inlined code belongs to the calling line too', () => {
  const [work] = functionsOf(PROFILE, 'b.go', 3);
  assert.deepEqual(work!.rows, ['1001 1 1 *', '1003 2 2', '1006 0 8 *']);
});

test('a sample counts once for an address that recurs in its stack', () => {
  const [main] = functionsOf(PROFILE, 'main.go', 9);
  assert.deepEqual(main!.rows, ['1002 0 7 *', '1007 0 8']);
});

test('the total is that of the whole profile', () => {
  const { total, unit } = lineAddresses(PROFILE, { sampleType: 0, file: 'b.go', line: 4 });
  assert.deepEqual([total, unit], [15, 'nanoseconds']);
});

test('under mean, figures have divisors and the total is a mean; drop_negative leaves out negative figures', () => {
  const stacks = '2 30 | work b.go:4 < main.main main.go:9\n3 -5 | small b.go:4 ^ work b.go:8 < main.main main.go:9';
  const profile = profileOf(stacks, { types: 'objects/count space/bytes', binary: '/bin/program' });
  const query = { sampleType: 1, file: 'b.go', line: 4 };
  const [work] = lineAddresses(profile, query, { mean: true }).functions;
  const figures = work!.addresses.map(({ flat, flatDivisor, cum, cumDivisor }) => [flat, flatDivisor, cum, cumDivisor]);
  assert.deepEqual(figures, [[30, 2, 30, 2], [-5, 3, -5, 3]]);
  assert.equal(lineAddresses(profile, query, { mean: true }).total, 7);
  const [positive] = lineAddresses(profile, query, { drop_negative: true }).functions;
  assert.deepEqual(positive!.addresses.map(({ flat, flatDivisor }) => [flat, flatDivisor]), [[30, undefined]]);
});

test('a line without samples, or whose samples have no addresses, has no functions', () => {
  assert.deepEqual(functionsOf(PROFILE, 'b.go', 99), []);
  assert.deepEqual(functionsOf(PROFILE, 'none.go', 7), []);
  const { locations } = PROFILE;
  const withoutAddresses = { ...PROFILE, locations: { ...locations, address: new BigUint64Array(locations.count) } };
  assert.deepEqual(functionsOf(withoutAddresses, 'b.go', 4), []);
});
