import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type * as Vscode from 'vscode';
import { repoRoot } from '../../../host/paths.mjs';
import { FakeMemento } from '../../../shared/fakeStorage';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const root = mkdtempSync(path.join(tmpdir(), 'linecost-sample-test-'));
const extension = path.join(root, 'extension');
const home = path.join(root, 'home');
const vscode = fakeVscode(path.join(home, 'linecost-sample'));
withVscode(vscode.module);
const { Uri } = vscode.module as unknown as typeof Vscode;

const BENCHMARKS = 'package sample\n\nfunc BenchmarkCases(b *testing.B) {\n}\n\nfunc BenchmarkTotal(b *testing.B) {\n}\n';

after(() => rm(root, { recursive: true, force: true }));

beforeEach(async () => {
  await rm(root, { recursive: true, force: true });
  await mkdir(path.join(extension, 'dist', 'sample'), { recursive: true });
  await mkdir(home);
  await writeFile(path.join(extension, 'dist', 'sample', 'sample_test.go'), BENCHMARKS);
  vscode.executed.length = 0;
  vscode.user.file = home;
});

const opened = () => vscode.executed.filter(([command]) => command === 'vscode.openFolder').map(([, uri]) => (uri as Vscode.Uri).fsPath);

async function open(): Promise<Vscode.Memento> {
  const globalMemento = new FakeMemento() as unknown as Vscode.Memento;
  const { openSample } = await import('../../../../src/features/start/openSample');
  await openSample({ extensionUri: Uri.file(extension), globalMemento });
  return globalMemento;
}

test('the sample is copied to the chosen folder, with its service, and opened', async () => {
  await mkdir(path.join(extension, 'dist', 'sample', 'service'));
  await writeFile(path.join(extension, 'dist', 'sample', 'service', 'main.go'), 'package main\n');
  await open();
  assert.equal(await readFile(path.join(home, 'linecost-sample', 'service', 'main.go'), 'utf8'), 'package main\n');
  assert.deepEqual(opened(), [path.join(home, 'linecost-sample')]);
  assert.equal(await readFile(path.join(home, 'linecost-sample', 'sample_test.go'), 'utf8'), BENCHMARKS);
});

test('an earlier copy, which the user may have changed, is not overwritten', async () => {
  await mkdir(path.join(home, 'linecost-sample'));
  await writeFile(path.join(home, 'linecost-sample', 'sample_test.go'), 'changed');
  await open();
  assert.deepEqual(opened(), [path.join(home, 'linecost-sample-2')]);
  assert.equal(await readFile(path.join(home, 'linecost-sample', 'sample_test.go'), 'utf8'), 'changed');
});

test('nothing is copied or opened if no folder is chosen', async () => {
  vscode.user.file = undefined;
  await open();
  assert.deepEqual(opened(), []);
  assert.deepEqual(await readdir(home), []);
});

async function continueOpening(memento: Vscode.Memento): Promise<readonly (readonly unknown[])[]> {
  const { continueInSample } = await import('../../../../src/features/start/openSample');
  vscode.executed.length = 0;
  await continueInSample(memento);
  return [...vscode.executed];
}

test('the window of the sample shows its benchmarks, and the walkthrough with a ticked step beside them, once', async () => {
  const memento = await open();
  assert.deepEqual(await continueOpening(memento), [
    ['workbench.action.openWalkthrough', 'linecost.linecost#start', true],
    // VS Code ignores a step whose context is set before the walkthrough is open.
    ['setContext', 'linecost.ticked.sample', true],
  ]);
  assert.deepEqual(await continueOpening(memento), []);
  const [editor] = vscode.visibleEditors;
  assert.ok(editor?.document.fileName.endsWith('sample_test.go'));
  assert.equal(editor.selection.active.line, 5, 'the cursor is in the benchmark that the walkthrough names');
});

test('the benchmark that the walkthrough names is in the sample, and has no cases, whose lines could not be compared', () => {
  const sample = readFileSync(path.join(repoRoot, 'test', 'workspaces', 'sample', 'sample_test.go'), 'utf8');
  const [, body] = /^func BenchmarkTotal\(([^]*?)^}/m.exec(sample) ?? [];
  assert.ok(body && !body.includes('b.Run('));
});

test('a window of another folder opens neither the benchmarks nor the walkthrough', async () => {
  await mkdir(path.join(home, 'linecost-sample'));
  assert.deepEqual(await continueOpening(await open()), []);
});
