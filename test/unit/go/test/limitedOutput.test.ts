import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitedOutput } from '../../../../src/go/test/workFolder';

test('shows at most 2 MiB of the output of each command', () => {
  const shown: string[] = [];
  const output = limitedOutput((text) => shown.push(text));
  output('$ go test\n');
  for (let i = 0; i < 5; i++) output('x'.repeat(1 << 20));
  const length = shown.join('').length;
  assert.ok(length > 2 << 20 && length < (2 << 20) + 100, `${length}`);
  assert.match(shown.join(''), /\n… further output is not shown …\n$/);
  output('$ go test -c\n');
  output('ok');
  assert.equal(shown.at(-1), 'ok');
});
