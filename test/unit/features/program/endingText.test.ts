import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endingText } from '../../../../src/features/program/endingText';

const ended = (ending: Parameters<typeof endingText>[0]['ending'], exitCode?: number) =>
  endingText({ ending, exitCode, seconds: 12.34, missing: [] });

test('an end is told with its code, signal or panic, and its time', () => {
  assert.equal(ended({ how: 'exited' }, 3), 'exited with code 3 after 12 s');
  assert.equal(ended({ how: 'exited' }), 'ended after 12 s');
  assert.equal(ended({ how: 'signal', signal: 15 }), 'was ended by SIGTERM after 12 s');
  assert.equal(ended({ how: 'detached' }), 'was measured for 12 s and goes on');
  assert.match(ended({ how: 'killed' }), /^was killed after 12 s/);
  assert.match(ended({ how: 'killed' }, 2), /^ended with code 2 after 12 s, as after a panic/);
  assert.equal(ended({ how: 'stopped' }), 'was ended after 12 s');
});

test('a crash is told by the first panic or fatal error that Go printed', () => {
  const crash = (text: string) => ended({ how: 'crashed', text });
  assert.equal(crash('panic: no more [recovered, repanicked]\n\ngoroutine 1 [running]:'), 'panicked after 12 s: no more');
  assert.equal(crash('fatal error: concurrent map writes\n'), 'crashed after 12 s: concurrent map writes');
  assert.equal(crash('SIGSEGV: segmentation violation\nPC=0x0'), 'crashed after 12 s: SIGSEGV: segmentation violation');
});
