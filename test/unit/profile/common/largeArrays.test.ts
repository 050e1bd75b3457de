import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { float64Array, uint32Array, uint8Array } from '../../../../src/profile/common/largeArrays';

const MEGABYTE = 1024 ** 2;
const SIZES = [0, 5, MEGABYTE / 8, 3 * MEGABYTE + 1, 5 * MEGABYTE];

test('arrays of any size have the right length and contain zeros', () => {
  for (const make of [uint32Array, float64Array, uint8Array]) {
    for (const size of SIZES) {
      const array = make(size);
      assert.equal(array.length, size);
      assert.ok(array.every((value) => value === 0));
      array.fill(7);
      assert.ok(array.every((value) => value === 7));
    }
  }
});

test('more arrays than fit in the address space are still allocated', () => {
  const arrays = Array.from({ length: 400 }, (_, i) => uint32Array(MEGABYTE / 4 + i).fill(i, -1));
  arrays.forEach((array, i) => assert.deepEqual([array.length, array.at(-1)], [MEGABYTE / 4 + i, i]));
});

/** Four times, this program allocates 15 arrays of 8 MB, each after a small array, and frees only the large arrays. */
const CHURN = `
  const { uint32Array } = require(process.argv[1]);
  const small = [];
  const round = () => Array.from({ length: 15 }, () => {
    small.push(new Uint8Array(50_000).fill(1));
    return uint32Array(2 * 1024 ** 2).fill(1);
  }).length;
  (async () => {
    for (let i = 0; i < 4; i++) {
      round();
      await new Promise((resolve) => setTimeout(resolve, 20));
      gc();
      gc();
    }
    console.log(process.memoryUsage.rss());
  })();
`;

const onLinux = { skip: process.platform !== 'linux' };

test('freed large arrays return their memory to the system, even if small ones between them stay', onLinux, async () => {
  const modulePath = path.join(import.meta.dirname, '../../../../src/profile/common/largeArrays.ts');
  const args = ['--expose-gc', '--import', 'tsx', '-e', CHURN, modulePath];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  // Node and tsx take about 80 MB. With arrays from malloc, the process would take 200 MB.
  assert.ok(Number(stdout) < 140e6, `${Number(stdout) / 1e6} MB`);
});
