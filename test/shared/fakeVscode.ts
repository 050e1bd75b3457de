import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * As much of the `vscode` module as the extension's host needs to activate and to annotate editors, made up. What is
 * not made up here does nothing, whatever is asked of it.
 */
export interface FakeVscode {
  /** What `require('vscode')` gives. */
  readonly module: object;
  readonly commands: ReadonlyMap<string, (...args: unknown[]) => unknown>;
  readonly customEditors: ReadonlyMap<string, CustomEditorProvider>;
  /** Shows these editors. */
  show(...editors: readonly FakeEditor[]): void;
  /** Tells that an editor was scrolled to a line. */
  scroll(editor: FakeEditor, line: number): void;
  /** Replaces the text of a document's line and tells of it, as typing does. */
  type(document: FakeDocument, line: number, text: string): void;
  readonly errors: readonly string[];
}

export interface CustomEditorProvider {
  openCustomDocument(uri: FakeUri, context: object, token: object): Promise<object>;
  resolveCustomEditor(document: object, panel: object): void;
}

export class FakeUri {
  readonly scheme = 'file';
  readonly authority = '';
  readonly path: string;

  private constructor(readonly fsPath: string) {
    this.path = pathToFileURL(fsPath).pathname;
  }

  static file(file: string): FakeUri {
    return new FakeUri(file);
  }

  static parse(text: string): FakeUri {
    return new FakeUri(fileURLToPath(text));
  }

  static joinPath({ fsPath }: FakeUri, ...parts: readonly string[]): FakeUri {
    return new FakeUri(path.join(fsPath, ...parts));
  }

  toString(): string {
    return pathToFileURL(this.fsPath).href;
  }
}

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

export class FakeDocument {
  readonly languageId = 'go';
  readonly isDirty = false;
  readonly isUntitled = false;
  readonly fileName: string;
  version = 1;

  constructor(
    readonly uri: FakeUri,
    readonly lines: string[],
  ) {
    this.fileName = uri.fsPath;
  }

  get lineCount(): number {
    return this.lines.length;
  }

  getText(): string {
    return this.lines.join('\n');
  }

  lineAt(line: number): { readonly text: string } {
    return { text: this.lines[line]! };
  }
}

class FakePosition {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {
    if (!(line >= 0 && character >= 0)) throw new Error('no place in a text');
  }
}

class FakeRange {
  readonly start: FakePosition;
  readonly end: FakePosition;

  constructor(...place: [FakePosition, FakePosition] | [number, number, number, number]) {
    const [start, end] =
      place.length === 2
        ? place
        : [new FakePosition(place[0], place[1]), new FakePosition(place[2], place[3])];
    const isForward = start.line < end.line || (start.line === end.line && start.character <= end.character);
    this.start = isForward ? start : end;
    this.end = isForward ? end : start;
  }
}

type FakeDecoration = FakeRange | { readonly range: FakeRange; readonly renderOptions?: object };

/**
 * An editor; `onDecorated` hears of what is drawn into it. That is packed as VS Code does it for another process, which
 * is on another machine (else its packing takes less).
 */
export class FakeEditor {
  readonly viewColumn = 1;
  readonly selection = { active: { line: 0, character: 0 } };
  visibleRanges: readonly object[] = [{ start: { line: 0, character: 0 }, end: { line: LINES_SEEN, character: 0 } }];
  private readonly marks = new Map<object, readonly FakeDecoration[]>();

  constructor(
    readonly document: FakeDocument,
    private readonly onDecorated: (options: readonly object[]) => void = () => undefined,
  ) {}

  setDecorations(type: object, options: readonly FakeDecoration[]): void {
    // VS Code, too, sends nothing where there was nothing.
    if (options.length === 0 && !this.marks.has(type)) return;
    pack(['editor', 'type', packed(options)]);
    if (options.length > 0) this.marks.set(type, options);
    else this.marks.delete(type);
    this.onDecorated(options);
  }

