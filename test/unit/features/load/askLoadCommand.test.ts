import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { SavedTargets } from '../../../../src/features/targets/savedTargets';
import type { ServiceTarget } from '../../../../src/live/targets/serviceTarget';
import { FakeMemento, FakeSecrets } from '../../../shared/fakeStorage';
import { fakeVscode } from '../../../shared/fakeVscode';
import { ScriptedInputs } from '../../../shared/scriptedInputs';
import { withVscode } from '../../../shared/withVscode';

const user = fakeVscode(import.meta.dirname);
const inputs = new ScriptedInputs();
Object.assign((user.module as { window: object }).window, { showInputBox: inputs.window.showInputBox });
withVscode(user.module);

const API: ServiceTarget = { id: 'a', name: 'api', addresses: ['localhost:6060'] };
const EXAMPLE = 'hey -z ${seconds}s -c 50 ${address}/';
let targets: SavedTargets;

beforeEach(async () => {
  const { SavedTargets } = await import('../../../../src/features/targets/savedTargets');
  targets = new SavedTargets(new FakeMemento() as never, new FakeSecrets() as never);
  await targets.save(API);
  inputs.prompts.length = inputs.problems.length = 0;
  user.user = {};
});

async function change(target: ServiceTarget, ...answers: (string | undefined | null)[]) {
  const { changeLoadCommand } = await import('../../../../src/features/load/askLoadCommand');
  inputs.answers = answers;
  const changed = await changeLoadCommand(target, targets);
  return { changed, saved: targets.list()[0]!.load };
}

test('a load command begins with an example of the tool that is chosen, and is saved with the service', async () => {
  user.user = { pick: 'hey' };
  const { changed, saved } = await change(API, undefined);
  assert.ok(inputs.prompts[0]!.endsWith(`[${EXAMPLE}]`), inputs.prompts[0]);
  assert.deepEqual([changed?.load.command, saved], [EXAMPLE, { command: EXAMPLE }]);
});

test('a load command that is saved is edited, and its warm-up stays', async () => {
  const { saved } = await change({ ...API, load: { command: 'wrk x', warmUpSeconds: 9 } }, ' oha y ');
  assert.ok(inputs.prompts[0]!.endsWith('[wrk x]'));
  assert.deepEqual(saved, { command: 'oha y', warmUpSeconds: 9 });
});

test('a text that is no command says why, and nothing is saved after Cancel', async () => {
  user.user = { pick: 'hey' };
  const { changed, saved } = await change(API, `hey 'x`, '', null);
  assert.equal(inputs.problems[0], 'The load command has a quote that is not closed.');
  assert.match(inputs.problems[1]!, /^Enter a load command/);
  assert.deepEqual([changed, saved], [undefined, undefined]);
});
