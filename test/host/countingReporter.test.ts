import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countingReporter } from './countingReporter.mjs';

async function count(...events: { type: string; data: object }[]): Promise<unknown> {
  async function* stream() {
    yield* events;
  }
  let printed = '';
  for await (const text of countingReporter(stream())) printed += text;
  return JSON.parse(printed);
}

const passed = (data: object = {}) => {
  return { type: 'test:pass', data: { file: 'a', name: 'it works', details: {}, ...data } };
};
const failed = (data: object = {}) => ({ ...passed(data), type: 'test:fail' });

test('the reporter counts the passed, failed and skipped tests of each file', async () => {
  assert.deepEqual(await count(passed(), failed({ file: 'b' }), passed(), failed()), {
    a: { passed: 2, failed: 1, skipped: 0 },
    b: { passed: 0, failed: 1, skipped: 0 },
  });
});

test('skipped and todo tests count as skipped', async () => {
  const counts = await count(passed({ skip: true }), failed({ todo: 'later' }));
  assert.deepEqual(counts, { a: { passed: 0, failed: 0, skipped: 2 } });
});

test('suites are not counted', async () => {
  const suite = { details: { type: 'suite' } };
  const counts = await count(passed(), passed(suite), failed(suite));
  assert.deepEqual(counts, { a: { passed: 1, failed: 0, skipped: 0 } });
});

test('a file without tests is not counted unless it fails, which counts as one failed test', async () => {
  const file = { name: '/somewhere/empty.test.js' };
  assert.deepEqual(await count(passed(file)), {});
  assert.deepEqual(await count(failed(file)), { a: { passed: 0, failed: 1, skipped: 0 } });
});
