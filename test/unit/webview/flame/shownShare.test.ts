import assert from 'node:assert/strict';
import test from 'node:test';
import { restText } from '../../../../webview/flame/shownShare';
import { JOIN } from '../../../shared/joinProfile';

test('if the benchmark is not in all stacks, a text says what the other stacks are', () => {
  const { startAt } = JOIN;
  assert.equal(
    restText(startAt, 0.7222, JOIN),
    'The rest is in stacks without BenchmarkJoin, such as those of garbage collection, the runtime and package testing. Everything shows all stacks.',
  );
  assert.equal(restText('main.work', 0.5, JOIN), 'The rest is in stacks without work. Everything shows all stacks.');
  assert.deepEqual([restText(startAt, 1, JOIN), restText(undefined, 0.5, JOIN)], ['', '']);
});
