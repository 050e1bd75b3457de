import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { after, before, beforeEach, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import type { SavedTargets } from '../../../../src/features/targets/savedTargets';
import type { ServiceTarget } from '../../../../src/live/targets/serviceTarget';
import { FakeMemento, FakeSecrets } from '../../../shared/fakeStorage';
import { fakeVscode } from '../../../shared/fakeVscode';
import { ScriptedInputs } from '../../../shared/scriptedInputs';
import { withVscode } from '../../../shared/withVscode';

const folder = mkdtempSync(path.join(tmpdir(), 'certificates-'));
const user = fakeVscode(folder);
const inputs = new ScriptedInputs();
Object.assign((user.module as { window: object }).window, inputs.window);
withVscode(user.module);

const API: ServiceTarget = { id: 'a', name: 'api', addresses: ['localhost:6060'] };
let targets: SavedTargets;
let memento: FakeMemento;
let server: Server;
let secure = '';
/** The headers and the client certificate of the last request. */
let seen: { headers: Record<string, unknown>; client: string } | undefined;

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

before(async () => {
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2'];
  openssl(...request, '-nodes', '-subj', '/CN=pprof.internal', '-addext', 'subjectAltName=DNS:pprof.internal', '-keyout', 'server.key', '-out', 'server.pem');
  openssl(...request, '-passout', 'pass:s3cret', '-subj', '/CN=me', '-keyout', 'client.key', '-out', 'client.pem');
  writeFileSync(path.join(folder, 'other.txt'), 'no certificate');
  const pem = (name: string) => readFileSync(path.join(folder, name));
  const options = { key: pem('server.key'), cert: pem('server.pem'), ca: pem('client.pem'), requestCert: true, rejectUnauthorized: false };
  server = createServer(options, (request, response) => {
    seen = { headers: request.headers, client: String((request.socket as TLSSocket).getPeerCertificate().subject?.CN ?? '') };
    response.end('<tr><td>3<td><a href=heap?debug=1>heap</a>');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  secure = `https://localhost:${(server.address() as AddressInfo).port}/debug/pprof/`;
});
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  memento = new FakeMemento();
  user.messages.length = inputs.prompts.length = inputs.lists.length = inputs.problems.length = 0;
  const { SavedTargets } = await import('../../../../src/features/targets/savedTargets');
  targets = new SavedTargets(memento as never, new FakeSecrets() as never);
  await targets.save(API);
});

/** Edits the saved service; the answers are those of ScriptedInputs. Returns it, and the rows of the last list. */
async function edited(answers: (string | undefined | null)[], files: string[] = []) {
  inputs.answers = answers;
  inputs.files = files;
  const { editService } = await import('../../../../src/features/targets/editService');
  await editService(targets.find('a')!, targets);
  return { target: targets.find('a')!, rows: inputs.lists.at(-1)! };
}

const TEST = 'Test Service';

test('a change is saved at once, and the list shows it and stays open', async () => {
  const { target, rows } = await edited(['Name', 'shop', 'Addresses', 'h:1 h:2', 'CPU Profile', '5']);
  assert.deepEqual([target.name, target.addresses, target.seconds], ['shop', ['h:1', 'h:2'], 5]);
  assert.ok(rows.includes('Addresses: h:1, h:2') && rows.includes('CPU Profile: 5 s'));
  assert.equal((await edited(['CPU Profile', ''])).target.seconds, undefined);
});

test('a bearer token is in the secret storage only, and is kept if nothing is entered', async () => {
  const { target, rows } = await edited(['Credentials', 'Bearer Token', 's3cret']);
  assert.deepEqual(target.authorization, { kind: 'bearer' });
  assert.ok(rows.includes('Credentials: bearer token'));
  await edited(['Credentials', 'Bearer Token', '']);
  assert.equal((await targets.secretsOf(target)).password, 's3cret');
  assert.ok(!JSON.stringify([memento.get('linecost.targets'), inputs.prompts, inputs.lists, user.messages]).includes('s3cret'));
  const none = await edited(['Credentials', 'None']);
  assert.deepEqual([none.target.authorization, await targets.secretsOf(none.target)], [undefined, {}]);
});

test('a header is added, changed and removed, and a secret one is known by its name only', async () => {
  const { target, rows } = await edited(['Headers', 'X-Org', 'Not Secret', 'team', 'Headers', 'Add Header…', 'X-Key', 'Secret', 's3cret']);
  assert.deepEqual([target.headers, target.secretHeaders], [{ 'X-Org': 'team' }, ['X-Key']]);
  assert.deepEqual(await targets.secretsOf(target), { headers: { 'X-Key': 's3cret' } });
  assert.ok(rows.includes('Headers: X-Org: team, X-Key'));
  const changed = await edited(['Headers', 'X-Org', 'other', 'Headers', 'X-Key', '']);
  assert.deepEqual([changed.target.headers, changed.target.secretHeaders], [{ 'X-Org': 'other' }, undefined]);
  await edited(['Headers', 'Add Header…', 'Content-Length', 'a b', null]);
  assert.deepEqual(inputs.problems, ['Linecost sets Content-Length itself.', 'Enter the name of a header, such as X-Scope-OrgID, without its value.']);
});

test('entering one secret header of an imported service keeps the names of the others', async () => {
  await targets.save({ ...API, secretHeaders: ['X-A', 'X-B'] });
  const { target } = await edited(['Headers', 'X-A', 's3cret']);
  assert.deepEqual([...target.secretHeaders!].sort(), ['X-A', 'X-B']);
});

test('a service with a certificate of its own authority is reached with that authority and the name in the certificate', async () => {
  await edited(['Addresses', secure, TEST]);
  assert.match(user.messages.at(-1)!.text, /The certificate of .* is not trusted/);
  const files = [path.join(folder, 'server.pem')];
  const { target } = await edited(['Certificate Authorities', 'Name in the Certificate', 'pprof.internal', TEST], files);
  assert.deepEqual(target.tls, { ca: 'server.pem', serverName: 'pprof.internal' });
  assert.equal(user.messages.at(-1)!.text, 'api offers heap.');
});

test('a client certificate is shown to the service, and the passphrase of its key is secret', async () => {
  const files = ['client.pem', 'client.key'].map((name) => path.join(folder, name));
  const answers = ['Addresses', secure, 'Check of the Certificate', 'Do Not Check the Certificate', 'Client Certificate', 's3cret', TEST];
  const { target } = await edited(answers, files);
  assert.deepEqual(target.tls, { isUnchecked: true, certificate: 'client.pem', key: 'client.key' });
  assert.deepEqual(await targets.secretsOf(target), { passphrase: 's3cret' });
  assert.deepEqual([user.messages.at(-1)!.text, seen!.client], ['api offers heap.', 'me']);
});

test('a file without a certificate, and a key with another passphrase are refused', async () => {
  await edited(['Addresses', secure]);
  await assert.rejects(edited(['Certificate Authorities'], [path.join(folder, 'other.txt')]), /other\.txt has no certificate in PEM format/);
  const files = ['client.pem', 'client.key'].map((name) => path.join(folder, name));
  await assert.rejects(edited(['Client Certificate', 'wrong'], files), /client\.key does not fit client\.pem/);
  assert.equal(targets.find('a')!.tls, undefined);
});

test('certificates are asked for only if an address is one of https', async () => {
  const { rows } = await edited([]);
  assert.ok(!rows.some((row) => /Certificate/.test(row)), rows.join('\n'));
});

test('how a service is watched and loaded is checked while it is typed', async () => {
  const { target, rows } = await edited(['Watch', '5 10', '60 0', 'Load Command', 'hey "a', 'hey -z 5s http://h:1/']);
  assert.deepEqual([target.watch, target.load], [{ everySeconds: 60, cpuSeconds: 0 }, { command: 'hey -z 5s http://h:1/' }]);
  assert.equal(inputs.problems.length, 2);
  assert.ok(rows.includes('Watch: every 60 s, without a CPU profile'));
  assert.equal((await edited(['Load Command', ''])).target.load, undefined);
});
