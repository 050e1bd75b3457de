import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSlices } from '../../../src/go/timeSlices';
import { hostileTexts } from '../../bench/shared/hostileTexts';
import { TEXT_READERS } from '../../bench/shared/textReaders';

for (const { name, beginnings, read } of TEXT_READERS.filter((reader) => reader.name !== 'index page')) {
  test(`${name}: reading hostile text does not throw`, () => {
    for (const [text, content] of hostileTexts(20_000, beginnings)) {
      assert.doesNotThrow(() => {
        const steps = read(content);
        while (steps.next().done !== true);
      }, text);
    }
  });
}

test('deep nesting and long constraints do not exhaust the stack', () => {
  const [setup, constraint] = ['a benchmark’s setup', 'build constraint'].map((readerName) => TEXT_READERS.find(({ name }) => name === readerName)!);
  assert.doesNotThrow(() => void [...setup!.read('func BenchmarkX(b *testing.B) {'.concat('func(b *testing.B){'.repeat(50_000)))]);
  assert.doesNotThrow(() => constraint!.read(`//go:build ${'('.repeat(200_000)}\n`).next());
  assert.doesNotThrow(() => constraint!.read(`//go:build ${'a||'.repeat(200_000)}a\n`).next());
});

test('other work runs between two slices and can cancel the reading', async () => {
  const controller = new AbortController();
  let steps = 0;
  function* endless() {
    for (;;) {
      steps++;
      yield;
    }
  }
  setImmediate(() => controller.abort(new Error('cancelled')));
  await assert.rejects(inSlices(endless(), controller.signal), /cancelled/);
  assert.ok(steps > 0);
});

test('Go source is read in many steps, so that a large file does not block the window', () => {
  const text = `func BenchmarkX(b *testing.B) {${'func(b *testing.B){ b.Run("x", '.repeat(8_000)}`;
  for (const aspect of ['setup', 'loops', 'style']) {
    const steps = TEXT_READERS.find(({ name }) => name === `a benchmark’s ${aspect}`)!.read(text);
    let count = 1;
    while (steps.next().done !== true) count++;
    assert.ok(count > 10, `${aspect}: ${count} steps`);
  }
});
