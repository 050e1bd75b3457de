import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { shownColumns } from './costs';
import type { Session, VsCode } from './driver/index';
import { clickLens, lineOf, RUN_MS, startScene, untilProfiled } from './profiling';

const REAL = '\nfunc BenchmarkReal(b *testing.B) {\n}\n';
const HOARD_TESTS = `// Package hoard has one of everything that go test runs.
package hoard

import (
	"fmt"
	"testing"
)

func TestHoard(t *testing.T) {
	Hoard(100)
}

func ExampleHoard() {
	fmt.Println(len(Hoard(100)))
	// Output: 100
}

func FuzzHoard(f *testing.F) {
	f.Add(100)
	f.Fuzz(func(t *testing.T, rounds int) {
		Hoard(rounds)
	})
}
`;
const HOARD = `package hoard

// Hoard keeps kilobytes.
func Hoard(rounds int) [][]byte {
	var kept [][]byte
	for range rounds {
		kept = append(kept, make([]byte, 1024))
	}
	return kept
}
`;
const FOLDERS = ['lenses', 'hoard', 'multi/app', 'multi/lib', 'multi/upper'];

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    copies: { lenses: 'lenses', multi: 'multi' },
    files: {
      'hoard/go.mod': 'module example.com/hoard\n\ngo 1.24\n',
      'hoard/hoard_test.go': HOARD_TESTS,
      'hoard/hoard.go': HOARD,
      'all.code-workspace': JSON.stringify({ folders: FOLDERS.map((folder) => ({ path: folder })) }),
      // Shows that the lenses of a file without benchmarks were asked for.
      'lenses/none_test.go': (await workspaceFile('lenses/none_test.go')) + REAL,
      'lenses/refused_test.go': (await workspaceFile('lenses/refused_test.go')) + REAL,
    },
    codeWorkspace: 'all.code-workspace',
    // Every allocation is in the profile, however busy the machine is.
    settings: {
      'linecost.profile.benchtime': '100x',
      'linecost.profile.kinds': ['memory'],
      'linecost.profile.memoryRate': 'everyAllocation',
    },
  });
  code = session.code;
});
after(() => session?.stop());

function workspaceFile(name: string): Promise<string> {
  return readFile(new URL(`../workspaces/${name}`, import.meta.url), 'utf8');
}

/** The names of all functions of a file that have a lens above them, from the top to the bottom of the file. */
async function namesWithLenses(file: string, expected: readonly string[]): Promise<string[]> {
  const text = await readFile(path.join(session.workspace, file), 'utf8');
  const lines = text.split('\n');
  const found = new Map<number, string>();
  const editor = await code.open(path.join(session.workspace, file), 1);
  for (let start = 1; start < lines.length; start += 20) {
    await editor.goTo(start);
    const wanted = async () => {
      const onScreen = new Set((await editor.lines()).map(({ line }) => line));
      for (const { line, titles } of await editor.lenses()) {
        // Drawn, and not filled in yet.
        if (titles.length > 0) found.set(line, titles.map((title) => title.trim()).join());
      }
      return expected.every((name) => {
        const line = lines.findIndex((each) => each.includes(`func ${name}`)) + 1;
        return found.has(line) || !onScreen.has(line);
      });
    };
    await code.until(`the lenses around line ${start} of ${file}`, wanted);
  }
  for (const titles of found.values()) assert.equal(titles, 'profile this benchmark,options…');
  return [...found.keys()].sort((a, b) => a - b).map((line) => /func (\p{L}[\p{L}\p{N}_]*)/u.exec(lines[line - 1])![1]);
}

test('lenses stand above every benchmark of an internal and an external test package, however it is written', async () => {
  const all = (await workspaceFile('lenses/plain_test.go')).match(/(?<=^func )Benchmark[\p{L}\p{N}_]*/gmu)!;
  assert.equal(all.length, 13);
  assert.deepEqual(await namesWithLenses('lenses/plain_test.go', all), all);
  await code.screenshot('lenses dark');
  for (const [file, name] of [
    ['external_test.go', 'BenchmarkExternal'],
    ['integration_test.go', 'BenchmarkTagged'],
    ['dotted/dotted_test.go', 'BenchmarkDotImport'],
    ['deep/down/down_test.go', 'BenchmarkDown'],
  ]) {
    assert.deepEqual(await namesWithLenses(`lenses/${file}`, [name]), [name]);
  }
});

test('comments, raw strings, methods and what go test refuses have no lens', async () => {
  assert.deepEqual(await namesWithLenses('lenses/none_test.go', ['BenchmarkReal']), ['BenchmarkReal']);
  assert.deepEqual(await namesWithLenses('lenses/refused_test.go', ['BenchmarkReal']), ['BenchmarkReal']);
});

