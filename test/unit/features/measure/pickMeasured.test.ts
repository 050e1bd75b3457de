import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import { record } from '../../../shared/captureRecords';
import { cursorAt, FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const folder = mkdtempSync(path.join(tmpdir(), 'linecost-pick-'));
after(() => rmSync(folder, { recursive: true }));
const vscode = fakeVscode(folder);
withVscode(vscode.module);
const file = path.join(folder, 'a_test.go');
writeFileSync(file, ['A', 'B', 'C'].map((name) => `func Benchmark${name}(b *testing.B) {\n}\n`).join(''));
const measured = (name: string) => record({ target: { file, name: name.split('/')[0]! }, subject: `${file}#${name}` });

beforeEach(() => {
  vscode.picks.length = 0;
  vscode.user = { pick: 'BenchmarkA/small' };
});

async function pick(...records: readonly CaptureRecord[]): Promise<string | undefined> {
  const { measuredAtCursorOrPicked } = await import('../../../../src/features/measure/pickMeasured');
  return (await measuredAtCursorOrPicked({ records: async () => [...records] }))?.name;
}

test('the benchmarks and cases that were measured are offered once, the last measured first', async () => {
  const fetched = record({ title: 'localhost heap' });
  const records = [measured('BenchmarkB'), fetched, measured('BenchmarkA/small'), measured('BenchmarkB')];
  assert.equal(await pick(...records), 'BenchmarkA/small');
  assert.deepEqual(vscode.picks, [['BenchmarkB', 'BenchmarkA/small']]);
});

test('the only measured benchmark is measured again without a question', async () => {
  assert.equal(await pick(measured('BenchmarkC'), measured('BenchmarkC')), 'BenchmarkC');
  assert.deepEqual(vscode.picks, []);
});

test('the benchmark at the cursor is meant, measured or not', async () => {
  const editor = new FakeEditor(new FakeDocument(FakeUri.file(file), readFileSync(file, 'utf8').split('\n')));
  editor.selection = cursorAt(2, 0);
  vscode.show(editor);
  assert.equal(await pick(measured('BenchmarkA'), measured('BenchmarkC')), 'BenchmarkB');
  vscode.show();
});

test('before the first profile, an error says what to do, and offers it', async () => {
  const message = 'No benchmark has been profiled yet: profile one first, then change the code.';
  await assert.rejects(pick(record({})), { message, fix: { title: 'Profile Benchmark', command: 'linecost.profileBenchmark' } });
});

test('a benchmark whose file was deleted is not offered', async () => {
  const gone = record({ target: { file: path.join(folder, 'gone_test.go'), name: 'BenchmarkGone' } });
  assert.equal(await pick(gone, measured('BenchmarkC')), 'BenchmarkC');
  assert.deepEqual(vscode.picks, []);
});
