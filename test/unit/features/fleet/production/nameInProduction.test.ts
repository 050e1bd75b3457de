import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { FakeDocument } from '../../../../shared/fakeEditors';
import { FakeUri, fakeVscode } from '../../../../shared/fakeVscode';
import { profileFromText } from '../../../../shared/profileFromText';
import { storeEngine } from '../../../../shared/storeEngine';
import { withVscode } from '../../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

const folder = mkdtempSync(join(tmpdir(), 'linecost-name-'));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'go.mod'), 'module example.com/app\n');

const STORE = ['package store', '', 'func (t *Tree[K]) Insert(k K) {', '\tone()', '}', '', 'func Insert() {', '}'];
const MAIN = ['package main', '', 'func run() {', '}'];

interface At {
  readonly file?: string;
  readonly lines?: readonly string[];
  readonly line: number;
}

/** The name of the function around a line of a file of the module example.com/app, in a profile of functions. */
async function nameAt({ file = 'store/tree.go', lines = STORE, line }: At, stacks: readonly string[]): Promise<string | undefined> {
  const { nameInProduction } = await import('../../../../../src/features/fleet/production/nameInProduction');
  const engine = storeEngine();
  const bytes = profileFromText({ types: 'cpu/nanoseconds', stacks: stacks.join('\n') });
  const { id } = await engine.ask('load', { source: { kind: 'bytes', bytes } });
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  const document = new FakeDocument(FakeUri.file(path), [...lines]);
  return nameInProduction(engine, { queryId: id, sampleType: 0 }, document as never, line);
}

test('a function of a binary from another checkout is found by the path of its package and its name', async () => {
  const stacks = [
    '5 | example.com/app/store.(*Tree[go.shape.int]).Insert /ci/app/store/tree.go:3', '9 | example.com/app/store.Insert /ci/app/store/tree.go:7',
    '90 | example.com/other/store.Insert /ci/o.go:7', '99 | example.com/app/cache.Insert /ci/c.go:7',
  ];
  assert.equal(await nameAt({ line: 4 }, stacks), 'example.com/app/store.(*Tree[go.shape.int]).Insert');
  assert.equal(await nameAt({ line: 7 }, stacks), 'example.com/app/store.Insert');
  assert.equal(await nameAt({ line: 1 }, stacks), undefined, 'outside of functions');
});

test('a function of another package, of another module, or with a longer name, is not taken for the one at the cursor', async () => {
  assert.equal(await nameAt({ line: 7 }, [
    '9 | example.com/app/cache.Insert /c.go:7', '9 | example.com/other/store.Insert /ci/other/store/tree.go:7',
    '9 | example.com/app/store.ReInsert /s.go:1', '9 | example.com/app/store.(*Tree).Insert.func1 /s.go:1',
  ]), undefined);
});

test('in package main, the path in the module must agree, since each program has a package of this name', async () => {
  const run = (file: string, builtFrom: string) => nameAt({ file, lines: MAIN, line: 3 }, [`9 | main.run ${builtFrom}:3`]);
  assert.equal(await run('cmd/shop/main.go', '/ci/build/cmd/shop/main.go'), 'main.run');
  assert.equal(await run('cmd/shop/main.go', '/ci/build/cmd/bank/main.go'), undefined);
  assert.equal(await run('main.go', '/ci/app/main.go'), 'main.run');
  assert.equal(await run('main.go', '/ci/bank/main.go'), undefined);
});
