import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { ListNode } from '../../../../src/views/profiles/profilesNodes';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

test('Profile Again measures the case of a capture of one case, and all cases of a group', async () => {
  const { measuredTarget } = await import('../../../../src/features/captures/captureCommands');
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-again-'));
  try {
    const file = path.join(folder, 'x_test.go');
    await writeFile(file, 'package p\n\nfunc BenchmarkX(b *testing.B) {\n}\n');
    const target = { file, name: 'BenchmarkX' };
    const ofCase = { target, subject: `${file}#BenchmarkX/case` };
    const nameOf = async (node: unknown) => (await measuredTarget(node as ListNode)).name;
    assert.equal(await nameOf({ kind: 'capture', record: ofCase }), 'BenchmarkX/case');
    assert.equal(await nameOf({ kind: 'capture', record: { target } }), 'BenchmarkX');
    assert.equal(await nameOf({ kind: 'group', group: { records: [ofCase] } }), 'BenchmarkX');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
