import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitedOutput } from '../../../../src/capture/goTest/limitedOutput';

test('shows no more than 2 MiB of what one command prints, and all stages', () => {
  const shown: string[] = [];
  const stages: string[] = [];
  const limited = limitedOutput({
    stage: ({ kind }) => stages.push(kind),
    built: () => undefined,
    timed: () => undefined,
    captured: () => undefined,
    output: (text) => shown.push(text),
  });
  limited.output('$ go test\n');
  for (let i = 0; i < 5; i++) limited.output('x'.repeat(1 << 20));
  const first = shown.join('').length;
  assert.ok(first > 2 << 20 && first < (2 << 20) + 100, `${first}`);
  assert.match(shown.join(''), /\n… further output is not shown …\n$/);
  limited.output('$ go test again\n');
  limited.output('ok');
  limited.stage({ kind: 'building' });
  assert.deepEqual([shown.at(-1), stages], ['ok', ['building']]);
});
