import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import '../../../shared/someVscode';
import { LensRequests } from '../../../../src/editor/lenses/lensProvider';

/**
 * Behaves like VS Code's code lens controller: requests lenses a moment after they change, unless the editor loses
 * focus.
 */
function scene(visible: { version: number }[]) {
  let requestCount = 0;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      requestCount++;
      visible.forEach((document) => requests.note(document));
    }, 250);
  };
  const requests = new LensRequests(() => visible, () => true, schedule);
  const blur = () => clearTimeout(timer);
  return { requests, schedule, blur, requestCount: () => requestCount };
}

/** Advances the fake time in steps of 50 ms, so that a timer set by another timer starts at the right time. */
function advance(milliseconds: number): void {
  for (let left = milliseconds; left > 0; left -= 50) mock.timers.tick(50);
}

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.afterEach(() => mock.timers.reset());

test('if an editor loses focus before VS Code requests its lenses, a request is triggered', () => {
  const { requests, schedule, blur, requestCount } = scene([{ version: 1 }]);
  requests.watch();
  schedule();
  advance(100);
  blur();
  advance(10_000);
  assert.equal(requestCount(), 1);
});

test('no request is triggered if VS Code has requested the lenses itself', () => {
  const { requests, schedule, requestCount } = scene([{ version: 1 }]);
  requests.watch();
  schedule();
  advance(60_000);
  assert.equal(requestCount(), 1);
});

test('after a change of lenses or text, lenses are requested even if the editor loses focus', () => {
  const document = { version: 1 };
  const { requests, schedule, blur, requestCount } = scene([document]);
  schedule();
  advance(1000);
  requests.changed();
  schedule();
  blur();
  advance(10_000);
  assert.equal(requestCount(), 2);
  document.version++;
  requests.watch();
  advance(10_000);
  assert.equal(requestCount(), 3);
});

test('a document that becomes visible again gets its lenses', () => {
  const visible = [{ version: 1 }];
  const { requests, schedule, requestCount } = scene(visible);
  schedule();
  advance(1000);
  const hidden = visible.splice(0);
  requests.watch();
  visible.push(...hidden);
  requests.watch();
  advance(10_000);
  assert.equal(requestCount(), 2);
});

test('while a document is edited, its text is not read, and one without lenses is not requested again', () => {
  let [reads, tries] = [0, 0];
  const hasLenses = () => reads++ < 0;
  const requests = new LensRequests(() => [{ version: 1 }], hasLenses, () => tries++);
  for (let key = 0; key < 10; key++) {
    requests.watch();
    advance(200);
  }
  assert.equal(reads, 0);
  advance(60_000);
  assert.deepEqual([reads, tries], [1, 0]);
});

test('requests stop after half a minute without a response from VS Code, and immediately after dispose', () => {
  let tries = 0;
  const requests = new LensRequests(() => [{ version: 1 }], () => true, () => tries++);
  requests.watch();
  advance(120_000);
  assert.equal(tries, 5);
  requests.watch();
  requests.dispose();
  advance(120_000);
  assert.equal(tries, 5);
});
