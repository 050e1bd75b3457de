import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test, type TestContext } from 'node:test';
import { instructionLevels } from '../../../../src/go/machine/instructionLevels';
import { fakeVscode } from '../../../shared/fakeVscode';
import { measuringScene } from '../../../shared/measuringScene';
import { eventually } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'], 'linecost.measureAgain.runs': 4 });
withVscode(vscode.module);

/** The rows that the user picks, one after the other, and the texts that the user types. */
const user = { picks: [] as RegExp[], typed: [] as string[] };
const shown = { rows: [] as string[][], problems: [] as (string | undefined)[] };
interface Row { readonly label: string }
Object.assign((vscode.module as { window: object }).window, {
  showQuickPick: async (offered: readonly Row[] | Promise<readonly Row[]>) => {
    const rows = await offered;
    shown.rows.push(rows.map(({ label }) => label.replace(/^\$\(.+?\) /, '')));
    const pick = user.picks.shift();
    return rows.find(({ label }) => pick?.test(label));
  },
  showInputBox: async ({ validateInput }: { validateInput(text: string): string | undefined }) => {
    for (;;) {
      const text = user.typed.shift();
      const problem = text === undefined ? undefined : validateInput(text);
      if (problem === undefined) return text;
      shown.problems.push(problem);
    }
  },
});

beforeEach(() => {
  vscode.user = {};
  vscode.messages.length = vscode.executed.length = 0;
  Object.assign(user, { picks: [], typed: [] });
  Object.assign(shown, { rows: [], problems: [] });
  vscode.setTrusted(true);
});

const SOURCE = `package a

func BenchmarkA(b *testing.B) {
	for b.Loop() {
	}
}

func BenchmarkOld(b *testing.B) {
	b.Run("size=1", func(b *testing.B) {})
}
`;

/** A program whose benchmarks take 10 µs; without garbage collection and as BenchmarkA, half of it. */
const PROGRAM = `#!/bin/sh
ns=10000
[ "$GOGC" = off ] && ns=5000
name=BenchmarkA
for word in "$@"; do case "$word" in
-test.bench=*Old*size*) name='BenchmarkOld/size=1'; ns=20000 ;;
-test.bench=*Old*) name=BenchmarkOld; ns=20000 ;;
esac done
n=$(( $(cat COUNTER 2>/dev/null || echo 0) + 1 )); echo $n > COUNTER
printf 'goos: linux\\npkg: example.com/a\\ncpu: Model A\\n'
printf '%s-8\\t%s\\t%s ns/op\\t53 B/op\\t2 allocs/op\\nPASS\\n' "$name" "\${iterations:-100}" $(( ns + n % 7 ))
`;

async function scene(context: TestContext) {
  const found = await measuringScene(vscode, context);
  const { workspace, counterFile, target, parts } = found;
  writeFileSync(join(workspace, 'a_test.go'), SOURCE);
  writeFileSync(join(workspace, 'program.sh'), PROGRAM.replaceAll('COUNTER', `'${counterFile}'`));
  const { measureWith } = await import('../../../../src/features/measure/measureWith');
  const { measureOtherBenchmark } = await import('../../../../src/features/measure/measureOtherBenchmark');
  return {
    ...found,
    file: join(workspace, 'a_test.go'),
    measure: () => measureWith(target, parts),
    measureOther: () => measureOtherBenchmark(target, parts),
  };
}

const messageTexts = () => vscode.messages.map(({ text }) => text);

