import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CostFailures } from '../../../../src/editor/columns/costFailures';

function failures(): { report: CostFailures<object>; messages: string[]; show: (active: object | undefined) => void } {
  const messages: string[] = [];
  let shown: object | undefined;
  const report = new CostFailures(() => shown, (message) => messages.push(message));
  return { report, messages, show: (active) => (shown = active) };
}

const TOO_LARGE = new Error('This profile needs more than 256 MB of memory.');

test('the reason for missing costs is shown once for all editors of a profile and sample type', () => {
  const { report, messages, show } = failures();
  const [space, objects] = [{}, {}];
  show(space);
  report.report(space, TOO_LARGE);
  report.report(space, TOO_LARGE);
  assert.deepEqual(messages, [TOO_LARGE.message]);
  show(objects);
  report.report(objects, TOO_LARGE);
  assert.deepEqual(messages, [TOO_LARGE.message, TOO_LARGE.message]);
  report.report(objects, new Error('Cannot read a.pprof: there is no such file.'));
  assert.equal(messages.length, 3);
});

test('failures of cancelled queries and of profiles no longer shown are ignored', () => {
  const { report, messages, show } = failures();
  const [before, now] = [{}, {}];
  show(now);
  report.report(before, TOO_LARGE);
  report.report(now, new DOMException('The query was cancelled.', 'AbortError'));
  show(undefined);
  report.report(now, TOO_LARGE);
  assert.deepEqual(messages, []);
});
