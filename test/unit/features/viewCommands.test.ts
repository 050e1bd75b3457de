import assert from 'node:assert/strict';
import test from 'node:test';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

withVscode(fakeVscode('/code').module);

test('the command that switches the sample type keeps its name from version 0.1.0 as well, because a key may be bound to that', async () => {
  const { viewCommands } = await import('../../../src/features/viewCommands');
  const commands = viewCommands({} as never);
  assert.ok(commands['linecost.switchSampleType']);
  assert.equal(commands['linecost.switchProfile'], commands['linecost.switchSampleType']);
});
