import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopbackPorts, namesPort, programWords, withLoopbackPorts } from '../../../../src/live/load/programPorts';

const PORTS = new Map([['6060', '40001'], ['8080', '40002']]);

test('the ports of this machine in a load command are those of a build, and other numbers stay', () => {
  const command = 'hey -n 8080 -z 60s http://localhost:8080/a http://[::1]:6060/ http://api.example.com:8080/';
  assert.deepEqual(loopbackPorts(command), ['8080', '6060']);
  const replaced = 'hey -n 8080 -z 60s http://localhost:40002/a http://[::1]:40001/ http://api.example.com:8080/';
  assert.equal(withLoopbackPorts(command, PORTS), replaced);
  assert.deepEqual(loopbackPorts('hey ${address}/'), []);
});

test('arguments have the ports of a build, and words with = before them are variables', () => {
  const { args, variables } = programWords(`LOG=off DSN='a b=6060' -addr :8080 -debug=localhost:\${port} X=1 18080`, PORTS, '40001')!;
  assert.deepEqual(args, ['-addr', ':40002', '-debug=localhost:40001', 'X=1', '18080']);
  assert.deepEqual(variables, { PORT: '40001', LOG: 'off', DSN: 'a b=40001' });
  assert.deepEqual(programWords('-addr ${host}:${port}', PORTS, '1')!.args, ['-addr', 'localhost:1']);
  assert.deepEqual(programWords('', PORTS, '1'), { args: [], variables: { PORT: '1' } });
  assert.equal(programWords(`-a '`, PORTS, '1'), undefined);
});

test('a port is named by a whole number', () => {
  assert.deepEqual([namesPort('-addr :8080', '8080'), namesPort('-addr :18080', '8080')], [true, false]);
});
