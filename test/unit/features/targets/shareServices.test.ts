import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { SavedTargets } from '../../../../src/features/targets/savedTargets';
import { brokenJsonLine } from '../../../../src/features/targets/brokenJson';
import { fakeOutput } from '../../../shared/fakeOutput';
import { FakeMemento, FakeSecrets } from '../../../shared/fakeStorage';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const folder = mkdtempSync(path.join(tmpdir(), 'services-'));
const file = path.join(folder, '.vscode', 'linecost.json');
const user = fakeVscode(folder);
let offered: string[] = [];
let descriptions: string[] = [];
/** Whether the user chooses every service, or leaves the choice as it is. */
let isAll = true;
Object.assign((user.module as { window: object }).window, {
  showQuickPick: async (items: { label: string; detail: string; description: string; picked: boolean }[]) => {
    offered = items.map(({ label, detail }) => `${label} ${detail}`);
    descriptions = items.map(({ description }) => description);
    return isAll ? items : items.filter(({ picked }) => picked);
  },
});
withVscode(user.module);
after(() => rmSync(folder, { recursive: true }));

let targets: SavedTargets;
let memento: FakeMemento;
beforeEach(async () => {
  rmSync(file, { force: true });
  memento = new FakeMemento();
  user.messages.length = 0;
  user.user = {};
  user.setTrusted(true);
  offered = [];
  isAll = true;
  const { SavedTargets } = await import('../../../../src/features/targets/savedTargets');
  targets = new SavedTargets(memento as never, new FakeSecrets() as never);
});

const share = () => import('../../../../src/features/targets/shareServices');
const parts = () => ({ targets, memento: memento as never, output: fakeOutput([]) });
const write = (text: string) => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const services = (...all: object[]) => write(JSON.stringify({ version: 1, services: all }));

test('exported services have no secrets and no ids, are sorted, and come back the same', async () => {
  await targets.save({ id: 'b', name: 'web', addresses: ['h:2'], authorization: { kind: 'bearer' }, seconds: 5 }, { password: 's3cret' });
  await targets.save({ id: 'a', name: 'api', addresses: ['h:1'], secretHeaders: ['X-Key'] }, { headers: { 'X-Key': 's3cret' } });
  await (await share()).exportServices(parts());
  const text = readFileSync(file, 'utf8');
  assert.deepEqual(JSON.parse(text), {
    version: 1,
    services: [{ name: 'api', addresses: ['h:1'], secretHeaders: ['X-Key'] }, { name: 'web', addresses: ['h:2'], authorization: { kind: 'bearer' }, seconds: 5 }],
  });
  const saved = targets.list();
  await (await share()).importServices(parts());
  assert.deepEqual(targets.list(), saved);
  assert.deepEqual(await targets.secretsOf(saved[1]!), { password: 's3cret' });
});

test('an existing file is replaced once the user agrees, and what another version wrote stays', async () => {
  await targets.save({ id: 'a', name: 'api', addresses: ['h:1'] });
  write('{"other": 1, "services": []}');
  await (await share()).exportServices(parts());
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')).services, []);
  user.user = { button: 'Replace' };
  await (await share()).exportServices(parts());
  const written = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual([written.other, written.services.length], [1, 1]);
});

test('the services of a workspace are offered once for each version of its file, and none is added unasked', async () => {
  services({ name: 'api', addresses: ['h:1'] });
  user.setTrusted(false);
  await (await share()).offerImport(parts());
  assert.equal(user.messages.length, 0);
  user.setTrusted(true);
  await (await share()).offerImport(parts());
  await (await share()).offerImport(parts());
  assert.deepEqual(user.messages.map(({ text }) => text), ['This workspace proposes a service to profile, in .vscode/linecost.json.']);
  assert.deepEqual(targets.list(), []);
  services({ name: 'api', addresses: ['h:2'] });
  user.user = { button: 'Choose…' };
  await (await share()).offerImport(parts());
  assert.deepEqual(targets.list().map(({ addresses }) => addresses), [['h:2']]);
});

