import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { framesOf } from '../../../../src/profile/lines/frames';
import { sitesOf } from '../../../../src/profile/lines/neighbors';
import { encodeWire, VALID } from '../../../shared/wire';

test('sites are the distinct lines of functions, in order of first appearance', () => {
  const lineOf = (id: number, line: number) => ({ function_id: id, line });
  const location = [{ id: 1, line: [lineOf(2, 7), lineOf(1, 7)] }, { id: 2, line: [lineOf(1, 7), lineOf(2, 8)] }];
  const frames = framesOf(decodeProfile(encodeWire({ ...VALID, location })));
  const sites = sitesOf(frames);
  assert.deepEqual([...sites.of], [0, 1, 1, 2]);
  assert.deepEqual([...sites.line], [7, 7, 8]);
  assert.deepEqual([...sites.function], [0, 1, 0].map((frame) => frames.function[frame]));
  assert.equal(sites.count, 3);
});
