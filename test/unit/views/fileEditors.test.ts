import assert from 'node:assert/strict';
import test from 'node:test';
import type { Capture } from '../../../src/loadedCapture';
import { type FileEditor, FileEditors } from '../../../src/views/fileEditors';

const RUN: Capture = { id: 'cpu.pprof', title: 'cpu.pprof', capturedAt: 0, profiles: [], results: [], sources: new Map() };

function editor(giveWay: () => Promise<boolean>): FileEditor & { isVisible: boolean } {
  return { isVisible: true, capture: RUN, show: () => undefined, exportSvg: () => undefined, yieldToPanel: giveWay };
}

test('an editor shows its capture while it is visible', () => {
  const editors = new FileEditors();
  const one = editor(() => Promise.resolve(true));
  const remove = editors.add(one);
  assert.equal(editors.showing(RUN), one);
  assert.equal(editors.showing(undefined), undefined);
  one.isVisible = false;
  assert.equal(editors.showing(RUN), undefined);
  one.isVisible = true;
  remove();
  assert.equal(editors.showing(RUN), undefined);
});

test('while code covers an editor, the panel shows the editor\'s capture', async () => {
  const editors = new FileEditors();
  let told = 0;
  editors.onDidChange(() => told++);
  const one = editor(() => Promise.resolve(false));
  editors.add(one);
  const giving = editors.yieldToPanel(one);
  assert.equal(editors.showing(RUN), undefined);
  assert.equal(await giving, false);
  editors.reclaim(one);
  assert.equal(editors.showing(RUN), one);
  assert.equal(told, 2);
});

test('an editor that was covered by code shows its capture when it is visible again', async () => {
  const editors = new FileEditors();
  const one: ReturnType<typeof editor> = editor(() => {
    one.isVisible = false;
    return Promise.resolve(true);
  });
  editors.add(one);
  assert.equal(await editors.yieldToPanel(one), true);
  one.isVisible = true;
  assert.equal(editors.showing(RUN), one);
});
