import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import type * as vscode from 'vscode';
import { CaptureError } from '../../../../src/common/captureError';
import type { SavedSources } from '../../../../src/features/targets/savedSources';
import type { FleetSource } from '../../../../src/fleet/fleetSource';
import { StatusError } from '../../../../src/http/httpFailure';
import type { Connection } from '../../../../src/http/connection';
import { FakeMemento, FakeSecrets } from '../../../shared/fakeStorage';
import { fakeOutput } from '../../../shared/fakeOutput';
import { FakeStore } from '../../../shared/fakeStore';
import { fakeVscode } from '../../../shared/fakeVscode';
import { startPrometheus, vectorOf } from '../../../shared/fleet/prometheusServer';
import { withVscode } from '../../../shared/withVscode';

const user = fakeVscode('/w');
/** What the user types, one input after the other; undefined accepts the proposal, null cancels. */
let typed: (string | undefined | null)[] = [];
let prompts: string[] = [];
/** The labels of the rows that the user picks in menus, one after the other. */
let menus: string[] = [];
Object.assign((user.module as { window: object }).window, {
  showInputBox: async ({ prompt, value, validateInput }: Required<vscode.InputBoxOptions>) => {
    prompts.push(`${prompt} [${value}]`);
    const text = typed.shift();
    if (text === null) return undefined;
    const problem = validateInput?.(text ?? value);
    if (problem) throw new Error(`refused: ${String(problem)}`);
    return text ?? value;
  },
  createQuickPick: () => {
    let [accept, hide] = [() => {}, () => {}];
    const pick = {
      items: [] as { label: string }[],
      selectedItems: [] as { label: string }[],
      onDidAccept: (act: () => void) => (accept = act),
      onDidHide: (act: () => void) => (hide = act),
      hide: () => hide(),
      dispose: () => {},
      show: () => {
        const label = menus.shift();
        const found = pick.items.find((item) => item.label === label);
        pick.selectedItems = found ? [found] : [];
        setImmediate(found ? accept : hide);
      },
    };
    return pick;
  },
});
withVscode(user.module);

const PYROSCOPE: FleetSource = { id: 'p', name: 'production', kind: 'pyroscope', address: 'http://h:4040' };
let store: FakeStore;
let opened: { source: FleetSource; connection: Connection }[] = [];
let sources: SavedSources;
let memento: FakeMemento;

beforeEach(async () => {
  [typed, prompts, menus, opened] = [[], [], [], []];
  user.messages.length = 0;
  user.user = {};
  user.setTrusted(true);
  store = new FakeStore();
  memento = new FakeMemento();
  const { SavedSources } = await import('../../../../src/features/targets/savedSources');
  sources = new SavedSources(memento as never, new FakeSecrets() as never, () => {}, (source, connection) => {
    opened.push({ source, connection });
    return store;
  });
});

const commands = () => import('../../../../src/features/fleet/sourceCommands');
const edit = async (...chosen: string[]) => {
  menus = chosen;
  await (await import('../../../../src/features/fleet/sourceFields')).editSource(sources.list()[0]!, sources);
};

test('kind, address and name make a store, and the prompt says which server answers', async () => {
  user.user = { pick: 'Pyroscope' };
  typed = ['localhost:4040', 'production'];
  await (await commands()).addSource(sources);
  const [source] = sources.list();
  assert.deepEqual([source!.name, source!.kind, source!.address], ['production', 'pyroscope', 'http://localhost:4040']);
  assert.equal(prompts[1], 'Its name. localhost:4040 is Pyroscope 2.2.0, and lets you in. [localhost:4040]');
  assert.equal(sources.stateOf(source!)?.server, 'Pyroscope 2.2.0');
});

test('a server that asks for credentials is asked again with them, and they stay secret', async () => {
  user.user = { pick: 'Pyroscope' };
  typed = ['https://p.example.com', 's3cret', undefined];
  menus = ['Bearer Token'];
  store.failure = new StatusError(401, undefined, 'httpStatus', 'p.example.com responded with 401 Unauthorized.');
  const { test: answer } = store;
  store.test = async function () {
    if (opened.at(-1)!.source.authorization) this.failure = undefined;
    return answer.call(this);
  };
  await (await commands()).addSource(sources);
  const [source] = sources.list();
  assert.deepEqual(opened.map(({ connection }) => connection.headers), [{}, { authorization: 'Bearer s3cret' }]);
  assert.match(prompts.at(-1)!, /lets you in/);
  assert.deepEqual([source!.authorization, await sources.secretsOf(source!)], [{ kind: 'bearer' }, { password: 's3cret' }]);
  assert.ok(!JSON.stringify([memento.get('linecost.stores'), prompts, user.messages]).includes('s3cret'));
  await sources.remove(source!.id);
  assert.deepEqual(await sources.secretsOf(source!), {});
});

