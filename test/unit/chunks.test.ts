import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { build } from 'esbuild';
import { inChunks } from '../../media/bundles/chunks.mjs';

const SOURCES = {
  'main.ts': `
    import { add, Failure } from './state';
    export const total = () => add(0);
    export const first = () => import('./first');
    export const second = () => import('./second');
    export const isFailure = (error: unknown) => error instanceof Failure;`,
  'state.ts': `
    let sum = 0;
    export const add = (n: number) => (sum += n);
    export class Failure extends Error {}
    export const onlyLater = () => 'only later';`,
  'first.ts': `
    import { add } from './state';
    import { times } from './times';
    export const addTwice = (n: number) => add(times(n, 2));
    export const second = () => import('./second');`,
  'second.ts': `
    import { Failure, onlyLater } from './state';
    import { times, timesCalled } from './times';
    export const fail = () => { throw new Failure(onlyLater()); };
    export { times, timesCalled };`,
  'times.ts': `
    let calls = 0;
    export const times = (n: number, by: number) => { calls++; return n * by; };
    export const timesCalled = () => calls;`,
};

interface Main {
  total(): number;
  first(): Promise<{ addTwice(n: number): number; second(): Promise<Second> }>;
  second(): Promise<Second>;
  isFailure(error: unknown): boolean;
}

interface Second {
  fail(): never;
  timesCalled(): number;
}

/** The bundle's first file, and the names of its files without hashes. */
async function built(t: TestContext, loadsInTurns: boolean) {
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-chunks-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(SOURCES)) await writeFile(path.join(folder, name), text);
  const { outputFiles } = await build(inChunks({
    absWorkingDir: folder, entryPoints: ['main.ts'], outdir: 'out', bundle: true, minify: true, platform: 'node', target: 'node20',
    loadsInTurns,
  }));
  await mkdir(path.join(folder, 'out'));
  for (const file of outputFiles) await writeFile(file.path, file.contents);
  const names = outputFiles.map((file) => path.basename(file.path).replace(/-\w+\.js$/, ''));
  return { names, main: createRequire(path.join(folder, 'out', 'main.js'))('./main.js') as Main };
}

for (const loadsInTurns of [false, true]) test(`the chunks of a bundle share the state and the classes of their modules${loadsInTurns ? ', in turns' : ''}`, async (t) => {
  const { names, main } = await built(t, loadsInTurns);
  assert.deepEqual([names[0], names.slice(1).sort()], ['main.js', ['chunk', 'first', 'second']]);
  const first = await main.first();
  assert.equal(first.addTwice(3), 6);
  assert.equal(main.total(), 6);
  const second = await main.second();
  assert.equal(second.fail, (await first.second()).fail);
  assert.equal(second.timesCalled(), 1);
  assert.throws(() => second.fail(), (error: Error) => main.isFailure(error) && error.message === 'only later');
});

test('with loadsInTurns, other events are handled between the files that an import() loads, and loaded files are there at once', async (t) => {
  const [{ main }, { main: atOnce }] = [await built(t, true), await built(t, false)];
  const turnsUntil = async (loading: Promise<unknown>): Promise<number> => {
    let turns = 0;
    let isDone = false;
    const count = (): void => void (isDone || (turns++, setImmediate(count)));
    setImmediate(count);
    await loading;
    isDone = true;
    return turns;
  };
  // Between the chunk that both need, and the first.
  assert.equal(await turnsUntil(main.first()), 1);
  assert.equal(await turnsUntil(atOnce.first()), 0);
  assert.equal(await turnsUntil(main.first()), 0);
});
