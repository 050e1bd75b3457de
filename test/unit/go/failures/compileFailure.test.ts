import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFailure } from '../../../../src/go/failures/compileFailure';
import { twoVersions } from '../../../../src/go/tool/goCommandFailure';
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

/** The message, and the line of its location. */
function failureOf(...lines: readonly string[]): (string | number | undefined)[] {
  const { message, location } = finish(compileFailure('BenchmarkA', [...lines, ''].join('\n'), PLACES));
  return [message, location?.line];
}

test('an error in C code is named with its line, not what cgo or vet say because of it', () => {
  const heading = ['# example.com/m', '# [example.com/m]'];
  const cgo = './c.go:12:13: could not determine what C.add refers to';
  const preamble = ['cgo: ', 'gcc errors for preamble:', "./c.go: In function 'twice':"];
  const expected = "./c.go:6:37: error: expected ';' before '}' token";
  const syntax = "BenchmarkA does not compile: expected ';' before '}' token (c.go:6).";
  assert.deepEqual(failureOf(...heading, cgo, ...preamble, expected), [syntax, 6]);
  const header = './c.go:4:10: fatal error: nothere.h: No such file or directory';
  assert.deepEqual(failureOf(...heading, header), ['BenchmarkA does not compile: nothere.h: No such file or directory (c.go:4).', 4]);
  assert.deepEqual(failureOf(...heading, cgo), ['BenchmarkA does not compile: could not determine what C.add refers to (c.go:12).', 12]);
  const end = 'cgo-dwarf-inference:12:1: error: expected declaration or statement at end of input';
  assert.deepEqual(failureOf(...heading, "cgo-dwarf-inference: In function 'add':", end), [
    'BenchmarkA does not compile: expected declaration or statement at end of input (in C code).', undefined,
  ]);
});

test('a warning of the C compiler is not taken for an error', () => {
  const warning = './c.go:8:13: warning: unused variable ‘unused’ [-Wunused-variable]';
  const error = './c_test.go:7:13: too many arguments in call to Add';
  assert.deepEqual(failureOf('# example.com/m [example.com/m.test]', warning, '# example.com/m [example.com/m.test]', error), [
    'BenchmarkA does not compile: too many arguments in call to Add (c_test.go:7).', 7,
  ]);
});

test('a C function or library that cannot be linked is named, not the linker', () => {
  const heading = ['# example.com/m.test', '/go/pkg/tool/linux_amd64/link: running gcc failed: exit status 1', '/usr/bin/gcc -m64 -o x'];
  const caller = '/usr/bin/ld: /tmp/go-link-3/000001.o: in function `_cgo_fed27dba188c_Cfunc_add\':';
  const undefinedC = '/tmp/go-build/c.cgo2.c:56: undefined reference to `add\'';
  assert.deepEqual(failureOf(...heading, caller, undefinedC), ['BenchmarkA cannot be linked: undefined reference to `add\'.', undefined]);
  assert.deepEqual(failureOf(...heading, '/usr/bin/ld: cannot find -lnothere: No such file or directory'), [
    'BenchmarkA cannot be linked: cannot find -lnothere: No such file or directory.', undefined,
  ]);
});

test('a GOROOT of another version than the go command is named with both versions', () => {
  const output = '# internal/goarch\ncompile: version "go1.20.14" does not match go tool version "go1.26.8"\n';
  assert.equal(
    twoVersions(output, { file: '/usr/bin/go' }, '/old/go')?.message,
    'GOROOT is /old/go, which is go1.20.14, but the command /usr/bin/go is go1.26.8: unset GOROOT, or set linecost.go.path to the go command in that folder.',
  );
  assert.equal(twoVersions('./x.go:1:1: undefined: x\n', { file: '/usr/bin/go' }, '/old/go'), undefined);
});

test('an import cycle is said first, and then which file closes it', () => {
  const chain = ['# a', 'package e.com/a', '\timports e.com/b from a.go', '\timports e.com/a from b.go: import cycle not allowed', ''];
  const { message } = finish(compileFailure('BenchmarkA', chain.join('\n'), PLACES));
  assert.equal(message, 'BenchmarkA cannot be built: import cycle not allowed (b.go imports e.com/a).');
});