test('if a new store wants a tenant, the prompt says so, and the tenant is sent', async () => {
  user.user = { pick: 'Pyroscope' };
  typed = ['https://p.example.com', 'team-7', undefined];
  const refusal = 'p.example.com wants the header X-Scope-OrgID with the tenant (no org id): edit the store to give it.';
  store.failure = new StatusError(401, undefined, 'httpStatus', refusal);
  const { test: answer } = store;
  store.test = async function () {
    if (opened.at(-1)!.source.headers) this.failure = undefined;
    return answer.call(this);
  };
  await (await commands()).addSource(sources);
  assert.ok(prompts[1]!.startsWith(`${refusal} Sent as the header X-Scope-OrgID`), prompts[1]);
  assert.deepEqual(opened.at(-1)!.connection.headers, { 'X-Scope-OrgID': 'team-7' });
  assert.match(prompts.at(-1)!, /lets you in/);
});

test('a store that never answers is not waited for much longer than one that is up needs', async (t) => {
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    assert.ok(ms <= 20_000);
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  });
  const asked = t.mock.method(store, 'test', async (...[signal]: [AbortSignal?]) => {
    signal?.throwIfAborted();
    throw new Error('the limit is not passed on');
  });
  const { testSource } = await import('../../../../src/features/fleet/askSource');
  await sources.save(PYROSCOPE);
  await testSource(PYROSCOPE, sources);
  assert.equal(asked.mock.callCount(), 1);
  assert.equal(user.messages[0]!.text, 'production has not answered within 15 s: check the address, and that the server is running.');
});

test('what editing a store may mend leads there; what it cannot mend is thrown', async () => {
  const { orEditStore } = await import('../../../../src/features/fleet/editStore');
  const output = fakeOutput();
  const asking = (error: Error) => orEditStore(PYROSCOPE, output, () => Promise.reject(error));
  user.user = { button: 'Edit Profile Store…' };
  const refused = [
    new CaptureError('unreachable', 'Host h not found: check the name.'),
    new CaptureError('notAProfile', 'h:4040 sent a web page.'),
    new StatusError(403, undefined, 'httpStatus', 'h:4040 does not allow this.'),
  ];
  for (const error of refused) {
    user.executed.length = 0;
    assert.equal(await asking(error), undefined);
    assert.deepEqual(user.executed, [['linecost.editStore', 'p']]);
  }
  const { orEditFix } = await import('../../../../src/features/fleet/editStore');
  await assert.rejects(orEditFix(PYROSCOPE, () => Promise.reject(refused[0]!)), {
    message: 'Host h not found: check the name.',
    fix: { title: 'Edit Profile Store…', command: 'linecost.editStore', args: ['p'] },
  });
  await assert.rejects(asking(new StatusError(500, undefined, 'httpStatus', 'h:4040 responded with 500.')), /500/);
  await assert.rejects(asking(new CaptureError('timedOut', 'h:4040 did not respond within 60 s.')), /60 s/);
});

test('a store that does not answer can be saved all the same', async () => {
  user.user = { pick: 'Parca' };
  typed = ['h:1', 'later'];
  store.failure = new CaptureError('unreachable', 'Nothing is listening on h:1.');
  await (await commands()).addSource(sources);
  assert.match(prompts[1]!, /^Its name\. Nothing is listening on h:1\. You can save it all the same\./);
  assert.deepEqual(sources.list().map(({ name }) => name), ['later']);
});

test('a test says which server answers and whether it lets one in, and leads to what can be changed', async () => {
  const { testSource } = await import('../../../../src/features/fleet/askSource');
  await sources.save(PYROSCOPE);
  await testSource(PYROSCOPE, sources);
  store.failure = new StatusError(403, undefined, 'httpStatus', 'h:4040 responded with 403 Forbidden: your credentials are not enough.');
  user.user = { button: 'Edit Profile Store…' };
  await testSource(PYROSCOPE, sources);
  assert.deepEqual(user.messages.map(({ severity, text }) => [severity, text]), [
    ['information', 'production is Pyroscope 2.2.0, and lets you in.'],
    ['warning', 'h:4040 responded with 403 Forbidden: your credentials are not enough.'],
  ]);
  assert.deepEqual(user.executed.at(-1), ['linecost.editStore', 'p']);
});

test('without a saved token, Google is asked with that of gcloud, and a missing gcloud is said', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'linecost-gcloud-'));
  const path = process.env.PATH;
  t.after(() => {
    process.env.PATH = path;
    rmSync(folder, { recursive: true, force: true });
  });
  const source: FleetSource = { id: 'g', name: 'cloud', kind: 'cloudProfiler', address: 'my-project-7' };
  process.env.PATH = folder;
  await assert.rejects(sources.open(source), /gcloud was not found/);
  writeFileSync(join(folder, 'gcloud'), `#!/bin/sh\n[ "$*" = "auth print-access-token" ] && echo ya29.token-of-user\n`, { mode: 0o755 });
  await sources.open(source);
  await sources.openWith({ ...source, authorization: { kind: 'bearer' } }, { password: 'typed' });
  const sent = opened.map(({ connection }) => connection.headers?.authorization);
  assert.deepEqual(sent, ['Bearer ya29.token-of-user', 'Bearer typed']);
});

