import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { LensRequests } from '../../../../src/editor/lenses/lensRequests';

/** As VS Code's code lens controller: it asks a moment after lenses changed, unless the editor loses the focus. */
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

/** In steps: a timer that is set by another one counts from the end of a step. */
function pass(milliseconds: number): void {
  for (let left = milliseconds; left > 0; left -= 50) mock.timers.tick(50);
}

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.afterEach(() => mock.timers.reset());

test('if the focus leaves an editor before VS Code requests its lenses, VS Code is made to request them', () => {
  const { requests, schedule, blur, asked } = scene([{ version: 1 }]);
  requests.watch();
  schedule();
  pass(100);
  blur();
  pass(10_000);
  assert.equal(asked(), 1);
});

test('a request that VS Code made is not made again', () => {
  const { requests, schedule, asked } = scene([{ version: 1 }]);
  requests.watch();
  schedule();
  pass(60_000);
  assert.equal(asked(), 1);
});

test('changed lenses, or lenses of a changed text, are requested although the focus leaves', () => {
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

test('a document that comes back on the screen gets its lenses again', () => {
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

test('requests stop after half a minute if VS Code never asks, and at once after dispose', () => {
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
