import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode(import.meta.dirname).module);

async function usual(command: string, words = '', address = 'localhost:6060') {
  const { usualPorts } = await import('../../../../src/features/load/serviceBuild');
  return usualPorts({ id: 'a', name: 'api', addresses: [address], load: { command } }, { words });
}

test('the ports that builds get anew are that of the profiles, and those of the load that the arguments have', async () => {
  assert.deepEqual(await usual('hey ${address}/'), ['6060']);
  assert.deepEqual(await usual('hey http://localhost:6060/'), ['6060']);
  assert.deepEqual(await usual('hey http://localhost:8080/', '-addr :8080'), ['6060', '8080']);
  assert.deepEqual(await usual('hey ${address}/', '', 'https://api.example.com/pprof/'), ['443']);
});

test('a load that would not go to the builds is refused before anything is built', async () => {
  await assert.rejects(usual('hey http://api.example.com/'), {
    name: 'PreconditionError',
    message: 'The load command has no address of this machine, so it does not go to the builds: write ${address} in it, or localhost with a port that the arguments have.',
    fix: { title: 'Change Load Command…', command: 'linecost.changeLoad', args: ['a'] },
  });
  await assert.rejects(usual('hey http://localhost:8080/', '-addr :9090'), /is for port 8080, which the arguments of the program do not have/);
});
