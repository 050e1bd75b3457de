import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCalls } from '../../../../src/go/code/runCalls';

test('finds calls among brackets of any depth, and nested calls up to a limit', () => {
  const deep = '('.repeat(50_000);
  const calls = runCalls(`func BenchmarkX(b *testing.B) { b.Run("a", f); ${deep}b.Run("b", f)`);
  assert.deepEqual(calls.map(({ path }) => path.map(({ text }) => text)), [['a'], ['b']]);
  const nested = runCalls(`${'b.Run("x", g('.repeat(2_000)}${'))'.repeat(2_000)}`);
  assert.ok(nested.length > 0 && nested.every(({ path }) => path.length < 100));
});

test('reads a name from the first tokens of the argument, however long it is', () => {
  const rest = ' + x'.repeat(1_000);
  const [call] = runCalls(`b.Run(fmt.Sprintf("size=%d", n)${rest}, f)`);
  assert.deepEqual(call!.path, [{ text: 'size=', isLiteral: false }]);
});
