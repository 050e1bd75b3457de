import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureFiles } from '../../../../src/captures/loaded/captureDrafts';
import { KeptPieces, type PieceLimits } from '../../../../src/features/program/keptPieces';
import { FakeEngine } from '../../../shared/fakeEngine';

/** Files in memory, and a worker that appends the texts of files. */
function pieces(limits: PieceLimits) {
  const texts = new Map<string, string>();
  const files: CaptureFiles = {
    save: async (name, bytes) => void texts.set(name, Buffer.from(bytes).toString()),
    remove: async (name) => void texts.delete(name),
    pathOf: (name) => name,
  };
  const engine = new FakeEngine();
  engine.answers.mergedBytes = ({ sources }) => {
    return Buffer.from(sources.map((each) => (each.kind === 'file' ? texts.get(each.path)! : '')).join(''));
  };
  return { kept: new KeptPieces(engine, files, limits), texts, files };
}

test('few pieces are kept as they are', async () => {
  const { kept, texts } = pieces({ count: 10, bytes: 100, last: 2 });
  await kept.add(0, 200, Buffer.from('a'));
  await kept.add(200, 500, Buffer.from('b'));
  assert.deepEqual(kept.stored, [
    { from: 0, to: 200, fileName: 'piece.0-200.pprof' }, { from: 200, to: 500, fileName: 'piece.200-500.pprof' },
  ]);
  assert.deepEqual([...texts.values()], ['a', 'b']);
});

test('of many pieces, neighbours become one: none is lost, the last stay, and no part of the run is much coarser', async () => {
  const { kept, texts } = pieces({ count: 20, bytes: 1000, last: 5 });
  for (let i = 0; i < 200; i++) await kept.add(i * 100, (i + 1) * 100, Buffer.from('x'));
  await kept.removeOutdated();
  const { stored } = kept;
  assert.ok(stored.length <= 20);
  assert.deepEqual([...texts.keys()].sort(), stored.map(({ fileName }) => fileName).sort());
  assert.equal([...texts.values()].join('').length, 200);
  stored.forEach(({ from }, i) => assert.equal(from, stored[i - 1]?.to ?? 0));
  assert.deepEqual(stored.slice(-5).map(({ from, to }) => to - from), [100, 100, 100, 100, 100]);
  const lengths = stored.slice(0, -6).map(({ from, to }) => to - from);
  assert.ok(Math.max(...lengths) <= 3 * Math.min(...lengths), `${lengths}`);
});

test('large pieces are fewer', async () => {
  const { kept, texts } = pieces({ count: 100, bytes: 50, last: 2 });
  for (let i = 0; i < 3; i++) await kept.add(i, i + 1, Buffer.from('x'.repeat(20)));
  await kept.removeOutdated();
  assert.ok(texts.size < 3);
});

test('files stay until the capture is stored without them', async () => {
  const { kept, texts } = pieces({ count: 2, bytes: 100, last: 0 });
  for (let i = 0; i < 3; i++) await kept.add(i, i + 1, Buffer.from('x'));
  assert.equal(texts.size, 4);
  await kept.removeOutdated();
  assert.equal(texts.size, 2);
});

test('after a piece that cannot be stored, the others stay, and the run goes on', async () => {
  const { kept, files } = pieces({ count: 9, bytes: 100, last: 0 });
  await kept.add(0, 1, Buffer.from('x'));
  files.save = () => Promise.reject(new Error('ENOSPC'));
  await kept.add(1, 2, Buffer.from('x'));
  assert.equal(kept.stored.length, 1);
});