test('secrets stay on this machine: a service that is imported with another address starts without them', async () => {
  await targets.save({ id: 'a', name: 'api', addresses: ['h:1'] }, { password: 's3cret' });
  services({ name: 'api', addresses: ['evil:1'] });
  await (await share()).importServices(parts());
  const [target] = targets.list();
  assert.deepEqual([target!.addresses, await targets.secretsOf(target!)], [['evil:1'], {}]);
});

test('a command of an imported service is shown before it runs', async () => {
  services({ name: 'api', addresses: ['h:1'], forward: 'rm -rf x', load: { command: 'hey' }, tls: { isUnchecked: true } });
  await (await share()).importServices(parts());
  assert.deepEqual(offered, ['api $ rm -rf x · $ hey · certificate not checked']);
  const { ImportedParts } = await import('../../../../src/features/targets/commandApproval');
  const imported = new ImportedParts(memento as never);
  for (const command of ['rm -rf x', 'hey']) await assert.rejects(imported.approve(targets.list()[0]!, command), /was not run, because you did not allow it/);
});

test('a file that cannot be read is refused in one sentence with the place', async () => {
  const refusal = async (): Promise<string> => (await share()).importServices(parts()).then(() => '', (error: Error) => error.message);
  assert.ok(!existsSync(file));
  assert.match(await refusal(), /This workspace has no file \.vscode\/linecost\.json/);
  write('{\n  "services": [\n  oops');
  assert.match(await refusal(), /^\.vscode\/linecost\.json, line 3 is not JSON: /);
  write('{"version": 2, "services": []}');
  assert.match(await refusal(), /newer version of Linecost/);
  write('[]');
  assert.equal(await refusal(), '.vscode/linecost.json has no list "services".');
  services({ name: 'api', addresses: ['h:1'] }, { name: 'web', addresses: ['h:1'], seconds: 'five' });
  assert.equal(await refusal(), '.vscode/linecost.json, service 2 (web): "seconds" cannot be read.');
  services({ name: 'api' });
  assert.equal(await refusal(), '.vscode/linecost.json, service 1 (api): it needs "name" and "addresses".');
  services({ name: 'api', addresses: ['http://me:s3cret@h:1'] });
  assert.match(await refusal(), /service 1 \(api\): an address has a password/);
  assert.deepEqual(targets.list(), []);
});

test('a service that replaces one of the user\'s own is chosen only by the user, who is told of the secrets', async () => {
  await targets.save({ id: 'a', name: 'api', addresses: ['h:1'] }, { password: 's3cret' });
  services({ name: 'api', addresses: ['h:2'] }, { name: 'web', addresses: ['h:3'] });
  isAll = false;
  await (await share()).importServices(parts());
  assert.deepEqual(descriptions, ['replaces yours, with its secrets · h:2', 'h:3']);
  assert.deepEqual(targets.list().map(({ addresses: [first] }) => first), ['h:1', 'h:3']);
});

test('a command that seems to have a secret is written only if the user agrees', async () => {
  const command = 'hey -H "Authorization: Bearer abc" http://h/';
  await targets.save({ id: 'a', name: 'api', addresses: ['h:1'], load: { command } });
  await (await share()).exportServices(parts());
  assert.ok(!existsSync(file));
  assert.match(user.messages[0]!.text, /of api may have a password or token/);
  user.user = { button: 'Write It' };
  await (await share()).exportServices(parts());
  assert.ok(readFileSync(file, 'utf8').includes('Bearer'));
});

test('a file whose other parts would be lost is not replaced', async () => {
  await targets.save({ id: 'a', name: 'api', addresses: ['h:1'] });
  write('{ // a note\n "services": [] }');
  user.user = { button: 'Replace' };
  await assert.rejects((await share()).exportServices(parts()), /line 1 is not JSON/);
  assert.ok(readFileSync(file, 'utf8').includes('a note'));
});

