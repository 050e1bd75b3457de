import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import type { LoadedCaptures } from '../../../../src/captures/loaded/loadedCaptures';
import type { CompareParts } from '../../../../src/features/compare/chooseBaseline';
import type { ListNode } from '../../../../src/views/profiles/profilesNodes';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

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

/** Commands with captures whose changes are recorded. @param typed the answer in the input box */
async function renaming(record: Partial<CaptureRecord>, typed: string | undefined) {
  const { renameCapture } = await import('../../../../src/features/captures/captureCommands');
  const whole = { id: 'a', title: 'BenchmarkX', capturedAt: 1, profiles: [], results: [], ...record };
  const renamed: string[] = [];
  const renameCaptureTo = async (_: unknown, title: string) => void renamed.push(title);
  const captures = { records: async () => [whole], renameCapture: renameCaptureTo };
  let asked: { readonly value?: string; readonly placeHolder?: string } = {};
  type Window = { showInputBox(options: typeof asked): Promise<string | undefined> };
  const { window } = vscode.module as unknown as { window: Window };
  window.showInputBox = async (options) => {
    asked = options;
    return typed;
  };
  await renameCapture(captures as unknown as LoadedCaptures, { kind: 'capture', record: whole });
  return { renamed, value: asked.value, placeHolder: asked.placeHolder };
}

test('an empty name of a capture of a benchmark brings back the name by what its code is', async () => {
  const target = { file: '/w/x_test.go', name: 'BenchmarkX' };
  const changes = { files: 0, added: 0, removed: 0, named: [] };
  const stage = { target, conditions: { git: { commit: 'a'.repeat(40), subject: 'Add X', changes } } };
  assert.deepEqual(await renaming(stage, ' with Grow '), { renamed: ['with Grow'], value: '', placeHolder: 'Add X' });
  assert.deepEqual(await renaming({ ...stage, title: 'with Grow' }, ''), { renamed: ['BenchmarkX'], value: 'with Grow', placeHolder: 'Add X' });
  const ofCase = { ...stage, subject: '/w/x_test.go#BenchmarkX/case', title: 'old' };
  assert.deepEqual((await renaming(ofCase, '')).renamed, ['BenchmarkX/case']);
  const revision = { ...stage, revision: { commit: 'a', name: 'v1' }, title: 'old' };
  assert.deepEqual((await renaming(revision, '')).renamed, ['BenchmarkX @ v1']);
  assert.deepEqual((await renaming(stage, undefined)).renamed, []);
});

test('from the palette, the shown capture is meant, and without one an error says so', async () => {
  const { shownCapture } = await import('../../../../src/features/captures/captureCommands');
  const parts = (id?: string) => ({
    session: { active: id === undefined ? undefined : { capture: { id } } },
    captures: { records: async () => [{ id: 'a' }, { id: 'b' }] },
  }) as unknown as CompareParts;
  assert.equal((await shownCapture(parts('b'))).record.id, 'b');
  await assert.rejects(shownCapture(parts()), /No capture is shown/);
  await assert.rejects(shownCapture(parts('file:///x.pprof')), /No capture is shown/);
});

test('Profile Again of a service is under load if its capture was', async () => {
  const { profileCaptureAgain } = await import('../../../../src/features/captures/captureCommands');
  const again = async (service: object) => {
    vscode.executed.length = 0;
    await profileCaptureAgain({ kind: 'capture', record: { service } } as never, {} as never);
    return vscode.executed;
  };
  assert.deepEqual(await again({ target: 'a', load: {} }), [['linecost.loadService', 'a', true]]);
  assert.deepEqual(await again({ target: 'a' }), [['linecost.profileService', 'a', true]]);
});
