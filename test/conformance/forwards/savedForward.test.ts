import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { SavedTargets } from '../../../src/features/targets/savedTargets';
import type { ServiceTarget } from '../../../src/live/targets/serviceTarget';
import { FakeMemento, FakeSecrets } from '../../shared/fakeStorage';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const user = fakeVscode(import.meta.dirname);
withVscode(user.module);
const { signal } = new AbortController();
let targets: SavedTargets;
let memento: FakeMemento;
let target: ServiceTarget;

beforeEach(async () => {
  const { SavedTargets } = await import('../../../src/features/targets/savedTargets');
  memento = new FakeMemento();
  targets = new SavedTargets(memento as never, new FakeSecrets() as never);
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const forward = `'${process.execPath}' '${path.join(import.meta.dirname, 'forwarder.mjs')}' ${port}`;
  target = { id: 'a', name: 'api', addresses: [`127.0.0.1:${port}`], forward };
  await targets.save(target);
  user.setTrusted(true);
  user.user = {};
  user.messages.length = 0;
});
afterEach(async () => (await targets.forwards()).end('a'));

const isReached = () => fetch(`http://${target.addresses[0]}/`).then(({ ok }) => ok, () => false);

async function untilGone(): Promise<void> {
  for (let tries = 0; await isReached(); tries++) {
    assert.ok(tries < 200, 'the forward goes on');
    await pause(50);
  }
}

test('the first use of a service starts its forward, and its removal ends it', async () => {
  await targets.instances(target, signal);
  assert.ok(await isReached());
  assert.equal(targets.forwardOf(target), 'ready');
  await targets.instances(target, signal);
  await targets.remove('a');
  await untilGone();
  assert.equal(targets.forwardOf(target), undefined);
});

test('a forward, also one that was started in place of another, stays while it is held, and ends when it is not', async () => {
  const [{ Forwards }, { ImportedParts }] = await Promise.all([
    import('../../../src/features/targets/forwards'), import('../../../src/features/targets/commandApproval'),
  ]);
  const forwards = new Forwards(new ImportedParts(memento as never), 50);
  const held = forwards.hold(target);
  await forwards.ready(target, signal);
  await pause(500);
  assert.ok(await isReached(), 'held');
  await forwards.end('a');
  await forwards.ready(target, signal);
  await pause(500);
  assert.ok(await isReached(), 'held after a restart');
  held.dispose();
  held.dispose();
  await untilGone();
  forwards.dispose();
});

test('work with the instances of a service holds its forward until it ends, also if it fails', async () => {
  const forwards = await targets.forwards();
  let holders = 0;
  forwards.hold = () => {
    holders++;
    return { dispose: () => holders-- };
  };
  const name = await targets.use(target, signal, async ([instance]) => `${holders} ${instance!.name}`);
  assert.deepEqual([name, holders], [`1 ${target.addresses[0]}`, 0]);
  await assert.rejects(targets.use(target, signal, async () => Promise.reject(new Error('cut'))), /cut/);
  assert.equal(holders, 0);
});

test('a forward is started again while the one before it still ends, and waits for its port', async () => {
  await targets.instances(target, signal);
  const ending = (await targets.forwards()).end('a');
  await targets.instances(target, signal);
  await ending;
  assert.deepEqual([await isReached(), targets.forwardOf(target)], [true, 'ready']);
});

test('the output channel of a service is removed with it', async () => {
  const gone: string[] = [];
  Object.assign((user.module as { window: object }).window, {
    createOutputChannel: (name: string) => ({ append: () => undefined, dispose: () => gone.push(name) }),
  });
  await targets.instances(target, signal);
  await targets.save({ ...target, name: 'shop' });
  assert.deepEqual(gone, []);
  await targets.remove('a');
  await untilGone();
  assert.deepEqual(gone, ['Linecost: api']);
});

test('another forward command ends the forward, another name does not', async () => {
  await targets.instances(target, signal);
  await targets.save({ ...target, name: 'shop' });
  assert.equal(targets.forwardOf(target), 'ready');
  await targets.save({ ...target, forward: `${target.forward} --late 5` });
  await untilGone();
});

test('a command from an imported file is shown once before it runs, and an untrusted workspace runs none', async () => {
  const { ImportedParts } = await import('../../../src/features/targets/commandApproval');
  await new ImportedParts(memento as never).add('a', target.forward!);
  await assert.rejects(targets.instances(target, signal), /^PreconditionError: The command of api was not run, because you did not allow it/);
  const { isModal, detail } = user.messages[0]!;
  assert.deepEqual([isModal, detail, await isReached()], [true, target.forward, false]);
  user.setTrusted(false);
  await assert.rejects(targets.instances(target, signal), /Trust this workspace first/);
  user.setTrusted(true);
  user.user = { button: 'Run' };
  await targets.instances(target, signal);
  await (await targets.forwards()).end('a');
  await targets.instances(target, signal);
  assert.ok(await isReached());
  assert.equal(user.messages.length, 2);
});
