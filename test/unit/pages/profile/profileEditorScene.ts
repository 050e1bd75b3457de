import type { TestContext } from 'node:test';
import type { Uri, WebviewPanel } from 'vscode';
import type { Viewed } from '../../../../src/captures/loadedCapture';
import { Session } from '../../../../src/captures/session';
import type { TraceOptions } from '../../../../src/captures/loaded/traceFiles';
import type { FileEditors } from '../../../../src/pages/profile/fileEditors';
import type { ProfileEditor, ProfileFiles } from '../../../../src/pages/profile/profileEditor';
import type { PageNotice, PageSubject } from '../../../../src/pages/profile/profilePage';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { FakeEmitter, FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

export const vscode = fakeVscode('/w');
withVscode(vscode.module);

export const FILE = '/w/cpu.pprof';
/** A file's page has notices of its own. */
type FileSubject = PageSubject & { readonly notice: PageNotice | undefined };
/** The editor column of all tabs. */
export const TAB_COLUMN = 2;
export const TOO_LARGE = 'This profile needs more than the 256 MB of linecost.limits.memory.';

let nextId = 1;

/** Returns a new capture, as reading the profile file does. */
export function newViewed(): Viewed {
  const profile = { summary: summaryOf(nextId++, 'samples/count,cpu/nanoseconds'), label: 'cpu' };
  const rest = { capturedAt: 0, results: [], sources: new Map<string, string>() };
  return { capture: { id: `file://${FILE}`, title: 'cpu.pprof', profiles: [profile], ...rest }, profile, sampleType: 1 };
}

/** A read of a file that is pending until the test ends it. */
interface FileRead {
  readonly closing: AbortSignal;
  succeed(as: Viewed): void;
  /** @param failure the error or its message */
  fail(failure: string | Error): void;
  readonly options: TraceOptions;
}

interface Options {
  readonly isPanelVisible?: boolean;
  /** Whether code of the profile is found. */
  readonly hasCode?: boolean;
  /** The URIs of the files in tabs when the extension was activated. */
  readonly filesAtStart?: readonly string[];
}

/** A ProfileEditor. The test ends the reads of its files. */
export async function scene(context: TestContext, options: Options = {}) {
  const { isPanelVisible = false, hasCode = false, filesAtStart = [] } = options;
  const { ProfileEditor: Editor } = await import('../../../../src/pages/profile/profileEditor');
  const { FileEditors: Editors } = await import('../../../../src/pages/profile/fileEditors');
  const session = new Session(new FakeEngine());
  const reads: FileRead[] = [];
  const closed: Viewed['capture'][] = [];
  const pages = new Map<object, FileSubject>();
  const editors: FileEditors = new Editors();
  /** The editor columns in which code was opened. */
  const codeColumns: unknown[] = [];
  const tabs: ReturnType<typeof fakePanel>[] = [];
  const files: ProfileFiles = {
    session,
    open: (_uri, closing, traceOptions) => {
      return new Promise((succeed, reject) => {
        const fail = (failure: string | Error) => reject(typeof failure === 'string' ? new Error(failure) : failure);
        reads.push({ closing, succeed, options: traceOptions, fail });
        closing.addEventListener('abort', () => reject(closing.reason as Error));
      });
    },
    close: (capture) => closed.push(capture),
    restoreOnce: async () => undefined,
    editors,
    isPanelVisible: () => isPanelVisible,
    openHottest: async (column) => {
      codeColumns.push(column);
      if (hasCode) tabs.find(({ panel }) => panel.viewColumn === column)?.hide();
      return hasCode;
    },
    openInOtherEditor: async ({ path }) => path.includes('python'),
  };
  const editor: ProfileEditor = new Editor(files, ({ webview }, subject) => {
    pages.set(webview, subject as FileSubject);
    return { dispose: () => pages.delete(webview) } as never;
  }, filesAtStart);
  const documents: { dispose(): void }[] = [];
  context.after(() => documents.forEach((document) => document.dispose()));
  /** Opens a tab of the file, and returns the tab with the state of its page. */
  const openTab = (file = FILE, isActive = true, viewType = 'linecost.profile') => {
    const document = editor.openCustomDocument(FakeUri.file(file) as unknown as Uri);
    documents.push(document);
    return { document, ...addTab(document, isActive, viewType) };
  };
  const addTab = (document: ReturnType<ProfileEditor['openCustomDocument']>, isActive = true, viewType?: string) => {
    const tab = fakePanel(isActive, viewType);
    tabs.push(tab);
    void editor.resolveCustomEditor(document, tab.panel);
    return { ...tab, page: pages.get(tab.webview)! };
  };
  return { openTab, addTab, session, reads, closed, editors, pages, codeColumns };
}

/** A tab with a page in it. */
function fakePanel(active: boolean, viewType = 'linecost.profile') {
  const stateChanged = new FakeEmitter<void>();
  const disposed = new FakeEmitter<void>();
  const webview = {};
  const events = { onDidChangeViewState: stateChanged.event, onDidDispose: disposed.event };
  const panel = { active, visible: active, webview, viewType, viewColumn: TAB_COLUMN, ...events };
  const show = (isVisible: boolean) => {
    Object.assign(panel, { active: isVisible, visible: isVisible });
    stateChanged.fire();
  };
  const visibility = { bringToFront: () => show(true), hide: () => show(false) };
  return { webview, panel: panel as unknown as WebviewPanel, ...visibility, close: () => disposed.fire() };
}

export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export const noticeOf = ({ notice }: FileSubject) => notice && [notice.text, notice.action];