test('one program runs in turns with and without the chosen variable, and the verdict names both', async (context) => {
  const { measure, captures, session, programs, leftovers, memento } = await scene(context);
  user.picks = [/GOGC=off/];
  await measure();
  assert.match(messageTexts()[0]!, /^BenchmarkA, GOGC=off against GOGC=100: 50\.\d\u202f% faster \(p = 0\.0\d\d, n = 4\+4/);
  const [now, base, ...others] = await captures.records();
  assert.equal(others.length, 0);
  assert.deepEqual([now!.title, base!.title], ['BenchmarkA with GOGC=off', 'BenchmarkA']);
  assert.deepEqual([now!.chosenEnvironment, base!.chosenEnvironment], ['GOGC=off', undefined]);
  assert.deepEqual([now!.conditions!.environment, base!.conditions!.environment].map((each) => each?.GOGC), ['off', undefined]);
  assert.deepEqual(now!.turns!.sides, { kind: 'environments', now: 'GOGC=off', before: 'GOGC=100' });
  assert.deepEqual([now!.turns!.base.id, now!.turns!.isSameProgram, now!.turns!.notes.filter((note) => !note.includes('busy'))], [base!.id, undefined, []]);
  assert.deepEqual([now!.profiles.length, base!.profiles.length, base!.results.length], [1, 1, 4]);
  assert.equal(session.active!.capture.id, now!.id);
  await eventually(async () => assert.deepEqual([...(await programs.ids())].sort(), [base!.id, now!.id].sort()));
  assert.deepEqual(leftovers(), []);
  assert.equal((memento as unknown as { keys(): readonly string[] }).keys().some((key) => key.includes('options:')), false);
});

test('measure again compares with the program of the settings, not with the one of another environment', async (context) => {
  const { measure, again, captures } = await scene(context);
  user.picks = [/GOGC=off/];
  await measure();
  const base = (await captures.records())[1]!;
  vscode.messages.length = 0;
  vscode.user.button = 'Measure Anyway';
  await again();
  assert.match(messageTexts()[0]!, /^The program of BenchmarkA is the same as the one measured/);
  assert.equal((await captures.records())[0]!.turns!.base.id, base.id);
});

test('an environment that the settings have already is not measured, unless the user wants it', async (context) => {
  const { measure, captures } = await scene(context);
  user.picks = [/Other variables/];
  user.typed = ['GOGC=many', 'GOGC=100'];
  await measure();
  assert.deepEqual(shown.problems, ['GOGC is off or a whole number, such as GOGC=200.']);
  assert.deepEqual(messageTexts(), ['BenchmarkA runs with GOGC=100 already: there is nothing to compare.']);
  assert.deepEqual(await captures.records(), []);
  vscode.messages.length = 0;
  user.picks = [/GOGC=100/];
  vscode.user.button = 'Measure Anyway';
  await measure();
  assert.match(messageTexts().at(-1)!, /^BenchmarkA, GOGC=100 against GOGC=100: no difference/);
});

test('without a default.pgo, the path of a profile for PGO can be typed, and the two newest levels of instructions are offered', async (context) => {
  const { measure } = await scene(context);
  const known = await instructionLevels();
  user.picks = [/^$/];
  await measure();
  const rows = shown.rows[0]!;
  assert.ok(rows.includes('-pgo=…'), rows.join());
  const levels = known?.levels.slice(-2).reverse().map((level) => `${known.variable}=${level}`) ?? [];
  assert.deepEqual(rows.filter((row) => /^GO(?:AMD|ARM)64=/.test(row)), levels);
});

test('a toolchain that is not installed is not downloaded', async (context) => {
  const { measure } = await scene(context);
  user.picks = [/Other variables/];
  user.typed = ['GOTOOLCHAIN=go1.99.1'];
  await assert.rejects(measure(), /^CaptureError: Go 1\.99\.1 is not installed, and Linecost downloads no toolchain\. Installed: /);
});

test('two benchmarks of a package run in turns from one program, and the verdict names both', async (context) => {
  const { measureOther, captures, leftovers, session, file, results } = await scene(context);
  user.picks = [/^BenchmarkOld$/];
  await measureOther();
  assert.deepEqual(shown.rows, [['BenchmarkOld', 'BenchmarkOld/size=1', 'Another name…']]);
  assert.match(messageTexts().at(-1)!, /^BenchmarkA against BenchmarkOld: 50\.\d\u202f% faster \(p = 0\.0\d\d, n = 4\+4/);
  const [now, base, ...others] = await captures.records();
  assert.equal(others.length, 0);
  assert.deepEqual([now!.title, base!.title, base!.target], ['BenchmarkA', 'BenchmarkOld', { file, name: 'BenchmarkOld' }]);
  assert.ok(base!.results.every(({ name }) => name === 'BenchmarkOld-8') && base!.results.length === 4);
  assert.ok(now!.turns!.before.every(({ name }) => name === 'BenchmarkA-8'));
  assert.equal(session.active!.capture.id, now!.id);
  assert.equal(results().length, 4);
  assert.deepEqual(leftovers(), []);
});

test('a case that is typed is measured alone, and one that contains the other is refused', async (context) => {
  const { measureOther, captures } = await scene(context);
  user.picks = [/Another name/];
  user.typed = ['BenchmarkNone', 'BenchmarkA/x', 'BenchmarkOld/size=1'];
  await measureOther();
  assert.deepEqual(shown.problems, [
    'The package has no BenchmarkNone.',
    'BenchmarkA/x and BenchmarkA are not two benchmarks: one contains the other.',
  ]);
  assert.match(messageTexts().at(-1)!, /^BenchmarkA against BenchmarkOld\/size=1: 50\.\d\u202f% faster/);
  assert.equal((await captures.records())[1]!.subject?.endsWith('#BenchmarkOld/size=1'), true);
});
