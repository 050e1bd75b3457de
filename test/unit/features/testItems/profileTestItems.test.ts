import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test, type TestContext } from 'node:test';
import { fakeProgram } from '../../../shared/fakeGo';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { measuringScene } from '../../../shared/measuringScene';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'] });
withVscode(vscode.module);
beforeEach(() => {
  vscode.setTrusted(true);
  vscode.messages.length = vscode.picks.length = 0;
});

const TESTS = `package a

func BenchmarkA(b *testing.B) {
	for b.Loop() {
	}
}

func TestA(t *testing.T) {
	suite.Run(t, new(CartSuite))
}

func TestB(t *testing.T) {}

func ExampleSilent() {
}
`;

/** Prints that the test of -test.run has passed, and a result for each other run. */
const PROGRAM = `#!/bin/sh
for word in "$@"; do
case "$word" in -test.run=*Test*) name=$(echo "\${word#-test.run=}" | tr -d '^$') ;; esac
done
if [ "$name" ]; then printf -- "=== RUN   $name\\n--- PASS: $name (0.00s)\\nPASS\\n"; exit; fi
${fakeProgram()}`;

/** A file with a benchmark, two tests and an example without output, and the command of the Test Explorer. */
async function scene(context: TestContext) {
  const measuring = await measuringScene(vscode, context);
  const { workspace, parts } = measuring;
  writeFileSync(join(workspace, 'a_test.go'), TESTS);
  writeFileSync(join(workspace, 'none_test.go'), 'package a\n\nfunc TestC(t *testing.T) {}\n');
  writeFileSync(join(workspace, 'program.sh'), PROGRAM);
  const { profileTestItems } = await import('../../../../src/features/testItems/profileTestItems');
  const idOf = (tail: string, file = 'a_test.go') => `${FakeUri.file(join(workspace, file)).toString()}?${tail}`;
  const begun: string[] = [];
  const output = { ...parts.output, begin: (name: string) => begun.push(name) } as never;
  const profile = async (...given: readonly unknown[]) => profileTestItems(given, { ...parts, output });
  return { ...measuring, idOf, profile, begun };
}

test('an item of one function is profiled with the present options, without a question', async (context) => {
  const { profile, idOf, newest } = await scene(context);
  await profile({ id: idOf('test#TestB') });
  const { title, profiles } = await newest();
  assert.deepEqual([title, profiles.map(({ label }) => label), vscode.picks], ['TestB', ['cpu'], []]);
});

test('a case is profiled alone', async (context) => {
  const { profile, idOf, newest } = await scene(context);
  await profile({ id: idOf('test#TestB%2Fsmall_case') });
  assert.equal((await newest()).title, 'TestB/small_case');
});

test('a method of a testify suite is a case of the function that runs the suite', async (context) => {
  const { profile, idOf, begun } = await scene(context);
  const method = (file: string) => ({ id: idOf('test#%28%2ACartSuite%29.TestAdd', file) });
  await profile({ ...method('none_test.go'), parent: { id: idOf('test#TestA') } });
  await profile({ ...method('none_test.go'), parent: { id: idOf('file', 'none_test.go') } });
  assert.deepEqual(begun, ['TestA/TestAdd', 'TestA/TestAdd']);
});

test('several items are profiled one after the other, each once, and a message says how many', async (context) => {
  const { profile, idOf, begun } = await scene(context);
  const items = ['test#TestB', 'benchmark#BenchmarkA', 'file', 'test#TestA'].map((tail) => ({ id: idOf(tail) }));
  await profile(items[0], items);
  assert.deepEqual(begun, ['TestB', 'BenchmarkA', 'TestA']);
  assert.deepEqual(vscode.messages.map(({ text }) => text), ['3 tests of a_test.go were profiled.']);
});

test('a file or package with benchmarks leads to the command for every benchmark', async (context) => {
  const { profile, idOf, workspace } = await scene(context);
  await profile({ id: idOf('file') });
  await profile({ id: `${FakeUri.file(workspace).toString()}?package` });
  assert.equal(vscode.picks[0]![0], '$(flame) Profile a_test.go');
  assert.match(vscode.picks[1]![0]!, /^\$\(flame\) Profile package workspace$/);
});

test('what cannot be profiled gets a sentence', async (context) => {
  const { profile, idOf } = await scene(context);
  await assert.rejects(profile({ id: idOf('file', 'none_test.go') }), {
    message: 'There is no benchmark in none_test.go: select the tests in it to profile them one after the other.',
  });
  await assert.rejects(profile({ id: idOf('example#ExampleSilent') }), {
    message: 'ExampleSilent is not run by go test: it needs an "// Output:" comment at its end.',
  });
  await assert.rejects(profile({ id: 'suite/case 1' }), {
    message: 'suite/case 1 is not a test of the Go extension: Linecost profiles only those.',
  });
  await assert.rejects(profile({ id: idOf('test#%28%2AGone%29.TestAdd', 'none_test.go') }), {
    message: /calls suite\.Run with Gone, which go test needs to run TestAdd\.$/,
  });
  await assert.rejects(profile(), { message: 'Select a test in the Test Explorer.' });
});

test('in an untrusted workspace nothing is profiled', async (context) => {
  const { profile, idOf, begun } = await scene(context);
  vscode.setTrusted(false);
  await assert.rejects(profile({ id: idOf('test#TestB') }), { message: 'Trust this workspace first: profiling runs its code.' });
  assert.deepEqual(begun, []);
});
