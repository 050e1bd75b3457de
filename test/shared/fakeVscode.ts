import { readdirSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { cursorAt, FakeDocument, FakeEditor, FakePosition, FakeRange, FakeSelection, LINE_NUMBERS, serialize } from './fakeEditors';
import { FakeUri } from './fakeUri';
import { globPattern } from './globPattern';
import { withFallback } from './withFallback';

export { FakeUri };

export class FakeEmitter<T> {
  private readonly listeners = new Set<(event: T) => void>();

  readonly event = (listener: (event: T) => void): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };

  fire(event: T): void {
    for (const listener of [...this.listeners]) listener(event);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

/** The `input` of a tab with a custom editor. */
class FakeTabInputCustom {
  constructor(
    readonly uri: FakeUri,
    readonly viewType = 'linecost.profile',
  ) {}
}

class FakeTabInputText {
  constructor(readonly uri: FakeUri) {}
}

export class FakeCodeLens {
  constructor(
    readonly range: FakeRange,
    readonly command: {
      readonly title: string;
      readonly command: string;
      readonly tooltip?: string;
      readonly arguments: readonly unknown[];
    },
  ) {}
}

class FakeRelativePattern {
  constructor(readonly base: FakeUri, readonly pattern: string) {}
}

export interface CustomEditorProvider {
  openCustomDocument(uri: FakeUri, context: object, token: object): Promise<object>;
  resolveCustomEditor(document: object, panel: object): void;
}

interface FakePick {
  readonly label: string;
  readonly description?: string;
}

/** A notification or modal message. */
export interface ShownMessage {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly isModal: boolean;
  readonly detail: string | undefined;
  readonly buttons: readonly string[];
}

/** How the user answers messages, lists and file dialogs. If a field is unset, the user dismisses them. */
export interface UserAnswers {
  /** Clicked in each message that has this button. */
  button?: string;
  /** Chosen in each list that has an item with this label. */
  pick?: string;
  /** The path that is chosen in file dialogs. */
  file?: string;
}

export type FileEvent = 'created' | 'changed' | 'deleted';

type Command = (...args: readonly unknown[]) => unknown;

export const NEVER_CANCELLED = { isCancellationRequested: false, onCancellationRequested: () => DISPOSABLE };

/**
 * The `vscode` module in memory, with methods by which a test acts as the user. It has the parts of the API that
 * Linecost uses; every other function of the module does nothing.
 */
export class FakeVscode {
  /** What `require('vscode')` returns. */
  readonly module: object;
  readonly commands = new Map<string, Command>();
  readonly customEditors = new Map<string, CustomEditorProvider>();
  /** Each executeCommand call: the command's name, then its arguments. */
  readonly executed: (readonly unknown[])[] = [];
  readonly messages: ShownMessage[] = [];
  /** `title: message` of each progress report. */
  readonly progress: string[] = [];
  /** The labels in each quick pick. */
  readonly picks: (readonly string[])[] = [];
  readonly pickDescriptions: (readonly (string | undefined)[])[] = [];
  readonly pickPlaceHolders: (string | undefined)[] = [];
  /** `level text` of each log entry. */
  readonly logged: string[] = [];
  user: UserAnswers = {};
  /** The package.json of each installed extension. */
  installed: readonly object[] = [];
  private editors: readonly FakeEditor[] = [];
  private tabs: { readonly input: object }[] = [];
  private isTrusted = true;
  private readonly watchers = new Set<FakeWatcher>();
  private readonly documentChanged = new FakeEmitter<object>();
  private readonly documentClosed = new FakeEmitter<FakeDocument>();
  private readonly scrolled = new FakeEmitter<object>();
  private readonly editorsChanged = new FakeEmitter<readonly FakeEditor[]>();
  private readonly activeEditorChanged = new FakeEmitter<FakeEditor | undefined>();
  private readonly selectionChanged = new FakeEmitter<object>();
  private readonly tabsChanged = new FakeEmitter<object>();
  private readonly configurationChanged = new FakeEmitter<object>();
  private readonly foldersChanged = new FakeEmitter<object>();
  private readonly trusted = new FakeEmitter<void>();
  private readonly cancelled = new FakeEmitter<void>();

  constructor(
    private folders: readonly string[],
    private readonly settings: Record<string, unknown>,
  ) {
    this.module = withFallback({
      ConfigurationTarget: CONFIGURATION_TARGETS,
      TextEditorSelectionChangeKind: SELECTION_KINDS,
      TextEditorLineNumbersStyle: LINE_NUMBERS,
      window: this.window(),
      workspace: this.workspace(),
      commands: this.commandRegistry(),
      extensions: this.extensions(),
      env: withFallback({ remoteName: undefined }),
      EventEmitter: FakeEmitter,
      Uri: FakeUri,
      Position: FakePosition,
      Range: FakeRange,
      Selection: FakeSelection,
      RelativePattern: FakeRelativePattern,
      TabInputCustom: FakeTabInputCustom,
      TabInputText: FakeTabInputText,
      CodeLens: FakeCodeLens,
      ThemeColor: class {
        constructor(readonly id: string) {}
      },
    });
  }

  /** The texts of error and warning messages. */
  get errors(): readonly string[] {
    return this.messages.filter(({ severity }) => severity !== 'information').map(({ text }) => text);
  }

  get visibleEditors(): readonly FakeEditor[] {
    return this.editors;
  }

  /** Sets the visible editors; the first one is active. */
  show(...editors: readonly FakeEditor[]): void {
    this.editors = editors;
    this.editorsChanged.fire(editors);
    this.activeEditorChanged.fire(editors[0]);
  }

  scroll(textEditor: FakeEditor, line: number): void {
    textEditor.scrollTo(line);
    this.scrolled.fire({ textEditor, visibleRanges: textEditor.visibleRanges });
  }

  /** Folds the given ranges of lines (1-based, inclusive, ascending) and unfolds all other lines. */
  fold(textEditor: FakeEditor, ...folded: readonly (readonly [first: number, last: number])[]): void {
    const starts = [1, ...folded.map(([, last]) => last + 1)];
    const ends = [...folded.map(([first]) => first - 1), textEditor.document.lineCount];
    textEditor.visibleRanges = starts.map((start, i) => new FakeRange(start - 1, 0, ends[i] - 1, 0));
    this.scrolled.fire({ textEditor, visibleRanges: textEditor.visibleRanges });
  }

  /** Replaces a line (0-based) of a document with text, which may have several lines. */
  type(document: FakeDocument, line: number, text: string): void {
    const range = new FakeRange(line, 0, line, document.lines[line].length);
    const [rangeOffset, rangeLength] = [0, document.lines[line].length];
    document.lines.splice(line, 1, ...text.split('\n'));
    document.version++;
    this.documentChanged.fire({ document, contentChanges: [{ range, rangeOffset, rangeLength, text }] });
  }

  /** Adds an empty line below a line (0-based), as Enter at its end does. */
  enter(document: FakeDocument, line: number): void {
    const { length } = document.lines[line];
    document.lines.splice(line + 1, 0, '');
    document.version++;
    const range = new FakeRange(line, length, line, length);
    this.documentChanged.fire({ document, contentChanges: [{ range, rangeOffset: 0, rangeLength: 0, text: '\n' }] });
  }

  /** Reloads a document as VS Code does when its file changes on disk: one change covers all lines that differ. */
  reread(document: FakeDocument, newLines: readonly string[]): void {
    const { lines } = document;
    let [start, end] = [0, 0];
    while (start < Math.min(lines.length, newLines.length) && lines[start] === newLines[start]) start++;
    const maxEnd = Math.min(lines.length, newLines.length) - start;
    while (end < maxEnd && lines.at(-1 - end) === newLines.at(-1 - end)) end++;
    const last = lines.length - end - 1;
    const isReplaced = last >= start && newLines.length - end > start;
    const text = newLines.slice(start, newLines.length - end).map((line) => (isReplaced ? line : `${line}\n`));
    const range = isReplaced
      ? new FakeRange(start, 0, last, lines[last].length)
      : new FakeRange(start, 0, last + 1, 0);
    lines.splice(0, lines.length, ...newLines);
    document.version++;
    const change = { range, rangeOffset: 0, rangeLength: 0, text: text.join(isReplaced ? '\n' : '') };
    this.documentChanged.fire({ document, contentChanges: [change] });
  }

  /** Moves the cursor of an editor to a 0-based position. */
  moveCursor(textEditor: FakeEditor, line: number, character: number, by: 'Keyboard' | 'Mouse' = 'Keyboard'): void {
    textEditor.selection = cursorAt(line, character);
    this.selectionChanged.fire({ textEditor, kind: SELECTION_KINDS[by] });
  }

  closeDocument(document: FakeDocument): void {
    document.isClosed = true;
    this.documentClosed.fire(document);
  }

  /** Opens a tab that shows a file in a custom editor or a text editor. */
  openTab(uri: FakeUri, editor: 'custom' | 'text' = 'custom'): void {
    const tab = { input: editor === 'custom' ? new FakeTabInputCustom(uri) : new FakeTabInputText(uri) };
    this.tabs.push(tab);
    this.tabsChanged.fire({ opened: [tab], closed: [], changed: [] });
  }

  closeTabs(): void {
    const closed = this.tabs;
    this.tabs = [];
    this.tabsChanged.fire({ opened: [], closed, changed: [] });
  }

  /** The workspace settings, by full name. */
  readonly workspaceSettings: Record<string, unknown> = {};

  /** Changes a setting; `name` is its full name. */
  configure(name: string, value: unknown): void {
    this.settings[name] = value;
    const affectsConfiguration = (section: string) => name === section || name.startsWith(`${section}.`);
    this.configurationChanged.fire({ affectsConfiguration });
  }

  /** Replaces the folders of the workspace. */
  setFolders(...folders: readonly string[]): void {
    this.folders = folders;
    this.foldersChanged.fire({});
  }

  setTrusted(isTrusted: boolean): void {
    this.isTrusted = isTrusted;
    if (isTrusted) this.trusted.fire();
  }

  /** Clicks Cancel in all progress notifications. */
  cancelProgress(): void {
    this.cancelled.fire();
  }

  /** Notifies the watchers of a file without changing the file. */
  fileEvent(file: string, event: FileEvent): void {
    for (const watcher of [...this.watchers]) watcher.notify(FakeUri.file(file), event);
  }

  get watcherCount(): number {
    return this.watchers.size;
  }

  private window(): object {
    const { tabsChanged } = this;
    const visible = () => this.editors;
    const tabs = () => this.tabs;
    return withFallback({
      get visibleTextEditors() {
        return visible();
      },
      get activeTextEditor() {
        return visible()[0];
      },
      onDidChangeVisibleTextEditors: this.editorsChanged.event,
      onDidChangeActiveTextEditor: this.activeEditorChanged.event,
      onDidChangeTextEditorSelection: this.selectionChanged.event,
      onDidChangeTextEditorVisibleRanges: this.scrolled.event,
      createTextEditorDecorationType: (options: object) => {
        serialize(['extension', 'type', options]);
        return { dispose: () => undefined };
      },
      showTextDocument: async (document: FakeDocument, { preserveFocus, ...options }: Record<string, unknown> = {}) => {
        const active = this.editors.find((editor) => editor.document === document) ?? new FakeEditor(document);
        Object.assign(active, { viewColumn: 1, ...options });
        const others = this.editors.filter((editor) => editor !== active);
        this.show(...(preserveFocus ? [...others, active] : [active, ...others]));
        return active;
      },
      tabGroups: withFallback({
        get all() {
          return [{ tabs: tabs(), activeTab: tabs().at(-1), viewColumn: 1 }];
        },
        activeTabGroup: {},
        onDidChangeTabs: tabsChanged.event,
      }),
      registerCustomEditorProvider: (name: string, provider: CustomEditorProvider) => {
        this.customEditors.set(name, provider);
        return DISPOSABLE;
      },
      createOutputChannel: () => {
        const log = (level: string) => (text: string) => void this.logged.push(`${level} ${text}`);
        return withFallback({ error: log('error'), warn: log('warn'), info: log('info'), debug: log('debug') });
      },
      withProgress: ({ title = '' }: { title?: string }, callback: (progress: object, token: object) => unknown) => {
        const report = ({ message = '' }: { message?: string }) => this.progress.push(`${title}: ${message}`);
        return callback({ report }, { isCancellationRequested: false, onCancellationRequested: this.cancelled.event });
      },
      showInformationMessage: this.message('information'),
      showWarningMessage: this.message('warning'),
      showErrorMessage: this.message('error'),
      showQuickPick: async (
        list: readonly FakePick[] | Promise<readonly FakePick[]>,
        options?: { placeHolder?: string },
      ) => {
        const items = await list;
        this.pickPlaceHolders.push(options?.placeHolder);
        this.picks.push(items.map(({ label }) => label));
        this.pickDescriptions.push(items.map(({ description }) => description));
        return items.find(({ label }) => label === this.user.pick);
      },
      showOpenDialog: async () => (this.user.file === undefined ? undefined : [FakeUri.file(this.user.file)]),
      showSaveDialog: async () => (this.user.file === undefined ? undefined : FakeUri.file(this.user.file)),
    });
  }

  private message(severity: ShownMessage['severity']) {
    type Options = { readonly modal?: boolean; readonly detail?: string };
    return async (text: string, options: Options, ...buttons: readonly string[]) => {
      this.messages.push({ severity, text, isModal: options.modal === true, detail: options.detail, buttons });
      return buttons.find((button) => button === this.user.button);
    };
  }

  private workspace(): object {
    const isTrusted = () => this.isTrusted;
    const folders = () => this.workspaceFolders();
    const documents = () => this.editors.map(({ document }) => document);
    const get = (key: string, fallback?: unknown): unknown => this.settings[key] ?? fallback;
    return withFallback({
      get isTrusted() {
        return isTrusted();
      },
      get workspaceFolders() {
        return folders();
      },
      getWorkspaceFolder: ({ fsPath }: FakeUri) => {
        return folders().find(({ uri }) => fsPath === uri.fsPath || fsPath.startsWith(uri.fsPath + path.sep));
      },
      asRelativePath: (target: FakeUri | string) => {
        const file = typeof target === 'string' ? target : target.fsPath;
        return path.relative(folders()[0].uri.fsPath, file);
      },
      get textDocuments() {
        return documents();
      },
      findFiles: async (pattern: string) => {
        const files = this.folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .map((file) => FakeUri.file(path.join(folder, file))));
        return files.filter((uri) => globPattern(pattern).test(uri.path));
      },
      openTextDocument: async ({ fsPath }: FakeUri) => {
        const open = documents().find(({ fileName }) => fileName === fsPath);
        return open ?? new FakeDocument(FakeUri.file(fsPath), readFileSync(fsPath, 'utf8').split('\n'));
      },
      onDidChangeTextDocument: this.documentChanged.event,
      onDidCloseTextDocument: this.documentClosed.event,
      onDidChangeWorkspaceFolders: this.foldersChanged.event,
      onDidGrantWorkspaceTrust: this.trusted.event,
      getConfiguration: (section?: string) => ({
        get: (key: string, fallback?: unknown) => get(section ? `${section}.${key}` : key, fallback),
        inspect: (key: string) => ({ workspaceValue: this.workspaceSettings[section ? `${section}.${key}` : key] }),
        update: async (key: string, value: unknown, target: number) => {
          const name = section ? `${section}.${key}` : key;
          if (target === CONFIGURATION_TARGETS.Workspace) this.workspaceSettings[name] = value;
          this.configure(name, value);
        },
      }),
      onDidChangeConfiguration: this.configurationChanged.event,
      createFileSystemWatcher: (pattern: string | FakeRelativePattern) => {
        const watcher = new FakeWatcher(pattern, () => this.watchers.delete(watcher));
        this.watchers.add(watcher);
        return watcher;
      },
      fs: {
        stat: async ({ fsPath }: FakeUri) => ({ mtime: (await stat(fsPath)).mtimeMs }),
        readDirectory: async ({ fsPath }: FakeUri) => readdirSync(fsPath).map((name) => [name, 1]),
        readFile: async ({ fsPath }: FakeUri) => new Uint8Array(await readFile(fsPath)),
      },
    });
  }

  private workspaceFolders() {
    return this.folders.map((folder, index) => ({ uri: FakeUri.file(folder), name: path.basename(folder), index }));
  }

  private extensions(): object {
    const installed = () => this.installed;
    return withFallback({
      get all() {
        return installed().map((packageJSON) => ({ packageJSON }));
      },
    });
  }

  private commandRegistry(): object {
    return withFallback({
      registerCommand: (name: string, callback: Command) => {
        this.commands.set(name, callback);
        return DISPOSABLE;
      },
      executeCommand: async (name: string, ...args: readonly unknown[]) => {
        this.executed.push([name, ...args]);
        return this.commands.get(name)?.(...args);
      },
    });
  }
}

/** The values of VS Code's enums. */
const SELECTION_KINDS = { Keyboard: 1, Mouse: 2, Command: 3 };
const CONFIGURATION_TARGETS = { Global: 1, Workspace: 2 };

class FakeWatcher {
  private readonly created = new FakeEmitter<FakeUri>();
  private readonly changed = new FakeEmitter<FakeUri>();
  private readonly deleted = new FakeEmitter<FakeUri>();
  readonly onDidCreate = this.created.event;
  readonly onDidChange = this.changed.event;
  readonly onDidDelete = this.deleted.event;

  constructor(
    private readonly pattern: string | FakeRelativePattern,
    readonly dispose: () => void,
  ) {}

  notify(uri: FakeUri, event: FileEvent): void {
    const { pattern } = this;
    if (typeof pattern === 'string' ? globPattern(pattern).test(uri.path) : isIn(pattern, uri)) this[event].fire(uri);
  }
}

function isIn({ base, pattern }: FakeRelativePattern, { fsPath }: FakeUri): boolean {
  return path.dirname(fsPath) === base.fsPath && globPattern(pattern).test(path.basename(fsPath));
}

/** A workspace of one folder. */
export function fakeVscode(folder: string, settings: Readonly<Record<string, unknown>> = {}): FakeVscode {
  return new FakeVscode([folder], { ...settings });
}

const DISPOSABLE = { dispose: () => undefined };