  /** How many marks there are, of all decoration types. */
  get markCount(): number {
    return [...this.marks.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Whether any mark has a text of its own, as lines with figures do. */
  get hasFigures(): boolean {
    return [...this.marks.values()].some(([first]) => first !== undefined && 'renderOptions' in first);
  }
}

function packed(options: readonly FakeDecoration[]): unknown {
  const [first] = options;
  if (first && 'range' in first) {
    return (options as Exclude<FakeDecoration, FakeRange>[]).map(({ range: { start, end }, renderOptions }) => ({
      range: {
        startLineNumber: start.line + 1,
        startColumn: start.character + 1,
        endLineNumber: end.line + 1,
        endColumn: end.character + 1,
      },
      hoverMessage: undefined,
      renderOptions,
    }));
  }
  const numbers = new Array<number>(4 * options.length);
  (options as FakeRange[]).forEach(({ start, end }, i) => {
    numbers[4 * i] = start.line + 1;
    numbers[4 * i + 1] = start.character + 1;
    numbers[4 * i + 2] = end.line + 1;
    numbers[4 * i + 3] = end.character + 1;
  });
  return numbers;
}

function pack(message: unknown): Buffer {
  const isUri = (value: unknown) => (value as { $mid?: number } | undefined)?.$mid === 1;
  const text = JSON.stringify(message, (_key, value: unknown) => (value && isUri(value) ? String(value) : value));
  return Buffer.concat([Buffer.alloc(16), Buffer.from(text)]);
}

export function fakeVscode(folder: string, settings: Readonly<Record<string, unknown>>): FakeVscode {
  const commands = new Map<string, (...args: unknown[]) => unknown>();
  const customEditors = new Map<string, CustomEditorProvider>();
  const errors: string[] = [];
  const documentChanged = new FakeEmitter<object>();
  const scrolled = new FakeEmitter<object>();
  const editorsChanged = new FakeEmitter<readonly FakeEditor[]>();
  let editors: readonly FakeEditor[] = [];

  const get = (key: string, otherwise?: unknown): unknown => settings[key] ?? otherwise;
  const configuration = (section?: string) => ({
    get: (key: string, otherwise?: unknown) => get(section ? `${section}.${key}` : key, otherwise),
  });
  const window = nothingElse({
    get visibleTextEditors() {
      return editors;
    },
    get activeTextEditor() {
      return editors[0];
    },
    onDidChangeVisibleTextEditors: editorsChanged.event,
    onDidChangeTextEditorVisibleRanges: scrolled.event,
    createTextEditorDecorationType: (options: object) => {
      pack(['extension', 'type', options]);
      return { dispose: () => undefined };
    },
    tabGroups: nothingElse({ all: [], activeTabGroup: {} }),
    registerCustomEditorProvider: (name: string, provider: CustomEditorProvider) => {
      customEditors.set(name, provider);
      return DISPOSABLE;
    },
    withProgress: (_options: object, act: (progress: object, token: object) => unknown) =>
      act({ report: () => undefined }, NEVER_CANCELLED),
    showInformationMessage: async () => undefined,
    showErrorMessage: async (message: string) => void errors.push(message),
    showWarningMessage: async (message: string) => void errors.push(message),
  });
  const workspace = nothingElse({
    isTrusted: true,
    workspaceFolders: [{ uri: FakeUri.file(folder), name: 'bench', index: 0 }],
    getWorkspaceFolder: () => ({ uri: FakeUri.file(folder), name: 'bench', index: 0 }),
    asRelativePath: (uri: FakeUri) => path.relative(folder, uri.fsPath),
    get textDocuments() {
      return editors.map(({ document }) => document);
    },
    openTextDocument: async ({ fsPath }: FakeUri) => {
      const shown = editors.find(({ document }) => document.fileName === fsPath);
      return shown?.document ?? new FakeDocument(FakeUri.file(fsPath), readFileSync(fsPath, 'utf8').split('\n'));
    },
    onDidChangeTextDocument: documentChanged.event,
    getConfiguration: configuration,
    fs: { stat: async () => ({ mtime: 0 }) },
  });
  const module = nothingElse({
    window,
    workspace,
    commands: nothingElse({
      registerCommand: (name: string, act: (...args: unknown[]) => unknown) => {
        commands.set(name, act);
        return DISPOSABLE;
      },
    }),
    EventEmitter: FakeEmitter,
    Uri: FakeUri,
    Position: FakePosition,
    Range: FakeRange,
    ThemeColor: class {
      constructor(readonly id: string) {}
    },
  });
  return {
    module,
    commands,
    customEditors,
    errors,
    show: (...shown) => editorsChanged.fire((editors = shown)),
    scroll: (textEditor, line) => {
      textEditor.visibleRanges = [{ start: { line, character: 0 }, end: { line: line + LINES_SEEN, character: 0 } }];
      scrolled.fire({ textEditor, visibleRanges: textEditor.visibleRanges });
    },
    type: (document, line, text) => {
      const range = { start: { line, character: 0 }, end: { line, character: document.lines[line]!.length } };
      const [rangeOffset, rangeLength] = [0, document.lines[line]!.length];
      document.lines.splice(line, 1, ...text.split('\n'));
      document.version++;
      documentChanged.fire({ document, contentChanges: [{ range, rangeOffset, rangeLength, text }] });
    },
  };
}

const LINES_SEEN = 50;
const DISPOSABLE = { dispose: () => undefined };
export const NEVER_CANCELLED = { isCancellationRequested: false, onCancellationRequested: () => DISPOSABLE };

const NOTHING: object = new Proxy(function nothing() {}, {
  get: (_target, name) => (name === 'then' || typeof name === 'symbol' ? undefined : NOTHING),
  apply: () => NOTHING,
  construct: () => NOTHING,
  set: () => true,
});

/**
 * An object whose other properties are things that can be called, made and read, and do nothing. They are behind its
 * prototype: a bundler copies a module's own properties, and its prototype.
 */
function nothingElse<T extends object>(known: T): T {
  const rest = new Proxy({}, { get: (_target, name) => Reflect.get(NOTHING, name) as unknown });
  return Object.setPrototypeOf(known, rest) as T;
}
