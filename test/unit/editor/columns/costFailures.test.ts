import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CostFailures } from '../../../../src/editor/columns/costFailures';

function scene(): { failures: CostFailures<object>; messages: string[]; show: (active: object | undefined) => void } {
  const messages: string[] = [];
  let shown: object | undefined;
  const failures = new CostFailures(() => shown, (message) => messages.push(message));
  return { failures, messages, show: (active) => (shown = active) };
}

const TOO_LARGE = new Error('This profile needs more than 256 MB of memory.');

test('the reason for missing costs is shown once for all editors of a profile and sample type', () => {
  const { failures, messages, show } = scene();
  const [space, objects] = [{}, {}];
  show(space);
  failures.report(space, TOO_LARGE);
  failures.report(space, TOO_LARGE);
  assert.deepEqual(messages, [TOO_LARGE.message]);
  show(objects);
  failures.report(objects, TOO_LARGE);
  assert.deepEqual(messages, [TOO_LARGE.message, TOO_LARGE.message]);
  failures.report(objects, new Error('Cannot read a.pprof: there is no such file.'));
  assert.equal(messages.length, 3);
});

test('failures of cancelled queries and of profiles no longer shown are ignored', () => {
  const { failures, messages, show } = scene();
  const [before, now] = [{}, {}];
  show(now);
  failures.report(before, TOO_LARGE);
  failures.report(now, new DOMException('The query was cancelled.', 'AbortError'));
  show(undefined);
  failures.report(now, TOO_LARGE);
  assert.deepEqual(messages, []);
});
