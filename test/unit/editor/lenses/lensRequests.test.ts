import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { LensRequests } from '../../../../src/editor/lenses/lensRequests';

/**
 * Behaves like VS Code's code lens controller: requests lenses a moment after they changed, unless the editor loses the
 * focus.
 */
function scene(visible: { version: number }[]) {
  let asked = 0;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      asked++;
      visible.forEach((document) => requests.note(document));
    }, 250);
  };
  const requests = new LensRequests(() => visible, schedule);
  const blur = () => clearTimeout(timer);
  return { requests, schedule, blur, asked: () => asked };
}

/** Advances the time in steps: a timer that another timer sets counts from the end of a step. */
function pass(milliseconds: number): void {
  for (let left = milliseconds; left > 0; left -= 50) mock.timers.tick(50);
}

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.afterEach(() => mock.timers.reset());

test('if an editor loses the focus before VS Code requests its lenses, a request is triggered', () => {
  const { requests, schedule, blur, asked } = scene([{ version: 1 }]);
  requests.watch();
  schedule();
  pass(100);
  blur();
  pass(10_000);
  assert.equal(asked(), 1);
});

test('no request is triggered if VS Code made it already', () => {
  const { requests, schedule, asked } = scene([{ version: 1 }]);
  requests.watch();
  schedule();
  pass(60_000);
  assert.equal(asked(), 1);
});

test('after a change of lenses or text, lenses are requested even if the editor loses the focus', () => {
  const document = { version: 1 };
  const { requests, schedule, blur, asked } = scene([document]);
  schedule();
  pass(1000);
  requests.changed();
  schedule();
  blur();
  pass(10_000);
  assert.equal(asked(), 2);
  document.version++;
  requests.watch();
  pass(10_000);
  assert.equal(asked(), 3);
});

test('a document that becomes visible again gets its lenses', () => {
  const visible = [{ version: 1 }];
  const { requests, schedule, asked } = scene(visible);
  schedule();
  pass(1000);
  const away = visible.splice(0);
  requests.watch();
  visible.push(...away);
  requests.watch();
  pass(10_000);
  assert.equal(asked(), 2);
});

test('requests stop after half a minute without a response of VS Code, and at once after dispose', () => {
  let tries = 0;
  const requests = new LensRequests(() => [{ version: 1 }], () => tries++);
  requests.watch();
  pass(120_000);
  assert.equal(tries, 5);
  requests.watch();
  requests.dispose();
  pass(120_000);
  assert.equal(tries, 5);
});