test('figures and commands that no one could enter are refused', async () => {
  const refusal = async (): Promise<string> => (await share()).importServices(parts()).then(() => '', (error: Error) => error.message);
  const wrong = {
    watch: { everySeconds: 0.001, cpuSeconds: 0 }, seconds: 2.5, forward: `kubectl ${' '.repeat(600)}`, load: { command: 'hey\nrm' },
  };
  for (const [field, value] of Object.entries(wrong)) {
    services({ name: 'api', addresses: ['h:1'], [field]: value });
    assert.match(await refusal(), new RegExp(`\\(api\\): "${field}" cannot be read`));
  }
  services({ name: 'api', addresses: ['h:1'] }, { name: 'api', addresses: ['h:2'] });
  assert.match(await refusal(), /two services with the name api/);
});

test('a link, which may lead out of the workspace, is not replaced, and no draft of the file stays', async () => {
  await targets.save({ id: 'a', name: 'api', addresses: ['h:1'] });
  user.user = { button: 'Replace' };
  const other = path.join(folder, 'other.json');
  writeFileSync(other, '{"mine": 1}');
  mkdirSync(path.dirname(file), { recursive: true });
  symlinkSync(other, file);
  await assert.rejects((await share()).exportServices(parts()), /linecost\.json is a link to another file/);
  assert.equal(readFileSync(other, 'utf8'), '{"mine": 1}');
  rmSync(file);
  await (await share()).exportServices(parts());
  assert.deepEqual(readdirSync(path.dirname(file)), ['linecost.json']);
});

test('a file that is too large or a pipe is not read, also when the window opens', { skip: process.platform === 'win32' }, async () => {
  write('');
  truncateSync(file, 1 << 30);
  await (await share()).offerImport(parts());
  await assert.rejects((await share()).importServices(parts()), /linecost\.json is larger than 1 MB\.$/);
  rmSync(file);
  execFileSync('mkfifo', [file]);
  await (await share()).offerImport(parts());
  await assert.rejects((await share()).importServices(parts()), /linecost\.json is not a file\.$/);
  assert.equal(user.messages.length, 0);
});

test('hundreds of services are read in slices, between which the window goes on', async () => {
  const addresses = Array.from({ length: 10 }, (_, i) => `host-${i}.example.com:${6000 + i}`);
  services(...Array.from({ length: 500 }, (_, i) => ({ name: `api ${i}`, addresses })));
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  await (await share()).offerImport(parts());
  clearInterval(count);
  assert.match(user.messages[0]!.text, /proposes 500 services/);
  assert.ok(turns > 2, `${turns} turns`);
});

test('the line where a text is no longer JSON is found in linear time', () => {
  const lines: readonly (readonly [text: string, line: number])[] = [
    ['', 1], ['{"a": 1,\n"b": [1, 2,\n]}', 3], ['{\n"a": "b\n"}', 2], ['[\n1\n2]', 3], ['{"a": 1}\n\nx', 3], ['{"a"\n, 1}', 2],
    ['[01]', 1], ['{// note\n}', 1], ['["\\x"\n]', 1], ['[\n[1], {"a": {}},\n{a: 1}]', 3], ['[1,\n2', 2], ['[tru\ne]', 1], ['[\n}', 2],
  ];
  for (const [text, line] of lines) assert.equal(brokenJsonLine(text), line, text);
  const start = performance.now();
  brokenJsonLine(`${'[1, {"a": "b"}],'.repeat(60_000)}x`);
  brokenJsonLine('"\\"'.repeat(300_000));
  brokenJsonLine(' '.repeat(1_000_000));
  brokenJsonLine('['.repeat(1_000_000));
  assert.ok(performance.now() - start < 2000);
});

