import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import type * as vscode from 'vscode';
import type { SavedTargets } from '../../../../src/features/targets/savedTargets';
import { FakeMemento, FakeSecrets } from '../../../shared/fakeStorage';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const user = fakeVscode('/w');
/** What the user types, one input after the other; undefined accepts the proposal, null cancels. */
let typed: (string | undefined | null)[] = [];
/** The prompts of the inputs, with what they propose. */
let prompts: string[] = [];
Object.assign((user.module as { window: object }).window, {
  showInputBox: async ({ prompt, value, validateInput }: Required<vscode.InputBoxOptions>) => {
    prompts.push(`${prompt} [${value}]`);
    const text = typed.shift();
    if (text === null) return undefined;
    const problem = validateInput(text ?? value);
    if (problem) throw new Error(`refused: ${String(problem)}`);
    return text ?? value;
  },
});
withVscode(user.module);

let server: Server;
let address = '';
let targets: SavedTargets;
let memento: FakeMemento;
let secrets: FakeSecrets;

before(async () => {
  server = createServer(({ url }, response) => {
    response.end(url === '/debug/pprof/cmdline' ? '/srv/shop\0' : '<tr><td>3<td><a href=heap?debug=1>heap</a>');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  address = `localhost:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  memento = new FakeMemento();
  secrets = new FakeSecrets();
  [typed, prompts] = [[], []];
  user.messages.length = 0;
  user.user = {};
  user.setTrusted(true);
  const { SavedTargets } = await import('../../../../src/features/targets/savedTargets');
  targets = new SavedTargets(memento as never, secrets as never);
});

const commands = () => import('../../../../src/features/targets/serviceCommands');
const add = async (...inputs: typeof typed) => {
  typed = inputs;
  await (await commands()).addService({ targets, memento: memento as never });
};

test('an address is enough to add a service: its name is proposed, and what it answers is said', async () => {
  await add(address, undefined);
  assert.deepEqual(targets.list().map(({ name, addresses }) => [name, addresses]), [['shop', [address]]]);
  assert.equal(prompts[1], 'Its name. shop offers heap. [shop]');
  assert.deepEqual(targets.stateOf(targets.list()[0]!)!.answers[0]!.profiles, ['heap']);
  assert.ok(user.executed.some(([command]) => command === 'linecost.services.focus'));
  await add(address, undefined);
  assert.deepEqual(targets.list().map(({ name }) => name), ['shop', 'shop 2']);
});

test('a service that does not answer can be saved all the same', async () => {
  await add('localhost:1', 'later');
  assert.match(prompts[1]!, /^Its name\. Nothing is listening on localhost:1: .* You can save it all the same\. \[localhost:1\]$/);
  assert.deepEqual(targets.list().map(({ name }) => name), ['later']);
});

test('a password in the address goes to the secret storage, and nowhere else', async () => {
  await add(`http://me:s3cret@${address}`, undefined);
  const [target] = targets.list();
  assert.deepEqual(target!.authorization, { kind: 'basic', user: 'me' });
  assert.deepEqual(await targets.secretsOf(target!), { password: 's3cret' });
  assert.deepEqual(targets.list().map(({ addresses }) => addresses), [[address]]);
  assert.ok(!JSON.stringify([memento.get('linecost.targets'), prompts, user.messages, user.logged, user.progress]).includes('s3cret'));
  await targets.remove(target!.id);
  assert.deepEqual([targets.list(), await targets.secretsOf(target!)], [[], {}]);
});

test('a service is removed once the user agrees, and keeps its state under another name', async () => {
  await add(address, 'a');
  typed = ['b'];
  await (await commands()).renameService(targets.list()[0]!, targets);
  const [renamed] = targets.list();
  assert.deepEqual([renamed!.name, targets.stateOf(renamed!)?.answers.length], ['b', 1]);
  await (await commands()).removeService(renamed!, targets);
  assert.equal(targets.list().length, 1);
  user.user = { button: 'Remove' };
  await (await commands()).removeService(renamed!, targets);
  assert.equal(targets.list().length, 0);
});

test('when a service was profiled is known after a reload, until it is removed', async () => {
  await add(address, 'a');
  const [target] = targets.list();
  assert.equal(targets.profiledAt(target!), undefined);
  targets.tellProfiled(target!);
  await new Promise(setImmediate);
  const { SavedTargets } = await import('../../../../src/features/targets/savedTargets');
  const reloaded = new SavedTargets(memento as never, secrets as never);
  assert.ok(Math.abs(reloaded.profiledAt(target!)! - Date.now()) < 60_000);
  await targets.remove(target!.id);
  assert.equal(targets.profiledAt(target!), undefined);
});

test('two services cannot have one name, and an address is checked while it is typed', async () => {
  await add(address, 'a');
  await assert.rejects(add(address, 'a'), /refused: Another service is named a\./);
  await assert.rejects(add('ftp://h'), /refused: Profiles are fetched over http or https/);
});

test('testing a service says what it answers, and in an untrusted workspace that nothing is reached', async () => {
  await add(address, 'a');
  const { testService } = await import('../../../../src/features/targets/askService');
  await testService(targets.list()[0]!, targets);
  assert.deepEqual(user.messages.map(({ severity, text }) => [severity, text]), [['information', 'a offers heap.']]);
  user.setTrusted(false);
  await assert.rejects(testService(targets.list()[0]!, targets), /Trust this workspace first/);
  await assert.rejects(add(address), /Trust this workspace first/);
});

test('answers of a service that was changed, removed or asked again meanwhile are not shown', async () => {
  await add(address, 'a');
  const [first] = targets.list();
  const stateOf = () => targets.stateOf(first!)?.askedAt;
  const [early, late] = [targets.beginQuestion(first!), targets.beginQuestion(first!)];
  late({ askedAt: 2, answers: [] });
  early({ askedAt: 1, answers: [] });
  assert.equal(stateOf(), 2);
  await targets.save({ ...first!, addresses: ['h:1'] });
  late({ askedAt: 3, answers: [] });
  assert.equal(stateOf(), undefined);
  const removed = targets.beginQuestion(first!);
  await targets.remove(first!.id);
  removed({ askedAt: 4, answers: [] });
  assert.equal(stateOf(), undefined);
});

test('a test that ends after its service was edited shows no answers of the old address', async () => {
  await add(address, 'a');
  const { testService } = await import('../../../../src/features/targets/askService');
  const [first] = targets.list();
  const testing = testService(first!, targets);
  await targets.save({ ...first!, addresses: ['h:1'] });
  await testing;
  assert.equal(targets.stateOf(first!), undefined);
});

test('a command means the service of its row, as it is saved now, or lets the user choose', async () => {
  const { givenOrPickedTarget } = await import('../../../../src/features/targets/pickServiceTarget');
  await assert.rejects(givenOrPickedTarget(undefined, targets, 'Test'), /No service is saved yet/);
  await add(address, 'a');
  const [first] = targets.list();
  assert.equal((await givenOrPickedTarget(undefined, targets, 'Test'))?.name, 'a');
  await add('localhost:1', 'b');
  await targets.save({ ...first!, name: 'c' });
  assert.equal((await givenOrPickedTarget({ kind: 'service', target: first }, targets, 'Test'))?.name, 'c');
  assert.equal((await givenOrPickedTarget(first!.id, targets, 'Test'))?.name, 'c');
  user.user = { pick: 'b' };
  assert.equal((await givenOrPickedTarget(undefined, targets, 'Test'))?.name, 'b');
});

test('what another version stored is left out if it cannot be read', () => {
  const stored = [{ id: 'a', name: 'a', addresses: ['h:1'] }, { id: 'b', name: 'b', addresses: [] }, 5];
  void memento.update('linecost.targets', stored);
  assert.deepEqual(targets.list().map(({ name }) => name), ['a']);
});
