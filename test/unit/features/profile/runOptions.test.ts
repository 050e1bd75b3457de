import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeMemento } from '../../../shared/fakeStorage';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

const target = (name: string) => ({ uri: FakeUri.file('/w/a_test.go'), name, kind: 'benchmark' }) as never;

test('options apply to their benchmark and its cases only, even after a reload', async () => {
  const { OptionMemory } = await import('../../../../src/features/profile/runOptions');
  const memento = new FakeMemento();
  const options = { kinds: ['memory' as const], benchtime: '1000x', count: 2 };
  await new OptionMemory(memento).keep(target('BenchmarkA'), options);
  const reloaded = new OptionMemory(memento);
  assert.deepEqual(reloaded.of(target('BenchmarkA')), options);
  assert.deepEqual(reloaded.of(target('BenchmarkA/case')), options);
  assert.notDeepEqual(reloaded.of(target('BenchmarkAB')), options);
});

test('if the stored options are malformed, those of the settings apply', async () => {
  const { OptionMemory } = await import('../../../../src/features/profile/runOptions');
  const memento = new FakeMemento();
  const memory = new OptionMemory(memento);
  const ofSettings = memory.of(target('BenchmarkA'));
  await memory.keep(target('BenchmarkA'), { kinds: ['speed'], benchtime: '1s', count: 1 } as never);
  assert.deepEqual(memory.of(target('BenchmarkA')), ofSettings);
});
