import assert from 'node:assert/strict';
import test from 'node:test';
import { parseBenchmarks } from '../../../shared/inOneStep';
import type { LensProvider as Lenses } from '../../../../src/editor/lenses/lensProvider';
import { FakeDocument } from '../../../shared/fakeEditors';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withClickedCommands } from '../../../shared/lensClicks';
import { withVscode } from '../../../shared/withVscode';

const FOLDER = '/work';
const vscode = fakeVscode(FOLDER);
withVscode(vscode.module);
const uri = FakeUri.file(`${FOLDER}/x_test.go`);
const DOCUMENT = new FakeDocument(
  uri,
  `package x

func BenchmarkX(b *testing.B) {
	b.Run("short text", run)
	b.Run(nameOf(1), run)
}

func helper(b *testing.B) {
	b.Run("unknown", run)
}`.split('\n'),
);

/** `line: title → arguments` of each lens. The first argument of its command, the file, is left out. */
async function lenses(t: test.TestContext, output = '', testLenses = false, document = DOCUMENT): Promise<string[]> {
  vscode.configure('linecost.lenses.tests', testLenses);
  const { LensProvider } = await import('../../../../src/editor/lenses/lensProvider');
  const neverFires = () => ({ dispose: () => undefined });
  const results = { of: () => parseBenchmarks(output).results, measuredAt: () => undefined, onDidChange: neverFires };
  const session = { active: undefined, onDidChange: neverFires };
  const noStores = { areSaved: () => false, onDidChange: neverFires };
  const measured = { of: () => undefined, onDidChange: neverFires };
  const parts = [results, neverFires, session, measured, {}, noStores] as unknown;
  const provider = new LensProvider(...(parts as ConstructorParameters<typeof Lenses>));
  t.after(() => provider.dispose());
  const provided = await withClickedCommands(vscode, await provider.provideCodeLenses(document as never));
  return provided.map(({ range, command }) =>
    `${range.start.line + 1}: ${command.title.replace('\u00a0', ' ')} → ${command.arguments.slice(1).join(' ')}`);
}

test('the lens of a case with a literal name profiles only that case, and cases in helpers have no lens; that of computed cases keeps the place of their results', async (t) => {
  assert.deepEqual(await lenses(t), [
    '3: $(flame) profile this benchmark → BenchmarkX',
    '3: options… → BenchmarkX',
    '4: $(flame) profile this case → BenchmarkX/short_text',
    '5: profile all cases → BenchmarkX',
  ]);
});

test('a case with a computed name has a lens once its result is known', async (t) => {
  const shown = await lenses(t, 'BenchmarkX/n=1-8 \t 10\t 312 ns/op');
  assert.deepEqual(shown, [
    '3: n=1: 312\u202fns/op → BenchmarkX',
    '5: n=1: 312\u202fns/op → BenchmarkX BenchmarkX/n=1-8',
    '3: $(flame) profile this benchmark → BenchmarkX',
    '3: options… → BenchmarkX',
    '4: $(flame) profile this case → BenchmarkX/short_text',
    '5: $(flame) profile this case → BenchmarkX/n=1',
  ]);
});

test('tests have lenses unless linecost.lenses.tests is off', async (t) => {
  const text = 'package x\n\nfunc TestX(t *testing.T) {\n}\n\nfunc FuzzX(f *testing.F) {\n}';
  const tests = new FakeDocument(uri, text.split('\n'));
  assert.deepEqual(await lenses(t, '', false, tests), []);
  assert.deepEqual(await lenses(t, '', true, tests), [
    '3: $(flame) profile this test → TestX', '3: find leaked goroutines → TestX',
    '6: $(flame) profile this test → FuzzX', '6: find leaked goroutines → FuzzX',
  ]);
});

test('a lens of a program that VS Code still shows while it requests new ones works when clicked', async (t) => {
  const program = new FakeDocument(FakeUri.file(`${FOLDER}/main.go`), ['package main', '', 'func main() {', '}']);
  assert.deepEqual(await lenses(t, '', false, program), ['3: $(flame) profile this program → ', '3: options… → ']);
  const [[profile, file], [options]] = vscode.executed.slice(-2);
  assert.deepEqual([profile, String(file)], ['linecost.profileProgram', String(program.uri)]);
  assert.equal(options, 'linecost.profileProgramWithOptions');
});

test('a lens that VS Code still shows while it requests new ones works when clicked, and equal lenses share a command', async (t) => {
  const { LensCommands } = await import('../../../../src/editor/lenses/lensCommands');
  const commands = new LensCommands();
  t.after(() => commands.dispose());
  const commandOf = (...args: readonly unknown[]) =>
    commands.withoutArguments({ title: 'measure again', command: 'linecost.measureAgain', arguments: [...args] });
  const shown = commandOf(uri, 'BenchmarkX');
  const other = commandOf(uri, 'BenchmarkX/short_text');
  assert.deepEqual([shown.title, shown.arguments, other.arguments], ['measure again', undefined, undefined]);
  assert.notEqual(shown.command, other.command);
  assert.equal(commandOf(FakeUri.file(`${FOLDER}/x_test.go`), 'BenchmarkX').command, shown.command);
  await vscode.commands.get(shown.command)!();
  assert.deepEqual(vscode.executed.at(-1), ['linecost.measureAgain', uri, 'BenchmarkX']);
});
