import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { asCaptured } from '../../../../src/captures/session';
import { fileCosts } from '../../../shared/fileCosts';
import { FakeEngine } from '../../../shared/fakeEngine';
import { captureOf, CPU, documentOf, editorOf, LINES, vscode } from './annotatorScene';

/** The pictures of `/w/a.go`, whose captured text is LINES, and in which lines 4 and 5 have costs. */
async function scene(context: TestContext, textNow: readonly string[]) {
  const { DocumentPictures } = await import('../../../../src/editor/columns/documentPictures');
  const { BlockCosts } = await import('../../../../src/editor/columns/blockCosts');
  const { LinesWhileEditing } = await import('../../../../src/editor/columns/linesWhileEditing');
  const { SourceMismatch } = await import('../../../../src/editor/columns/sourceMismatch');
  const { Session } = await import('../../../../src/captures/session');
  const { ColumnStyles } = await import('../../../../src/captures/loaded/columnStyles');
  const engine = new FakeEngine();
  const session = new Session(engine);
  const lines = new LinesWhileEditing(session);
  const styles = new ColumnStyles(session, () => undefined);
  const mismatch = new SourceMismatch(() => undefined, () => true);
  const capture = captureOf('a', CPU, { sources: new Map([['/w/a.go', LINES.join('\n')]]) });
  session.show({ capture, profile: CPU, sampleType: 1 });
  const editor = editorOf('/w/a.go', textNow);
  vscode.show(editor);
  context.after(() => [lines, styles].forEach((each) => each.dispose()));
  const costs = { active: asCaptured({ capture, profile: CPU, sampleType: 1 }), costs: fileCosts([4, 5]), files: ['a.go'] };
  const pictures = new DocumentPictures(lines, styles, mismatch, new BlockCosts(engine));
  return { pictures, costs, document: documentOf(editor) };
}

const nothing = (): void => undefined;

test('a picture has the costs where their lines are now, and headings above the first', async (context) => {
  const { pictures, costs, document } = await scene(context, ['package a', '', '', ...LINES.slice(2)]);
  const picture = pictures.pictureOf(document, costs, nothing)!;
  assert.equal(picture.heading, 4);
  assert.equal(pictures.costsByLine(document, costs, costs.costs).costNow(6, picture.map)?.cum, 5);
  assert.deepEqual(picture.removed, []);
});

test('a line with costs that was removed is found below the line before it', async (context) => {
  const { pictures, costs, document } = await scene(context, LINES.filter((line) => line !== '\ttwo()'));
  const [removed] = pictures.removedBelow(document, 4, costs);
  assert.deepEqual([removed?.text, removed?.cum], ['\ttwo()', 5]);
  assert.deepEqual(pictures.removedBelow(document, 3, costs), []);
});

test('a document without costs has no picture', async (context) => {
  const { pictures, costs, document } = await scene(context, LINES);
  assert.equal(pictures.pictureOf(document, { ...costs, costs: undefined } as never, nothing), undefined);
});

test('the heading says what garbage collection costs', async (context) => {
  const { pictures, costs, document } = await scene(context, LINES);
  const picture = pictures.pictureOf(document, { ...costs, background: 'GC in the background 1 s' }, nothing)!;
  assert.equal(picture.head!.replaceAll('\u00a0', ' '), 'GC in the background 1 s');
});
