import assert from 'node:assert/strict';
import test from 'node:test';
import { MODULE_CODE } from '../../../../src/profile/answers/flame';
import { restText, shareText } from '../../../../webview/flame/shownShare';
import { JOIN } from '../../../shared/joinProfile';

test('if the benchmark is not in all stacks, a text says what the other stacks are', () => {
  const { startAt } = JOIN;
  const covering = (covered: number, root = 'BenchmarkJoin') => ({ covered, names: [root], name: Uint32Array.of(0) });
  assert.equal(
    restText(startAt, covering(0.7222), JOIN),
    'The rest is in stacks without BenchmarkJoin, such as those of garbage collection, the runtime and package testing. Everything shows all stacks.',
  );
  assert.equal(restText('main.work', covering(0.5, 'main.work'), JOIN), 'The rest is in stacks without work. Everything shows all stacks.');
  assert.deepEqual([restText(startAt, covering(1), JOIN), restText(undefined, covering(0.5, 'all'), JOIN)], ['', '']);
  assert.match(restText(startAt, covering(0.9, MODULE_CODE), JOIN), /^The rest is in stacks without code of this module, such as /);
});

test('the share that a graph shows is named unless it is all of the total', () => {
  assert.equal(shareText(0.8, false), 'Showing 80\u202f% of the total');
  assert.equal(shareText(0.2, true), 'Showing 20\u202f% of the refined total');
  assert.deepEqual([shareText(1, false), shareText(0.99999, true)], ['', '']);
});
