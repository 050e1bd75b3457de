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
  assert.match(ended({ how: 'killed' }, 3), /^ended with code 3 after 12 s, after it had replaced itself by another program or changed/);
  assert.match(ended({ how: 'killed' }, 0), /^was killed after 12 s, or replaced itself/);
  assert.match(ended({ how: 'killed' }, 137), /^was killed after 12 s/);
  assert.equal(ended({ how: 'stopped' }), 'was ended after 12 s');
});

test('a crash is told by the first panic or fatal error that Go printed', () => {
  const crash = (text: string) => ended({ how: 'crashed', text });
  assert.equal(crash('panic: no more [recovered, repanicked]\n\ngoroutine 1 [running]:'), 'panicked after 12 s: no more');
  assert.equal(crash('fatal error: concurrent map writes\n'), 'crashed after 12 s: concurrent map writes');
  const thrown = (by: string) => crash(`goroutine 1 gp=0x1 m=2 mp=0x2 [running]:\nruntime.throw({0x5, 0x2})\n\t/go/panic.go:1 +0x4\n${by}(0x0)\n`);
  assert.equal(thrown('runtime.(*mcache).allocLarge'), 'ran out of memory after 12 s');
  assert.equal(thrown('runtime.checkdead'), 'crashed after 12 s');
  assert.equal(crash('SIGSEGV: segmentation violation\nPC=0x0'), 'crashed after 12 s: SIGSEGV: segmentation violation');
});
