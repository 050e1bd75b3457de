import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { CaptureRecord } from '../../../src/bench/captures/captureStore';
import type { fetchLiveProfile } from '../../../src/commands/fetchProfile';
import { fakeOutput } from '../../shared/fakeOutput';
import { until } from '../../shared/until';
import { withVscode } from '../../shared/withVscode';

const PROFILE = gzipSync(Buffer.from([0x0a, 4, 8, 1, 16, 2]));
const AUTHORIZED = `Basic ${Buffer.from('me:s3cret').toString('base64')}`;

/** The user's actions, and the messages shown. */
const user = {
  address: '',
  buttons: [] as string[],
  typed: [] as string[],
  shown: [] as string[],
  offered: [] as string[],
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
  selectedItems: { label: string }[] = [];
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
    this.onAccept();
  }
  hide(): void {
    this.onHide();
  }
  dispose(): void {}
}

const disposable = { dispose: () => undefined };
const executed: string[] = [];
const ticked: unknown[] = [];
const vscode = {
  commands: {
    executeCommand: async (command: string, key: unknown) => {
      executed.push(command);
      if (command === 'setContext') ticked.push(key);
    },
  },
  ProgressLocation: { Notification: 15 },
  workspace: {
    isTrusted: true,
    getConfiguration: () => ({ get: () => undefined }),
    onDidChangeTextDocument: () => disposable,
  },
  window: {
    tabGroups: { activeTabGroup: {} },
    createQuickPick: () => new FakeQuickPick(),
    showQuickPick: async (items: { label: string; description: string; detail: string }[]) => {
      user.shown.push(...items.map(({ label, description, detail }) => `${label} ${description} ${detail}`));
      return items.find(({ label }) => label === 'heap');
    },
    showInputBox: async ({ title, prompt }: { title: string; prompt: string }) => {
      user.shown.push(title, prompt);
      return user.typed.shift();
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

const memento = new Map<string, unknown>();
let secret: string | undefined;
/** Each profile that was taken, and after it the capture that was finished. */
const records: object[] = [];
const logged: string[] = [];
/** Whether the service's profiles have no samples. */
let isEmpty = false;
let discarded = 0;
const parts = {
  session: {},
  captures: {
    begin: () => ({
      take: async (profile: object) => void records.push(profile),
      finish: async (captured: object) => {
        records.push(captured);
        return { profiles: [] };
      },
      isEmpty: () => isEmpty,
      discard: async () => void discarded++,
    }),
    saveSources: async () => undefined,
  },
  sources: { snapshot: async () => undefined },
  output: fakeOutput(logged),
  memento: {
    get: (key: string) => memento.get(key),
    update: async (key: string, value: unknown) => void memento.set(key, value),
  },
  secrets: {
    get: async () => secret,
    store: async (_: string, value: string) => void (secret = value),
    delete: async () => void (secret = undefined),
  },
} as unknown as Parameters<typeof fetchLiveProfile>[0];

const commands = () => import('../../../src/commands/fetchProfile');

beforeEach(() => {
  Object.assign(user, { address: '', buttons: [], typed: [], shown: [], onShown: async () => undefined });
  vscode.workspace.isTrusted = true;
  memento.clear();
  secret = undefined;
  isEmpty = false;
  discarded = 0;
  records.length = logged.length = 0;
});

async function withService(answer: RequestListener, body: (host: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A service that requires a password. */
const guarded: RequestListener = (request, response) => {
  if (request.headers.authorization === AUTHORIZED) response.end(/heap(\?|$)/.test(request.url ?? '') ? PROFILE : '');
  else response.writeHead(401).end('s3cret');
};

async function fetchFrom(address: string): Promise<void> {
  user.address = address;
  await (await commands()).fetchLiveProfile(parts);
}

/** Everything that a fetch stores or shows outside the secret storage. */
const traces = () => JSON.stringify([[...memento], records, logged, user.shown]);

test('nothing is fetched in an untrusted workspace', async () => {
  vscode.workspace.isTrusted = false;
  await assert.rejects(fetchFrom('localhost:1'), /^PreconditionError: Trust this workspace first/);
  assert.deepEqual(user.shown, []);
});

test('a password and a token in an address are used, but neither stored nor shown', () =>
  withService(
    (request, response) => {
      if (request.url?.includes('token=t0ken')) guarded(request, response);
      else response.writeHead(403).end();
    },
    async (host) => {
      assert.deepEqual(ticked, []);
      await fetchFrom(`go tool pprof http://me:s3cret@${host}/x/heap?gc=1&token=t0ken`);
      await fetchFrom(`me:s3cret@${host}/?token=t0ken`);
      assert.doesNotMatch(traces(), /s3cret|t0ken/);
      assert.deepEqual(ticked, ['linecost.ticked.fetch']);
      assert.equal(secret, undefined);
      assert.deepEqual(memento.get('linecost.recentAddresses'), [host, `http://${host}/x/heap?gc=1`]);
      assert.deepEqual(records.at(-1), {
        title: `${host} heap`,
        subject: `http://${host}/debug/pprof/heap`,
        fetched: { address: `http://${host}/debug/pprof/heap` },
        results: [],
        sources: new Map(),
      });
    },
  ));

test('if nothing is listening, the message offers to try again and to change the address, and trying again fetches', async () => {
  const heap: RequestListener = (_, response) => void response.end(PROFILE);
  const host = await new Promise<string>((resolve) => void withService(heap, async (free) => resolve(free)));
  await fetchFrom(`http://${host}/debug/pprof/heap`);
  assert.deepEqual(user.shown.filter((text) => text.startsWith('Nothing is listening')), [
    `Nothing is listening on ${host}: check the port, and that the program is running.`,
  ]);
  assert.deepEqual(user.offered.slice(1), ['Try Again', 'Change Address…', 'Show Output']);
  assert.equal(records.length, 0);
  user.buttons = ['Try Again'];
  const server = createServer(heap);
  user.onShown = () => new Promise<void>((resolve) => server.listen(Number(host.split(':')[1]), '127.0.0.1', resolve));
  try {
    await fetchFrom(`http://${host}/debug/pprof/heap`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  assert.equal(records.length, 2);
});

test('stored credentials are used for the recent address until they are deleted', () =>
  withService(guarded, async (host) => {
    user.buttons = ['Save in Secret Storage'];
    await fetchFrom(`http://me:s3cret@${host}/debug/pprof/heap`);
    assert.match(secret!, /s3cret/);
    user.shown.length = 0;
    const [recent] = memento.get('linecost.recentAddresses') as string[];
    await fetchFrom(recent!);
    assert.equal(records.length, 4);
    assert.equal(user.shown.some((text) => /credentials/i.test(text)), false);
    const { forgetCredentials } = await import('../../../src/commands/savedCredentials');
    await forgetCredentials(parts);
    assert.equal(secret, undefined);
    assert.equal(user.shown.at(-1), 'The saved credentials of one address were removed.');
    user.buttons = [];
    await fetchFrom(recent!);
    assert.equal(records.length, 4);
    assert.match(user.shown.at(-1)!, /responded with 401 Unauthorized/);
    assert.doesNotMatch(traces(), /s3cret/);
  }));

test('credentials can be entered and stored when the server requires them', () =>
  withService(guarded, async (host) => {
    user.buttons = ['Enter Credentials…', 'Save in Secret Storage'];
    user.typed = ['me', 'wrong', 'me', 's3cret'];
    await fetchFrom(host);
    assert.equal(records.length, 2);
    assert.match(secret!, new RegExp(`^\\[\\["${host}","http://`));
    assert.doesNotMatch(traces(), /s3cret|wrong/);
    assert.deepEqual(memento.get('linecost.recentAddresses'), [host]);
    assert.equal(logged.filter((line) => /responded with 401/.test(line)).length, 2);
  }));

test('the message for an invalid address does not repeat it', async () => {
  const failure: Error = await fetchFrom('http://u%:s3cret@h/x').then(() => assert.fail(), (error: Error) => error);
  assert.equal(failure.message, 'The user name or password has a stray %: write it as %25.');
  assert.doesNotMatch(traces(), /s3cret/);
});

test('if none of the costs is in the workspace, a message says so and offers flame graph and hottest line', () =>
  withService((_, response) => void response.end(PROFILE), async (host) => {
    const commands = [['Show Flame Graph', 'linecost.showFlameGraph'], ['Go to Hottest Line', 'linecost.goToHottestLine']];
    for (const [button, command] of commands) {
      user.buttons = [button];
      executed.length = 0;
      await fetchFrom(`http://${host}/debug/pprof/heap`);
      await until(() => executed.at(-1) === command);
    }
    assert.ok(user.shown.includes(`${host} heap was fetched. None of its costs is in the code of this workspace.`));
  }));

test('a profile without samples is not kept, and the message says how to enable mutex and block profiles', () =>
  withService((_, response) => void response.end(PROFILE), async (host) => {
    isEmpty = true;
    for (const [name, call] of [['mutex', 'SetMutexProfileFraction'], ['block', 'SetBlockProfileRate'], ['heap', '']]) {
      user.shown = [];
      records.length = discarded = 0;
      await fetchFrom(`http://${host}/debug/pprof/${name}`);
      assert.deepEqual([records.length, discarded], [1, 1], 'the capture is not finished');
      const warning = user.shown.find((text) => text.includes('has no samples')) ?? '';
      assert.ok(warning.startsWith(`${host} ${name} has no samples: `), warning);
      assert.equal(/runtime\.(\w+)/.exec(warning)?.[1] ?? '', call);
      assert.equal(user.offered.at(-1), 'Fetch Again', 'VS Code cuts off long messages without a button');
    }
  }));

test('the message for a profile without samples fetches the same profile again', () => {
  const requested: string[] = [];
  const service: RequestListener = (request, response) => {
    requested.push(request.url!);
    isEmpty = requested.length === 1;
    response.end(PROFILE);
  };
  return withService(service, async (host) => {
    user.buttons = ['Fetch Again'];
    await fetchFrom(`http://${host}/debug/pprof/mutex`);
    await until(() => records.some((record) => 'subject' in record));
    assert.deepEqual(requested, ['/debug/pprof/mutex', '/debug/pprof/mutex']);
  });
});

test('if another client takes a CPU profile when one without samples is fetched again, the message offers to try again', () => {
  let requests = 0;
  const service: RequestListener = (_, response) => {
    isEmpty = ++requests === 1;
    if (requests !== 2) response.end(PROFILE);
    else response.writeHead(500, { 'X-Go-Pprof': '1' }).end('Could not enable CPU profiling: cpu profiling already in use\n');
  };
  return withService(service, async (host) => {
    user.typed = ['2'];
    user.buttons = ['Fetch Again', 'Try Again'];
    await fetchFrom(`http://${host}/debug/pprof/profile`);
    await until(() => records.some((record) => 'subject' in record));
    assert.equal(requests, 3);
  });
});

test('a profile that is being fetched is not fetched twice: the message offers to cancel it', async () => {
  const requested: string[] = [];
  const service: RequestListener = (request) => void requested.push(request.url!);
  await withService(service, async (host) => {
    user.typed = ['2'];
    const address = `http://${host}/debug/pprof/profile`;
    const first = assert.rejects(fetchFrom(address), { name: 'AbortError' });
    await until(() => requested.length > 0);
    user.buttons = ['Cancel Profile'];
    await fetchFrom(address);
    assert.equal(user.shown.at(-1), `${host} profile is being taken already. Cancel it, or wait until it ends.`);
    await first;
    assert.equal(requested.length, 1);
  });
  await withService((_, response) => void response.end(PROFILE), async (host) => {
    await fetchFrom(`http://${host}/debug/pprof/heap`);
    await fetchFrom(`http://${host}/debug/pprof/heap`);
    assert.equal(user.shown.some((text) => text.startsWith(host) && text.includes('being taken')), false);
  });
});

test('while another client takes a CPU profile, the message offers to try again', () => {
  let requests = 0;
  const service: RequestListener = (_, response) => {
    if (++requests > 1) response.end(PROFILE);
    else response.writeHead(500, { 'X-Go-Pprof': '1' }).end('Could not enable CPU profiling: cpu profiling already in use\n');
  };
  return withService(service, async (host) => {
    user.typed = ['2'];
    user.buttons = ['Try Again'];
    await fetchFrom(`http://${host}/debug/pprof/profile`);
    const text = `Another CPU profile of ${host} is being taken. Try again when it has ended.`;
    assert.ok(user.shown.includes(text), traces());
    assert.equal(requests, 2);
    requests = 0;
    user.typed = ['2'];
    user.buttons = [];
    await fetchFrom(`http://${host}/debug/pprof/profile`);
    assert.equal(requests, 1);
  });
});

test('Fetch Again fetches the same profile with the same duration and credentials, without asking', () => {
  const requested: string[] = [];
  const service: RequestListener = (request, response) => {
    requested.push(request.url!);
    if (request.headers.authorization === AUTHORIZED) response.end(PROFILE);
    else response.writeHead(401).end();
  };
  return withService(service, async (host) => {
    user.buttons = ['Save in Secret Storage'];
    user.typed = ['2'];
    await fetchFrom(`http://me:s3cret@${host}/debug/pprof/profile`);
    const first = records.at(-1) as CaptureRecord;
    assert.deepEqual(first.fetched, { address: `http://${host}/debug/pprof/profile`, seconds: 2 });
    user.shown = [];
    await (await commands()).fetchAgain(first, parts);
    assert.deepEqual(requested, new Array(2).fill('/debug/pprof/profile?seconds=2'));
    assert.deepEqual((records.at(-1) as CaptureRecord).fetched, first.fetched);
    assert.equal(user.shown.some((text) => /seconds should|Credentials/.test(text)), false);
  });
});

test('Fetch Again fetches the subject of a capture that an earlier version stored', () =>
  withService((_, response) => void response.end(PROFILE), async (host) => {
    const subject = `http://${host}/debug/pprof/heap`;
    await (await commands()).fetchAgain({ subject } as CaptureRecord, parts);
    assert.equal((records.at(-1) as CaptureRecord).subject, subject);
  }));

test('Fetch Again is an error without a capture, or for a capture that was not fetched', async () => {
  const { fetchAgain } = await commands();
  await assert.rejects(fetchAgain(undefined, parts), {
    message: 'No profile was fetched yet.', fix: { title: 'Fetch Profile…', command: 'linecost.fetchProfile' },
  });
  const benchmark = { subject: 'x', target: { file: '/w/x_test.go', name: 'BenchmarkX' } } as CaptureRecord;
  await assert.rejects(fetchAgain(benchmark, parts), /No profile was fetched yet/);
});
