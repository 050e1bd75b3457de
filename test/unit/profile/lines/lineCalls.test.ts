import assert from 'node:assert/strict';
import test from 'node:test';
import { lineCalls } from '../../../../src/profile/lines/chargedLines';
import { profileOf } from '../../../shared/profileFromText';

test('a call is listed once for its line and callee, also if it is inlined, and only from the files asked for', () => {
  const profile = profileOf(`
    1 | p.leaf p.go:9 ^ p.mid p.go:7 < p.top p.go:3 < main.main main.go:5
    2 | p.mid p.go:8 < p.top p.go:3 < main.main main.go:5
    4 | p.other o.go:1 < p.top p.go:4`);
  assert.deepEqual(lineCalls(profile, ['p.go']), [
    { line: 7, function: 'p.mid', callee: 'p.leaf' },
    { line: 3, function: 'p.top', callee: 'p.mid' },
    { line: 4, function: 'p.top', callee: 'p.other' },
  ]);
  assert.deepEqual(lineCalls(profile, ['main.go']), [{ line: 5, function: 'main.main', callee: 'p.top' }]);
  assert.deepEqual(lineCalls(profile, []), []);
});
