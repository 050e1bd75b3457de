import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFailure } from '../../../../src/capture/failures/compileFailure';
import { finish } from '../../../../src/profile/common/guard';

const PLACES = { packageDir: '/code', modulePath: 'example.com/m', moduleDir: '/code', goroot: '/go' };

test('a file or folder without read permission is not reported as a compiler error, and the message says what to do', () => {
  const messages = [
    'open ./parser.go: permission denied\n',
    'parser.go:5:2: open /code/fastfloat: permission denied\n',
    './parser.go:5:2: undefined: x\n',
  ].map((output) => finish(compileFailure('BenchmarkA', output, PLACES)).message);
  assert.deepEqual(messages, [
    'BenchmarkA cannot be built: access to ./parser.go was denied. Change its permissions, and try again.',
    'BenchmarkA cannot be built: access to /code/fastfloat was denied. Change its permissions, and try again.',
    'BenchmarkA does not compile: undefined: x (parser.go:5).',
  ]);
});

test('an unused name, which often follows from another error, is named only if there is no other error', () => {
  const unused = ['./x.go:4:2: "os" imported and not used', './x.go:5:4: "fmt" imported as f and not used', './x.go:9:2: declared and not used: y'];
  const messageOf = (...lines: readonly string[]) =>
    finish(compileFailure('BenchmarkA', ['# example.com/m', ...lines, ''].join('\n'), PLACES)).message;
  assert.equal(messageOf(...unused, './x.go:9:7: undefined: compute'), 'BenchmarkA does not compile: undefined: compute (x.go:9).');
  assert.equal(messageOf(...unused), 'BenchmarkA does not compile: "os" imported and not used (x.go:4).');
});
