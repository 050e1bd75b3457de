import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FleetSum } from '../../../../src/features/fleet/fleetSum';

const MB = 1 << 20;

/** Answers each question with a sum of that size, and notes the sizes of what was added up, in megabytes. */
function fakeEngine(sumBytes: number) {
  const asked: number[][] = [];
  const megabytes = (all: readonly { readonly bytes: Uint8Array }[]) => all.map(({ bytes }) => bytes.length / MB);
  const ask = async (query: string, params: { parts?: []; sources?: [] }) => {
    asked.push(megabytes(params.parts ?? params.sources ?? []));
    const bytes = new Uint8Array(sumBytes);
    return query === 'mergedBytes' ? bytes : { bytes, facts: asked.at(-1)!.map(() => ({})) };
  };
  return { engine: { ask } as never, asked };
}

async function askedFor(sizes: readonly number[], sumBytes: number): Promise<number[][]> {
  const { engine, asked } = fakeEngine(sumBytes);
  const sum = new FleetSum(engine, new AbortController().signal);
  for (const size of sizes) await sum.add({ bytes: new Uint8Array(size * MB), unknown: {} });
  assert.equal((await sum.end()).bytes?.length, sumBytes);
  return asked;
}

test('large profiles are added up one by one with their sum, so that memory is that of one of them and the sum', async () => {
  assert.deepEqual(await askedFor([40, 40, 40], 9 * MB), [[40], [40, 9], [40, 9], [9]]);
});

test('small profiles are added up many at a time', async () => {
  assert.deepEqual(await askedFor(Array<number>(18).fill(1), MB), [Array(16).fill(1), [1, 1], [1, 1]]);
});

test('the only profile is added up once, however large it is', async () => {
  assert.deepEqual(await askedFor([60], MB), [[60]]);
});
