import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeDocument } from '../../../../shared/fakeEditors';
import { FakeUri, fakeVscode } from '../../../../shared/fakeVscode';
import { profileFromText } from '../../../../shared/profileFromText';
import { storeEngine } from '../../../../shared/storeEngine';
import { withVscode } from '../../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

const LINES = ['package store', '', 'func (t *Tree[K]) Insert(k K) {', '\tone()', '}', '', 'func Insert() {', '}'];

/** The name of the function around a line of /home/me/app/store/tree.go in a profile of functions. */
async function nameAt(line: number, stacks: string): Promise<string | undefined> {
  const { nameInProduction } = await import('../../../../../src/features/fleet/production/nameInProduction');
  const engine = storeEngine();
  const bytes = profileFromText({ types: 'cpu/nanoseconds', stacks });
  const { id } = await engine.ask('load', { source: { kind: 'bytes', bytes } });
  const document = new FakeDocument(FakeUri.file('/home/me/app/store/tree.go'), [...LINES]);
  return nameInProduction(engine, { queryId: id, sampleType: 0 }, document as never, line);
}

test('a function of a binary from another checkout is found by its package and name', async () => {
  const stacks = [
    '5 | example.com/app/store.(*Tree[go.shape.int]).Insert /ci/app/store/tree.go:3', '9 | example.com/app/store.Insert /ci/app/store/tree.go:7',
    '90 | example.com/other/store.Insert /ci/o.go:7', '99 | example.com/app/cache.Insert /ci/c.go:7',
  ].join('\n');
  assert.equal(await nameAt(4, stacks), 'example.com/app/store.(*Tree[go.shape.int]).Insert');
  assert.equal(await nameAt(7, stacks), 'example.com/app/store.Insert', 'of two packages of this name, the one with the same path');
  assert.equal(await nameAt(1, stacks), undefined, 'outside of functions');
});

test('a function of another package, or a longer name, is not taken for the one at the cursor', async () => {
  const stacks = '9 | example.com/cache.Insert /c.go:7\n9 | example.com/store.ReInsert /s.go:1\n9 | example.com/store.(*Tree).Insert.func1 /s.go:1';
  assert.equal(await nameAt(7, stacks), undefined);
});
