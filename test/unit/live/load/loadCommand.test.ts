import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCommand, missingTool, programName } from '../../../../src/live/load/loadCommand';

const service = (address: string) => new URL(address);

test('puts the address, host and port of the service into the words', () => {
  const { words } = loadCommand('hey -z 30s "${address}/a b" --to=${host}:${port} $HOME', service('http://localhost:8080/debug/pprof/'));
  assert.deepEqual(words, ['hey', '-z', '30s', 'http://localhost:8080/a b', '--to=localhost:8080', '$HOME']);
});

test('the address has neither credentials nor a path, and a port only if it is not that of its scheme', () => {
  const variables = (address: string) => Object.values(loadCommand('hey', service(address)).variables).slice(0, 3);
  assert.deepEqual(variables('https://user:secret@h.example/x?token=1#y'), ['https://h.example', 'h.example', '443']);
  assert.deepEqual(variables('http://h.example'), ['http://h.example', 'h.example', '80']);
  assert.deepEqual(variables('https+insecure://h:8443/'), ['https://h:8443', 'h', '8443']);
  assert.deepEqual(variables('http://[::1]:6060'), ['http://[::1]:6060', '[::1]', '6060']);
});

test('of a socket, the path stands for itself, and the address is that of this machine', () => {
  const { words } = loadCommand('oha --unix-socket ${socket} ${address}/', service('http+unix://%2Frun%2Fa%20b.sock/debug/pprof/'));
  assert.deepEqual(words, ['oha', '--unix-socket', '/run/a b.sock', 'http://localhost/']);
});

test('a script of a shell gets the address from its environment, so that no address adds to the script', () => {
  const { words, variables } = loadCommand(`sh -c 'hey "\${address}" | tee x' \${host}`, service('http://localhost:1'));
  assert.deepEqual(words, ['sh', '-c', 'hey "${address}" | tee x', 'localhost']);
  assert.equal(variables['address'], 'http://localhost:1');
  assert.equal(loadCommand("/bin/bash -ec 'x ${port}'", service('http://h:1')).words[2], 'x ${port}');
  assert.equal(loadCommand("sh run.sh ${port}", service('http://h:1')).words[2], '1');
});

test('says what is wrong with a command', () => {
  const message = (text: string) => {
    try {
      return loadCommand(text, service('http://h')).words.join();
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(message('hey "a'), 'The load command has a quote that is not closed.');
  assert.equal(message('  '), 'Enter a load command, such as hey -z 30s ${address}/.');
});

test('says in one sentence how to install a tool that is missing', () => {
  assert.equal(missingTool('wrk').message, 'wrk was not found on PATH: to install it, run apt install wrk, or brew install wrk.');
  assert.equal(
    missingTool('hey').message,
    'hey was not found on PATH: to install it, run go install github.com/rakyll/hey@latest, which puts it into the folder bin of GOPATH: add that to PATH.',
  );
  assert.equal(missingTool('my-load').message, 'my-load was not found on PATH: install it, or write its whole path in the load command.');
});

test('the name of a program is that of its file', () => {
  assert.deepEqual(['/usr/bin/wrk', 'C:\\go\\bin\\hey.exe', 'oha'].map(programName), ['wrk', 'hey', 'oha']);
});

test('no address adds to a script, wherever the shell stands in the command', () => {
  const { words } = loadCommand('timeout 60 env bash -c "curl ${address}"', service('http://h:1'));
  assert.deepEqual(words.at(-1), 'curl ${address}');
  assert.throws(() => loadCommand('hey ${address}', service('http://localhost;id')), { failure: 'badCommand', message: /localhost;id has characters/ });
});
