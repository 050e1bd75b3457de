import type { TestContext } from 'node:test';
import type { TextDocument } from 'vscode';
import type { FindProfileFiles } from '../../../../src/editor/columns/costQuestions';
import type { QueryAnswer, QueryParams } from '../../../../src/engine/queries';
import type { Capture, LoadedProfile } from '../../../../src/captures/loadedCapture';
import { FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';
import { fileCosts } from '../../../shared/fileCosts';

export const vscode = fakeVscode('/w');
withVscode(vscode.module);

export const TYPES = 'samples/count,cpu/count';
export const CPU: LoadedProfile = { summary: summaryOf(1, TYPES), label: 'cpu' };
export const LINES = ['package a', '', 'func F() {', '\tone()', '\ttwo()', '}'];

export function captureOf(id: string, profile = CPU, overrides: Partial<Capture> = {}): Capture {
  const capture = { id, title: id, subject: 'F', capturedAt: 0, profiles: [profile], results: [], sources: new Map() };
  return { ...capture, ...overrides };
}

export function editorOf(file: string, lines: readonly string[] = LINES): FakeEditor {
  return new FakeEditor(new FakeDocument(FakeUri.file(file), [...lines]));
}

type FileCostsAnswer = QueryAnswer<'fileCosts'> | Promise<QueryAnswer<'fileCosts'>>;
type FileCostsParams = QueryParams<'fileCosts'>;

/** With the first sample type, line 4 costs 4; with the second, line 5 costs 5. */
export function costsByType({ sampleType }: Pick<FileCostsParams, 'sampleType'>): QueryAnswer<'fileCosts'> {
  return [fileCosts(sampleType === 0 ? [4] : [5])];
}

const findOnlyFile: FindProfileFiles = async (_active, { uri }) => (uri.fsPath === '/w/a.go' ? ['a.go'] : []);

/** An annotator for a profile whose only file is `/w/a.go`; `wrapped` counts the style changes due to word wrap. */
export async function scene(
  context: TestContext,
  costs: (params: FileCostsParams) => FileCostsAnswer = costsByType,
  findFiles = findOnlyFile,
) {
  await importedOnDemand();
  const { Annotator } = await import('../../../../src/editor/columns/annotator');
  const { LinesWhileEditing } = await import('../../../../src/editor/columns/linesWhileEditing');
  const { Session } = await import('../../../../src/captures/session');
  const engine = new FakeEngine();
  engine.answers.fileCosts = costs;
  const session = new Session(engine);
  const lines = new LinesWhileEditing(session);
  const messages: string[] = [];
  const { ColumnStyles } = await import('../../../../src/captures/loaded/columnStyles');
  let wrapped = 0;
  const styles = new ColumnStyles(session, () => wrapped++);
  vscode.configure('linecost.columns.style', 'columns');
  const annotator = new Annotator(session, engine, lines, findFiles, styles, (message) => messages.push(message));
  let redraws = 0;
  annotator.onDidRedraw(() => redraws++);
  context.after(() => {
    annotator.dispose();
    styles.dispose();
    lines.dispose();
    vscode.show();
    vscode.configure('linecost.columns.style', undefined);
  });
  return { annotator, engine, session, styles, messages, redraws: () => redraws, wrapped: () => wrapped };
}

/** What the columns import when they need it. */
async function importedOnDemand(): Promise<void> {
  await import('../../../../src/editor/columns/lineJudgements');
  await import('../../../../src/editor/columns/mismatchMessage');
  await import('../../../../src/editor/columns/setupNotes');
  await import('../../../../src/captures/removedFromBaseline');
  await import('../../../../src/captures/firmLines');
}

/**
 * Waits until all answers are drawn: each takes a few turns of the event loop, but an import takes as long as the
 * thread that resolves it needs. The same import, asked for later, is there later.
 */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await importedOnDemand();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The lines that have figures, as `4: flat 4 cum 4`. */
export function figuresIn(editor: FakeEditor): string[] {
  return editor.document.lines.flatMap((_, i) => {
    const { before: cum, after: flat } = editor.textsOn(i + 1);
    return cum === undefined || flat === undefined || cum.startsWith('cum') ? [] : [`${i + 1}: flat ${flat} cum ${cum}`];
  });
}

export const documentOf = ({ document }: FakeEditor) => document as unknown as TextDocument;

/** Content of a capture whose time and commit are known. */
export const CAPTURED: Partial<Capture> = {
  capturedAt: Date.now(),
  conditions: { git: { commit: '1a2b3c4d5e', branch: 'main', isDirty: true } },
  sources: new Map([['/w/a.go', LINES.join('\n')]]),
};

/** Lines 3 to 5 have costs, each equal to the line number. */
export const THREE_LINES = () => [fileCosts([3, 4, 5])];
