import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { FakeUri, fakeVscode, type FakeVscode } from '../../shared/fakeVscode';

/** The extension's bundle, activated in this process; times in milliseconds. */
export interface Activated {
  readonly vscode: FakeVscode;
  readonly requireMs: number;
  readonly activateMs: number;
  deactivate(): void;
}

export interface HostOptions {
  /** `extension.js` and its worker. */
  readonly dist: string;
  readonly workspace: string;
  /** Where the extension keeps its files. */
  readonly storage: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export function activateExtension({ dist, workspace, storage, settings = {} }: HostOptions): Activated {
  const vscode = fakeVscode(workspace, settings);
  // The editor's process lives on while nothing but the worker is busy.
  setInterval(() => undefined, 60_000);
  answerRequire('vscode', vscode.module);
  const start = performance.now();
  const extension = createRequire(path.join(dist, 'extension.js'))('./extension.js') as { activate(context: object): void };
  const required = performance.now();
  const subscriptions: { dispose(): void }[] = [];
  const uri = (place: string) => FakeUri.file(place);
  const memory = new Map<string, unknown>();
  const memento = {
    keys: () => [...memory.keys()],
    get: (key: string, otherwise?: unknown) => memory.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void memory.set(key, value),
  };
  extension.activate({
    subscriptions,
    extensionUri: uri(path.dirname(dist)),
    storageUri: uri(storage),
    globalStorageUri: uri(storage),
    workspaceState: memento,
    globalState: memento,
  });
  const activateMs = performance.now() - required;
  const deactivate = () => subscriptions.forEach((subscription) => subscription.dispose());
  return { vscode, requireMs: required - start, activateMs, deactivate };
}

function answerRequire(name: string, answer: unknown): void {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = (request, ...rest) => (request === name ? answer : load.call(loader, request, ...rest));
}
