import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../shared/someVscode';
import { TickingStages } from '../../../src/ui/progress';

test('a long stage is shown with its seconds, and the next stage starts without seconds', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let now = 0;
  const messages: string[] = [];
  const stages = new TickingStages((message) => messages.push(message), () => now);
  const wait = (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      now += 1000;
      context.mock.timers.tick(1000);
    }
  };
  stages.report('building');
  wait(2);
  stages.report('CPU run (1 of 2)', { isLong: true });
  wait(2);
  stages.report('reading the profile');
  wait(2);
  stages.report('memory run (2 of 2)', { isLong: true });
  wait(1);
  stages.end();
  wait(2);
  assert.deepEqual(messages, [
    'building',
    'CPU run (1 of 2)',
    'CPU run (1 of 2) · 1 s',
    'CPU run (1 of 2) · 2 s',
    'reading the profile',
    'memory run (2 of 2)',
    'memory run (2 of 2) · 1 s',
  ]);
});

test('a long stage says why it takes longer than expected', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let now = 0;
  let last = '';
  const stages = new TickingStages((message) => (last = message), () => now);
  stages.report('timing run', { isLong: true, whySlow: 'it sets b.N itself (x_test.go:12)' });
  for (const expected of ['timing run · 7 s', 'timing run · 8 s · it sets b.N itself (x_test.go:12)']) {
    now = expected.includes('7 s') ? 7000 : 8000;
    context.mock.timers.tick(1000);
    assert.equal(last, expected);
  }
  stages.end();
});

test('a stage that knows how far it is says so at once and every second, instead of its seconds', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let now = 0;
  const messages: string[] = [];
  const stages = new TickingStages((message) => messages.push(message), () => now);
  const detail = (millis: number) => (millis < 2000 ? `case 1 of 2 · ${2 - millis / 1000} s left` : undefined);
  stages.report('timing run', { isLong: true, detail });
  for (let i = 0; i < 2; i++) {
    now += 1000;
    context.mock.timers.tick(1000);
  }
  stages.report('building', { detail: () => '24 cases known' });
  stages.end();
  assert.deepEqual(messages, [
    'timing run · case 1 of 2 · 2 s left', 'timing run · case 1 of 2 · 1 s left', 'timing run · 2 s',
    'building · 24 cases known',
  ]);
});
