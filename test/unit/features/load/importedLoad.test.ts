import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { ServiceTarget } from '../../../../src/live/targets/serviceTarget';
import { fakeOutput } from '../../../shared/fakeOutput';
import { FakeMemento } from '../../../shared/fakeStorage';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const user = fakeVscode(import.meta.dirname);
withVscode(user.module);

const COMMAND = 'hey -z 5s ${address}/';
const NOW: ServiceTarget = { id: 'now', name: 'new', addresses: ['localhost:1'], load: { command: COMMAND } };
const BEFORE: ServiceTarget = { id: 'before', name: 'old', addresses: ['localhost:2'] };
let memento: FakeMemento;

beforeEach(async () => {
  memento = new FakeMemento();
  user.messages.length = 0;
  user.user = { pick: 'old' };
  const { ImportedParts } = await import('../../../../src/features/targets/commandApproval');
  await new ImportedParts(memento as never).add(NOW.id, COMMAND);
});

/** Fails with an access of a missing property if the command is not refused. */
function parts() {
  const targets = { list: () => [NOW, BEFORE] };
  return { memento, targets, output: fakeOutput(), measurements: { ready: async () => undefined } } as never;
}

function assertAsked(): void {
  assert.deepEqual(user.messages.map(({ isModal, detail }) => [isModal, detail]), [[true, COMMAND]]);
}

test('a load command from an imported file is shown before it runs', async () => {
  const { loadService } = await import('../../../../src/features/load/loadService');
  await assert.rejects(loadService(NOW, parts()), { name: 'PreconditionError', message: /was not run, because you did not allow it/ });
  assertAsked();
});

test('an imported load command is shown before two services are measured with it, whichever of them it is of', async () => {
  const { measureService } = await import('../../../../src/features/load/measureService');
  await assert.rejects(measureService(NOW, parts()), { name: 'PreconditionError', message: /was not run, because you did not allow it/ });
  assertAsked();
  user.messages.length = 0;
  user.user = { pick: 'new' };
  await assert.rejects(measureService(BEFORE, parts()), { name: 'PreconditionError', message: /was not run, because you did not allow it/ });
  assertAsked();
});

test('an untrusted workspace runs no load command', async () => {
  const { loadService } = await import('../../../../src/features/load/loadService');
  const { measureService } = await import('../../../../src/features/load/measureService');
  user.setTrusted(false);
  await assert.rejects(loadService(NOW, parts()), /Trust this workspace first/);
  await assert.rejects(measureService(NOW, parts()), /Trust this workspace first/);
  user.setTrusted(true);
});

test('a service that was under load is profiled again under load, and says so if it has no load command any more', async () => {
  const { loadService } = await import('../../../../src/features/load/loadService');
  await assert.rejects(loadService(NOW, parts(), true), /was not run, because you did not allow it/);
  assertAsked();
  await assert.rejects(loadService(BEFORE, parts(), true), {
    name: 'PreconditionError', message: 'old has no load command any more: enter one, or profile it without a load.',
  });
});
