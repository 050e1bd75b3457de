import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { FakeMemento, FakeSecrets } from '../../shared/fakeStorage';
import { FakeUri, fakeVscode, type FakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

/** The extension's bundle, activated in this process; times in milliseconds. */
export interface ActivatedExtension {
  readonly vscode: FakeVscode;
  readonly requireMs: number;
  readonly activateMs: number;
  deactivate(): void;
}

export interface HostOptions {
  /** The folder of `extension.js` and `worker.js`. */
  readonly dist: string;
  readonly workspace: string;
  /** The extension's storage folder. */
  readonly storage: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export function activateExtension({ dist, workspace, storage, settings = {} }: HostOptions): ActivatedExtension {
  const vscode = fakeVscode(workspace, settings);
  // Keeps the process alive while only the worker is busy, as the real extension host is.
  setInterval(() => undefined, 60_000);
  nameAll(vscode.module);
  withVscode(vscode.module);
  const start = performance.now();
  const extension = createRequire(path.join(dist, 'extension.js'))('./extension.js') as { activate(context: object): void };
  const required = performance.now();
  const subscriptions: { dispose(): void }[] = [];
  const memento = new FakeMemento();
  extension.activate({
    subscriptions,
    extensionUri: FakeUri.file(path.dirname(dist)),
    storageUri: FakeUri.file(storage),
    globalStorageUri: FakeUri.file(storage),
    workspaceState: memento,
    globalState: memento,
    secrets: new FakeSecrets(),
    extension: { packageJSON: JSON.parse(readFileSync('package.json', 'utf8')) as unknown },
  });
  const activateMs = performance.now() - required;
  const deactivate = () => subscriptions.forEach((subscription) => subscription.dispose());
  return { vscode, requireMs: required - start, activateMs, deactivate };
}

/** Gives the fake its own properties for all names of the API, because the bundle copies only own properties. */
function nameAll(fake: object): void {
  const types = readFileSync(path.resolve('node_modules/@types/vscode/index.d.ts'), 'utf8');
  for (const [, name] of types.matchAll(/^\texport (?:class|enum|namespace|const) (\w+)/gm)) {
    const value: unknown = Reflect.get(fake, name!);
    if (!Object.hasOwn(fake, name!)) Object.defineProperty(fake, name!, { value, enumerable: true });
  }
}
