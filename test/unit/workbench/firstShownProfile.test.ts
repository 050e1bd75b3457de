import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadedProfile } from '../../../src/loadedCapture';
import { firstToShow } from '../../../src/workbench/firstShownProfile';

const profile = (label: string, sampleCount: number, lacksOwnCode?: true) =>
  ({ label, summary: { sampleCount }, ...(lacksOwnCode && { lacksOwnCode }) }) as unknown as LoadedProfile;

test('a kind without a line of the user’s code is not shown first while another may have one', () => {
  const mutex = profile('mutex', 3, true);
  const block = profile('block', 1);
  assert.equal(firstToShow([mutex], undefined, ['mutex', 'block']), undefined);
  assert.equal(firstToShow([mutex, block], undefined, ['mutex', 'block']), block);
  assert.equal(firstToShow([mutex], 'mutex', ['mutex', 'block']), mutex, 'the kind that the user looks at');
  assert.equal(firstToShow([profile('cpu', 0), block], undefined, []), block);
});
