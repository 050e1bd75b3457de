import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { fakeOutput } from '../../../shared/fakeOutput';
import { fakeVscode } from '../../../shared/fakeVscode';
import { measuringScene } from '../../../shared/measuringScene';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'] });
withVscode(vscode.module);

beforeEach(() => {
  vscode.user = {};
  vscode.messages.length = vscode.executed.length = 0;
  vscode.configure('linecost.measureAgain.runs', 4);
  vscode.setTrusted(true);
});

const warnings = () => vscode.messages.filter(({ severity }) => severity === 'warning');

test('a capture that cannot be saved is shown with its results, and a message says why', async (context) => {
  const scene = await measuringScene(vscode, context, (storage) => {
    mkdirSync(storage);
    writeFileSync(join(storage, 'runs'), '');
  });
  const { writeProgram, profile, newest, results, session, captures } = scene;
  writeProgram({});
  await profile();
  const record = await newest();
  assert.equal(session.active?.capture.id, record.id);
  assert.deepEqual([results().length, captures.isUnsaved(record)], [1, true]);
  await until(() => warnings().length > 0);
  const [{ text, buttons }] = warnings();
  assert.match(text, /^BenchmarkA could not be saved: its capture is lost when this window closes\. /);
  assert.match(text, /storage.* cannot be used: a part of its path is a file, not a folder\. Rename that file, and try again\.$/);
  assert.deepEqual(buttons, ['Try Again', 'Export…', 'Show Output']);
});

test('the button Try Again saves the captures, or says again why it cannot; Export… exports the newest', async () => {
  const { tellUnsaved } = await import('../../../../src/captures/loaded/unsavedCaptures');
  const profiles = [{ label: 'cpu', fileName: 'cpu.pprof' }];
  const record = { id: 'a', title: 'BenchmarkA', capturedAt: 1, profiles, results: [] };
  const saved = new Set<string>();
  let tries = 0;
  const captures = {
    records: async () => [record, { ...record, id: 'b' }, { ...record, id: 'saved' }],
    isUnsaved: ({ id }: { id: string }) => id !== 'saved' && !saved.has(id),
    saveUnsaved: async () => {
      if (++tries === 1) throw new Error('Still full.');
      for (const id of ['a', 'b']) saved.add(id);
    },
  };
  vscode.user = { button: 'Try Again' };
  await tellUnsaved(new Error('The disk is full.'), captures, fakeOutput());
  const lost = '2 captures could not be saved: they are lost when this window closes.';
  assert.deepEqual(warnings().map(({ text }) => text), [`${lost} The disk is full.`, `${lost} Still full.`]);
  await tellUnsaved(new Error('The disk is full.'), captures, fakeOutput());
  assert.equal(warnings().length, 2);
  saved.clear();
  vscode.user = { button: 'Export…' };
  await tellUnsaved(new Error('The disk is full.'), captures, fakeOutput());
  assert.deepEqual(vscode.executed, [['linecost.exportCapture', { kind: 'capture', record }]]);
});

test('while the message is in view, further captures are only logged', async () => {
  const { tellUnsaved } = await import('../../../../src/captures/loaded/unsavedCaptures');
  const record = { id: 'a', title: 'BenchmarkA', capturedAt: 1, profiles: [], results: [] };
  const captures = { records: async () => [record], isUnsaved: () => true, saveUnsaved: async () => undefined };
  const logged: string[] = [];
  const full = new Error('The disk is full.');
  await Promise.all([1, 2].map(() => tellUnsaved(full, captures, fakeOutput(logged))));
  assert.deepEqual([warnings().length, logged.length], [1, 2]);
  assert.deepEqual(warnings()[0]!.buttons, ['Try Again', 'Show Output']);
});
