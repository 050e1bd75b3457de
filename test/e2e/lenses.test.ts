import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { shownColumns } from './costs';
import type { Session, VsCode } from './driver/index';
import { clickLens, lineOf, RUN_MS, startScene, untilProfiled } from './profiling';

const HOARD_TESTS = `package hoard

import "testing"

func TestHoard(t *testing.T) {
	Hoard(100)
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

test('if the cursor is not in a benchmark, the command lists the benchmarks of the whole workspace', async () => {
  const editor = await code.open(path.join(session.workspace, 'lenses/not_a_test_file.go'), 8);
  await code.run('Linecost: Profile Benchmark');
  await code.quickInput.untilAsked('No benchmark of this package calls BenchmarkElsewhere: choose one of this workspace');
  await code.quickInput.setText('bench');
  const listed = await code.until('the benchmarks of all folders', async () => {
    const items = (await code.quickInput.items()).map(({ label, description }) => `${label} ${description}`);
    for (const expected of ['BenchmarkGreet app/app_test.go', 'BenchmarkPrimes lib/nested/nested_test.go']) {
      assert.ok(items.includes(expected), `${expected} is not among ${items.join(', ')}`);
    }
    return items;
  });
  assert.equal(listed.some((item) => /Elsewhere|InRawString|InComment|Method|Benchmarkish/.test(item)), false);
  await code.screenshot('pick dark');
  assert.deepEqual(await editor.lenses(), []);
  await code.quickInput.setText('BenchmarkDown');
  await code.quickInput.pick('BenchmarkDown');
  await untilProfiled(code, 'BenchmarkDown');
  const tab = code.page.locator('.tab.active').first();
  await code.until('the source of the chosen benchmark', async () => !(await tab.innerText()).includes('not_a_test_file.go'));
});

test('the command and the context menu profile the benchmark at the cursor', async () => {
  const file = path.join(session.workspace, 'lenses/plain_test.go');
  const inside = (await lineOf(session, 'lenses/plain_test.go', 'func BenchmarkManyLines(')) + 2;
  await code.until('the command at the cursor', async () => {
    await code.open(file, inside);
    await code.run('Linecost: Profile Benchmark');
    // The hottest line of the last capture may still open and move the cursor, even into another benchmark.
    const isRight = await code.notifications.untilShown('Profiling BenchmarkManyLines', 3000).then(() => true, () => false);
    if (!isRight) await code.page.keyboard.press('Escape');
    return isRight;
  });
  await untilProfiled(code, 'BenchmarkManyLines');
  const line = (await lineOf(session, 'lenses/plain_test.go', 'func Benchmark1Digit(')) + 2;
  const editor = await code.open(file, line);
  await editor.menu(line, 'Profile Benchmark', 'Sum');
  await untilProfiled(code, 'Benchmark1Digit');
});

test('a command profiles a test', async () => {
  const file = 'hoard/hoard_test.go';
  await code.open(path.join(session.workspace, file), await lineOf(session, file, 'func TestHoard('));
  await code.run('Linecost: Profile Test or Example…');
  await code.quickInput.untilAsked('Profile TestHoard: what to measure');
  await code.quickInput.accept();
  await untilProfiled(code, 'TestHoard');
  await untilCosts('hoard/hoard.go', 'make([]byte, 1024)');
});

/** Waits until a line of a file shows its costs. */
async function untilCosts(file: string, text: string): Promise<void> {
  const line = await lineOf(session, file, text);
  const editor = await code.open(path.join(session.workspace, file), line);
  const costs = await code.until(`costs in ${file}`, async () => (await shownColumns(editor)).get(line));
  assert.match(costs.cum, /^[\d.]+ (?:[KM]i)?B$/);
}

test('benchmarks of every module of a multi-root workspace are profiled, with costs in other modules', async () => {
  await clickLens(session, 'multi/app/app_test.go', 'BenchmarkGreet');
  await untilProfiled(code, 'BenchmarkGreet');
  await untilCosts('multi/app/app.go', 'return lib.Reverse');
  await untilCosts('multi/lib/lib.go', '[]rune(text)');
  await untilCosts('multi/upper/case.go', 'make([]rune');
  await clickLens(session, 'multi/lib/nested/nested_test.go', 'BenchmarkPrimes');
  await untilProfiled(code, 'BenchmarkPrimes');
  await untilCosts('multi/lib/nested/nested.go', 'make([]bool');
});

test('for a missing build tag, a message names it, and setting it lets the benchmark run', async () => {
  const file = 'lenses/integration_test.go';
  await clickLens(session, file, 'BenchmarkTagged');
  const message = await code.notifications.untilShown('left out of the build', RUN_MS);
  assert.equal(
    message,
    'BenchmarkTagged is left out of the build by //go:build integration: ' +
      'add integration to the setting linecost.go.buildTags.',
  );
  const buttons = await code.notifications.buttons('left out of the build');
  assert.deepEqual(buttons, ['Open integration_test.go:7', 'Open Settings', 'Show Output']);
  await code.changeSettings({ 'linecost.go.buildTags': 'integration' });
  await clickLens(session, file, 'BenchmarkTagged');
  await untilProfiled(code, 'BenchmarkTagged');
});