test('where the cursor is in no benchmark, the palette offers those of the whole workspace', async () => {
  const editor = await code.open(path.join(session.workspace, 'lenses/not_a_test_file.go'), 8);
  await code.run('Linecost: Profile Benchmark');
  await code.quickInput.untilAsked('Choose a benchmark of this workspace');
  await code.quickInput.type('bench');
  const offered = await code.until('the benchmarks of all folders', async () => {
    const shown = (await code.quickInput.items()).map(({ label, description }) => `${label} ${description}`);
    for (const expected of ['BenchmarkGreet app/app_test.go', 'BenchmarkPrimes lib/nested/nested_test.go']) {
      assert.ok(shown.includes(expected), `${expected} is not among ${shown.join(', ')}`);
    }
    return shown;
  });
  assert.equal(offered.some((each) => /Elsewhere|InRawString|InComment|Method|Benchmarkish/.test(each)), false);
  await code.screenshot('pick dark');
  assert.deepEqual(await editor.lenses(), []);
  await code.quickInput.type('BenchmarkDown');
  await code.quickInput.pick('BenchmarkDown');
  await untilProfiled(code, 'BenchmarkDown');
  const tab = code.page.locator('.tab.active').first();
  await code.until('the code of what was picked', async () => !(await tab.innerText()).includes('not_a_test_file.go'));
});

test('the palette and the context menu profile the benchmark at the cursor', async () => {
  const file = path.join(session.workspace, 'lenses/plain_test.go');
  await code.open(file, (await lineOf(session, 'lenses/plain_test.go', 'func BenchmarkManyLines(')) + 2);
  await code.run('Linecost: Profile Benchmark');
  await untilProfiled(code, 'BenchmarkManyLines');
  const line = (await lineOf(session, 'lenses/plain_test.go', 'func Benchmark1Digit(')) + 2;
  const editor = await code.open(file, line);
  await editor.menu(line, 'Profile Benchmark', 'Sum');
  await untilProfiled(code, 'Benchmark1Digit');
});

test('tests, examples and fuzz tests are profiled by command', async () => {
  for (const name of ['TestHoard', 'ExampleHoard', 'FuzzHoard']) {
    const file = 'hoard/hoard_test.go';
    await code.open(path.join(session.workspace, file), await lineOf(session, file, `func ${name}(`));
    await code.run('Linecost: Profile Test or Example');
    await code.quickInput.untilAsked(`Profile ${name}: what to measure`);
    await code.quickInput.accept();
    await untilProfiled(code, name);
    await untilCosts('hoard/hoard.go', 'make([]byte, 1024)');
  }
});

/** Waits until a line of a file carries its costs. */
async function untilCosts(file: string, text: string): Promise<void> {
  const line = await lineOf(session, file, text);
  const editor = await code.open(path.join(session.workspace, file), line);
  const costs = await code.until(`costs in ${file}`, async () => (await shownColumns(editor)).get(line));
  assert.match(costs.cum, /^[\d.]+[kM]?B$/);
}

test('every module of a workspace of several roots profiles, and its lines carry costs across modules', async () => {
  await clickLens(session, 'multi/app/app_test.go', 'BenchmarkGreet');
  await untilProfiled(code, 'BenchmarkGreet');
  await untilCosts('multi/app/app.go', 'return lib.Reverse');
  await untilCosts('multi/lib/lib.go', '[]rune(text)');
  await untilCosts('multi/upper/case.go', 'make([]rune');
  await clickLens(session, 'multi/lib/nested/nested_test.go', 'BenchmarkPrimes');
  await untilProfiled(code, 'BenchmarkPrimes');
  await untilCosts('multi/lib/nested/nested.go', 'make([]bool');
});

test('a module path with capitals profiles, and its lines carry costs', async () => {
  await clickLens(session, 'multi/upper/case_test.go', 'BenchmarkShout');
  await untilProfiled(code, 'BenchmarkShout');
  await untilCosts('multi/upper/case.go', 'make([]rune');
});

test('a build tag that keeps a benchmark out is named, and once it is set the benchmark runs', async () => {
  const file = 'lenses/integration_test.go';
  await clickLens(session, file, 'BenchmarkTagged');
  const said = await code.notifications.untilShown('left out of the build', RUN_MS);
  assert.equal(
    said,
    'BenchmarkTagged is left out of the build by //go:build integration: ' +
      'add integration to the setting linecost.go.buildTags.',
  );
  const buttons = await code.notifications.buttons('left out of the build');
  assert.deepEqual(buttons, ['Open integration_test.go:7', 'Open Settings', 'Show Output']);
  await code.changeSettings({ 'linecost.go.buildTags': 'integration' });
  await clickLens(session, file, 'BenchmarkTagged');
  await untilProfiled(code, 'BenchmarkTagged');
});
