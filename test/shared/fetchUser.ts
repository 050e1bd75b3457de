/** A user who fetches profiles from a real server, in the fake vscode module. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { fetchLiveProfile } from '../../src/features/fetch/fetchProfile';
import type { Captured } from '../../src/captures/captureDraft';
import type { TakeCapture } from '../../src/captures/loaded/captureDrafts';
import type { ProfileSummary } from '../../src/engine/queries';
import { type Instance, instancesOf } from '../../src/live/targets/instances';
import type { ServiceTarget } from '../../src/live/targets/serviceTarget';
import { fakeOutput } from './fakeOutput';
import { withVscode } from './withVscode';

export const PROFILE = gzipSync(Buffer.from([0x0a, 4, 8, 1, 16, 2]));
export const AUTHORIZED = `Basic ${Buffer.from('me:s3cret').toString('base64')}`;

/** The user's actions, and the messages shown. */
export const user = {
  address: '',
  buttons: [] as string[],
  typed: [] as string[],
  shown: [] as string[],
  offered: [] as string[],
  /** The profiles to pick, one after the other; then, heap. */
  picks: [] as string[],
  /** The rows of the last list of profiles, and the text above them. */
  listed: [] as string[],
  placeHolder: '',
  savesTo: undefined as FakeUri | undefined,
  /** What the user does before clicking a button of a message. */
  onShown: async (): Promise<void> => undefined,
};

async function message(text: string, ...buttons: string[]) {
  user.shown.push(text);
  user.offered = buttons;
  await user.onShown();
  return buttons.find((button) => user.buttons.includes(button));
}

class FakeQuickPick {
  value = '';
  items: { label: string; description: string }[] = [];
  selectedItems: { label: string; description: string }[] = [];
  private onAccept: () => void = () => undefined;
  private onHide: () => void = () => undefined;
  onDidChangeValue(): void {}
  onDidAccept(listener: () => void): void {
    this.onAccept = listener;
  }
  onDidHide(listener: () => void): void {
    this.onHide = listener;
  }
  show(): void {
    user.shown.push(...this.items.map(({ label, description }) => `${label} ${description}`));
    this.value = user.address;
    this.selectedItems = this.items.filter(({ label }) => label === user.address);
    this.onAccept();
  }
  hide(): void {
    this.onHide();
  }
  dispose(): void {}
}

export interface FakeUri {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
}

export const file = (path: string): FakeUri => ({ scheme: 'file', path, fsPath: path });
export const written: [path: string, text: string][] = [];

const disposable = { dispose: () => undefined };
export const executed: string[] = [];
export const ticked: unknown[] = [];
export const vscode = {
  commands: {
    executeCommand: async (command: string, key: unknown) => {
      executed.push(command);
      if (command === 'setContext') ticked.push(key);
    },
  },
  ProgressLocation: { Notification: 15 },
  ThemeIcon: class {},
  Uri: { file, joinPath: ({ path }: FakeUri, name: string) => file(`${path}/${name}`) },
  workspace: {
    isTrusted: true,
    fs: {
      writeFile: async ({ path }: FakeUri, bytes: Uint8Array) => {
        written.push([path, Buffer.from(bytes).toString()]);
      },
    },
    getConfiguration: () => ({ get: () => undefined }),
    onDidChangeTextDocument: () => disposable,
  },
  window: {
    tabGroups: { activeTabGroup: {}, all: [] },
    createQuickPick: () => new FakeQuickPick(),
    showQuickPick: async (items: { label: string; description: string; detail: string }[], { placeHolder = '' }) => {
      user.shown.push(...items.map(({ label, description, detail }) => `${label} ${description} ${detail}`));
      user.listed = items.map(({ label, description }) => `${label} ${description}`);
      user.placeHolder = placeHolder;
      const wanted = user.picks.shift() ?? 'heap';
      return items.find(({ label }) => label === wanted);
    },
    showInputBox: async ({ title, prompt }: { title: string; prompt: string }) => {
      user.shown.push(title, prompt);
      return user.typed.shift();
    },
    showSaveDialog: async ({ defaultUri }: { defaultUri: FakeUri }) => {
      user.shown.push(defaultUri.path);
      return user.savesTo;
    },
    showErrorMessage: message,
    showWarningMessage: message,
    showInformationMessage: message,
    withProgress: async ({ title }: { title: string }, task: (progress: object, token: object) => unknown) => {
      user.shown.push(title);
      return task({ report: ({ message: text }: { message: string }) => user.shown.push(text) }, {
        onCancellationRequested: () => disposable,
      });
    },
  },
};
withVscode(vscode);

export const state = {
  /** The stored credentials. */
  secret: undefined as string | undefined,
  /** Whether the service's profiles have no samples. */
  isEmpty: false,
  /** The summary of the service's profile. */
  summary: undefined as ProfileSummary | undefined,
  /** Saved services; their password or token is `s3cret`. */
  services: [] as ServiceTarget[],
  /** The names of those that were profiled. */
  profiled: [] as string[],
  /** Captures that were not kept. */
  discarded: 0,
};
export const memento = new Map<string, unknown>();
/** Each profile that was taken, and after it the capture that was finished. */
export const records: object[] = [];
export const logged: string[] = [];
export const parts = {
  session: {},
  engine: { ask: async () => ({ file: process.execPath, buildId: '' }) },
  captures: {
    drafts: {
      keep: async (take: TakeCapture<Captured | undefined>) => {
        const inProgress = {
          take: async (profile: object) => void records.push(profile),
          isEmpty: () => state.isEmpty,
          profiles: () => (state.summary ? [{ summary: state.summary, label: 'heap' }] : []),
        };
        const captured = await take(inProgress as never).catch((error: unknown) => {
          state.discarded++;
          throw error;
        });
        if (captured) records.push(captured);
        else state.discarded++;
        return captured && { ...captured, profiles: [] };
      },
    },
  },
  targets: {
    list: () => state.services,
    use: async <T>(target: ServiceTarget, _: AbortSignal, work: (instances: readonly Instance[]) => Promise<T>) => {
      return work(await instancesOf(target, { password: 's3cret' }, ''));
    },
    tellProfiled: ({ name }: ServiceTarget) => void state.profiled.push(name),
  },
  output: fakeOutput(logged),
  memento: {
    get: (key: string) => memento.get(key),
    update: async (key: string, value: unknown) => void memento.set(key, value),
  },
  secrets: {
    get: async () => state.secret,
    store: async (_: string, value: string) => void (state.secret = value),
    delete: async () => void (state.secret = undefined),
  },
} as unknown as Parameters<typeof fetchLiveProfile>[0];

export const commands = () => import('../../src/features/fetch/fetchProfile');

beforeEach(() => {
  Object.assign(user, { address: '', buttons: [], typed: [], shown: [], picks: [], onShown: async () => undefined });
  vscode.workspace.isTrusted = true;
  memento.clear();
  const none = { secret: undefined, summary: undefined, services: [], profiled: [] };
  Object.assign(state, { isEmpty: false, discarded: 0, ...none });
  records.length = logged.length = written.length = 0;
});

export async function withService(answer: RequestListener, body: (host: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

export async function fetchFrom(address: string): Promise<void> {
  user.address = address;
  await (await commands()).fetchLiveProfile(parts);
}

/** Everything that a fetch stores or shows outside the secret storage. */
export const traces = () => JSON.stringify([[...memento], records, logged, user.shown]);
