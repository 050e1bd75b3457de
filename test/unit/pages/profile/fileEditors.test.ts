import assert from 'node:assert/strict';
import test from 'node:test';
import type { Capture } from '../../../../src/captures/loadedCapture';
import { type FileEditor, FileEditors } from '../../../../src/pages/profile/fileEditors';

const CAPTURE: Capture = { id: 'cpu.pprof', title: 'cpu.pprof', capturedAt: 0, profiles: [], results: [], sources: new Map() };

function editor(yieldToPanel: () => Promise<boolean>): FileEditor & { isVisible: boolean } {
  return { isVisible: true, capture: CAPTURE, show: () => undefined, exportSvg: () => undefined, yieldToPanel };
}

test('an editor shows its capture while it is visible', () => {
  const editors = new FileEditors();
  const fileEditor = editor(() => Promise.resolve(true));
  const remove = editors.add(fileEditor);
  assert.equal(editors.showing(CAPTURE), fileEditor);
  assert.equal(editors.showing(undefined), undefined);
  fileEditor.isVisible = false;
  assert.equal(editors.showing(CAPTURE), undefined);
  fileEditor.isVisible = true;
  remove();
  assert.equal(editors.showing(CAPTURE), undefined);
});

test('while code covers an editor, the editor does not show its capture', async () => {
  const editors = new FileEditors();
  let changeCount = 0;
  editors.onDidChange(() => changeCount++);
  const fileEditor = editor(() => Promise.resolve(false));
  editors.add(fileEditor);
  const hasYielded = editors.yieldToPanel(fileEditor);
  assert.equal(editors.showing(CAPTURE), undefined);
  assert.equal(await hasYielded, false);
  editors.reclaim(fileEditor);
  assert.equal(editors.showing(CAPTURE), fileEditor);
  assert.equal(changeCount, 2);
});

test('an editor that was covered by code shows its capture when it is visible again', async () => {
  const editors = new FileEditors();
  const fileEditor: ReturnType<typeof editor> = editor(() => {
    fileEditor.isVisible = false;
    return Promise.resolve(true);
  });
  editors.add(fileEditor);
  assert.equal(await editors.yieldToPanel(fileEditor), true);
  fileEditor.isVisible = true;
  assert.equal(editors.showing(CAPTURE), fileEditor);
});

test('an editor that stays visible reports it, so that the panel does not show the same capture', async () => {
  const editors = new FileEditors();
  const fileEditor = editor(() => Promise.resolve(true));
  editors.add(fileEditor);
  assert.equal(await editors.yieldToPanel(fileEditor), false);
});
