import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import { profileFromText } from '../../shared/profileFromText';

const neverAborted = new AbortController().signal;

test('functions in the wrong file are corrected in every report, and again after the profile was read again', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'linecost-store-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'cpu.pprof');
  const stacks = '1 20 | m/t.Find@3 search.go:90 < m/t.Main@6 tree.go:7\n1 10 | m/t.Main@6 tree.go:7';
  await writeFile(path, profileFromText({ types: 'samples/count cpu/nanoseconds', stacks }));
  const text = 'package t\n\nfunc Find() {\n}\n\nfunc Main() {\n\tFind()\n}\n';
  const sources = { texts: new Map([['tree.go', text]]) };
  const store = new NodeStore();
  const { id: profile } = await store.answer('load', { source: { kind: 'file', path } }, neverAborted);
  const before = await store.answer('hotLines', { profile, sampleType: 1, order: 'cum', limit: 9 }, neverAborted);
  assert.equal(before.lines.length, 2);
  const corrections = await store.answer('correctFunctions', { profile, sources }, neverAborted);
  assert.equal(await store.answer('correctFunctions', { profile, sources }, neverAborted), undefined);
  const other = new NodeStore();
  other.resume(2, [{ profile, source: { kind: 'file', path }, stamp: store.stampOf(profile), corrections }]);
  for (const each of [store, other]) {
    assert.deepEqual(await each.answer('files', { profile }, neverAborted), ['tree.go']);
    const hot = await each.answer('hotLines', { profile, sampleType: 1, order: 'cum', limit: 9 }, neverAborted);
    assert.deepEqual(hot.lines.map(({ file, line, cum }) => [file, line, cum]), [['tree.go', 7, 30]]);
    const [costs] = await each.answer('fileCosts', { profile, sampleType: 1, files: ['tree.go'] }, neverAborted);
    assert.deepEqual([[...costs!.lines], [...costs!.cum]], [[7], [30]]);
  }
});