test('nothing is asked in an untrusted workspace', async () => {
  user.setTrusted(false);
  const { testSource } = await import('../../../../src/features/fleet/askSource');
  await assert.rejects(testSource(PYROSCOPE, sources), /Trust this workspace first/);
  await assert.rejects(sources.open(PYROSCOPE), /Trust this workspace first/);
  await assert.rejects((await commands()).addSource(sources), /Trust this workspace first/);
  assert.deepEqual(opened, []);
});

test('tenant, data source of Grafana, version label and defaults are saved as they are changed', async () => {
  await sources.save(PYROSCOPE);
  typed = ['team-a', 'https://g.example.com/connections/datasources/edit/abc-1', 'tok', 'version', 'checkout'];
  await edit('Tenant', 'Grafana Data Source', 'Version Label', 'Service by Default');
  const [source] = sources.list();
  assert.equal(source!.address, 'https://g.example.com/api/datasources/proxy/uid/abc-1');
  assert.deepEqual([source!.headers, source!.authorization], [{ 'X-Scope-OrgID': 'team-a' }, { kind: 'bearer' }]);
  assert.deepEqual([source!.versionLabel, source!.defaults], ['version', { service: 'checkout' }]);
  assert.deepEqual(await sources.secretsOf(source!), { password: 'tok' });
  typed = [''];
  await edit('Tenant');
  assert.deepEqual(sources.list()[0]!.headers, {});
});

test('where requests are counted is asked once, its token is kept apart from that of the store, and it can be removed', async () => {
  const other = { ...PYROSCOPE, authorization: { kind: 'bearer' as const } };
  await sources.save(other, { password: 'of-the-store' });
  typed = ['https://prometheus.example.com/', undefined, 'of-prometheus'];
  await edit('Requests', 'Credentials', 'Bearer Token', '', '');
  const counter = () => sources.list()[0]!.requests;
  assert.deepEqual(counter(), {
    address: 'https://prometheus.example.com', authorization: { kind: 'bearer' },
    query: 'sum(increase(http_requests_total{job="${service}"}[${range}]))',
  });
  const secrets = async () => [await sources.secretsOf(PYROSCOPE), await sources.counterSecretsOf(PYROSCOPE)];
  assert.deepEqual(await secrets(), [{ password: 'of-the-store' }, { password: 'of-prometheus' }]);
  assert.ok(!JSON.stringify([memento.get('linecost.stores'), prompts]).includes('of-prometheus'));
  assert.deepEqual((await sources.openCounter(sources.list()[0]!, counter()!)).headers, { authorization: 'Bearer of-prometheus' });
  user.setTrusted(false);
  await assert.rejects(sources.openCounter(sources.list()[0]!, counter()!), /Trust this workspace first/);
  user.setTrusted(true);
  await edit('Requests', '$(trash) Remove', '');
  assert.deepEqual([counter(), await secrets()], [undefined, [{ password: 'of-the-store' }, {}]]);
});

test('requests are counted as a test with the credentials and headers of the counter', async () => {
  const server = await startPrometheus(vectorOf('7200'));
  try {
    const address = server.address.origin;
    const access = { authorization: { kind: 'bearer' as const }, headers: { 'X-Scope-OrgID': 'team-a' } };
    await sources.save({ ...PYROSCOPE, requests: { address, query: 'sum(increase(requests[${range}]))', ...access } });
    await sources.saveCounterSecrets(PYROSCOPE, { password: 'tok' });
    await edit('Requests', '$(edit) Change…', '$(plug) Count the Requests of the Last Hour', '', '');
    const asked = server.asked.map(({ headers }) => [headers.authorization, headers['x-scope-orgid']]);
    assert.deepEqual([asked, user.messages.at(-1)?.text.replace(/\s/g, ' ')], [[['Bearer tok', 'team-a']], '7 200 requests in the last hour.']);
  } finally {
    await server.close();
  }
});

test('a command means the store of its row, as it is saved now, or lets the user choose', async () => {
  const { givenOrPickedSource } = await import('../../../../src/features/fleet/pickSource');
  await assert.rejects(givenOrPickedSource(undefined, sources, 'Test'), /No profile store is saved yet/);
  await sources.save(PYROSCOPE);
  assert.equal((await givenOrPickedSource(undefined, sources, 'Test'))?.id, 'p');
  await sources.save({ ...PYROSCOPE, name: 'renamed' });
  assert.equal((await givenOrPickedSource({ kind: 'store', source: PYROSCOPE }, sources, 'Test'))?.name, 'renamed');
  await assert.rejects(givenOrPickedSource('x', sources, 'Test'), /no longer saved/);
});