test('stores are in the same file without secrets, and an address of the file is asked for nothing before the user agrees', async () => {
  const sources = await targets.sources();
  const own = { id: 's', name: 'production', kind: 'pyroscope', address: 'http://h:4040', authorization: { kind: 'bearer' } } as const;
  await sources.save(own, { password: 's3cret' });
  await (await share()).exportServices(parts());
  const text = readFileSync(file, 'utf8');
  const shared = { name: 'production', kind: 'pyroscope', address: 'http://h:4040', authorization: { kind: 'bearer' } };
  assert.deepEqual(JSON.parse(text), { version: 1, services: [], stores: [shared] });
  await (await share()).importServices(parts());
  assert.deepEqual([sources.list(), await sources.secretsOf(own)], [[own], { password: 's3cret' }]);
  write(JSON.stringify({ stores: [{ ...shared, address: 'http://evil:4040/' }] }));
  await (await share()).importServices(parts());
  const [moved] = sources.list();
  assert.deepEqual(descriptions, ['replaces yours, with its secrets · Pyroscope · http://evil:4040']);
  assert.deepEqual([moved!.address, await sources.secretsOf(moved!)], ['http://evil:4040', {}]);
  user.messages.length = 0;
  await assert.rejects(sources.open(moved!), /was not asked, because you did not allow its address/);
  assert.deepEqual(user.messages.map(({ text: question, detail }) => [question, detail]), [
    ['Ask this address for the profiles of production? It came from a file of the workspace.', 'http://evil:4040'],
  ]);
});

test('where requests are counted is shared without its secrets, and asked of nothing before the user agrees', async () => {
  const sources = await targets.sources();
  const requests = { address: 'http://prometheus:9090', query: 'sum(increase(x[${range}]))' };
  const own = { id: 's', name: 'production', kind: 'pyroscope', address: 'http://h:4040', requests } as const;
  await sources.save(own);
  await sources.saveCounterSecrets(own, { password: 's3cret' });
  await (await share()).exportServices(parts());
  const shared = { name: 'production', kind: 'pyroscope', address: 'http://h:4040', requests };
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { version: 1, services: [], stores: [shared] });
  await (await share()).importServices(parts());
  assert.deepEqual(await sources.counterSecretsOf(own), { password: 's3cret' });
  write(JSON.stringify({ stores: [{ ...shared, requests: { ...requests, address: 'http://evil:9090' } }] }));
  await (await share()).importServices(parts());
  const [moved] = sources.list();
  assert.equal(descriptions.at(-1), 'replaces yours, with its secrets · Pyroscope · http://h:4040');
  assert.deepEqual([moved!.requests!.address, await sources.counterSecretsOf(moved!)], ['http://evil:9090', {}]);
  user.messages.length = 0;
  await assert.rejects(sources.openCounter(moved!, moved!.requests!), /you did not allow the address that counts them/);
  assert.deepEqual(user.messages.map(({ text, detail }) => [text, detail]), [
    ['Ask this address how many requests production answered? It came from a file of the workspace.', 'http://evil:9090'],
  ]);
});

test('a store that cannot be read is refused in one sentence with the place', async () => {
  for (const [store, wrong] of [
    [{ name: 'p', kind: 'other', address: 'h' }, /store 1 \(p\): "kind" cannot be read/],
    [{ name: 'p', kind: 'parca', address: 'http://me:pw@h' }, /store 1 \(p\): the address has a password, which belongs in/],
    [{ name: 'p', kind: 'parca' }, /store 1 \(p\): it needs "name", "kind" and "address"/],
    [{ name: 'p', kind: 'cloudProfiler', address: 'No Project' }, /store 1 \(p\): Enter the project's id/],
    [{ name: 'p', kind: 'parca', address: 'h', requests: { address: 'h', query: 'up' } }, /store 1 \(p\): its query for requests is not right: Write the time/],
  ] as const) {
    write(JSON.stringify({ stores: [store] }));
    await assert.rejects((await share()).importServices(parts()), wrong);
  }
});
