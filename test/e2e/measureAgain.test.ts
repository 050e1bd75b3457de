import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { panelFrame } from './driver/panel';
import { GraphPage } from './graphPage';
import { clickLens, lineOf, RUN_MS, startScene, untilProfiled } from './profiling';

const TESTS = 'join_test.go';
const CODE = 'join.go';

const BEFORE = `package join

var kept [2][]byte
var sum int

// Join allocates and counts.
func Join() {
	kept[0] = make([]byte, 1024)
	kept[1] = make([]byte, 8192)
	for i := range 400000 {
		sum += i
	}
}
`;

/** Much faster code, with half the larger allocation and more lines above. */
const AFTER = BEFORE.replace('// Join', '// Faster.\n//\n// Join').replace('8192', '4096').replace('400000', '4');

const CASES = 'cases_test.go';

const FILES = {
  'go.mod': 'module example.com/join\n\ngo 1.24\n',
  [TESTS]: `package join

import "testing"

func BenchmarkJoin(b *testing.B) {
	for b.Loop() {
		Join()
	}
}
`,
  [CASES]: `package join

import "testing"

func BenchmarkCases(b *testing.B) {
	b.Run("short text", func(b *testing.B) {
		for b.Loop() {
			Join()
		}
	})
	b.Run("nothing", func(b *testing.B) {
		for b.Loop() {
			sum++
		}
	})
}
`,
  [CODE]: BEFORE,
};

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    files: FILES,
    file: TESTS,
    settings: {
      'linecost.profile.kinds': ['memory'],
      'linecost.profile.benchtime': '20ms',
      // This setting makes the figures of every run exact.
      'linecost.profile.memoryRate': 'everyAllocation',
    },
  });
  code = session.code;
});
after(() => session?.stop());

/** Waits until the lenses above the line that contains `text`, by default BenchmarkJoin's, match `title`. */
async function untilLens(title: RegExp, { file = TESTS, text = 'func BenchmarkJoin' } = {}): Promise<void> {
  const line = await lineOf(session, file, text);
  const editor = await code.open(file, line);
  await code.until(`a lens ${title}`, async () => {
    const titles = (await editor.lensesAt(line)).join(' | ').replace(/\u00a0/g, ' ');
    return title.test(titles);
  });
}

/** Waits until the flat of the line that contains `text` matches. */
async function untilColumns(text: string, flat: RegExp): Promise<void> {
  const line = await lineOf(session, CODE, text);
  const editor = await code.open(CODE, line);
  await code.until(`${flat} on ${text}`, async () => flat.test((await columnsOf(editor, line))?.flat ?? ''));
}

test('a benchmark without results has no lens to measure again', async () => {
  const line = await lineOf(session, TESTS, 'func BenchmarkJoin');
  const editor = await code.open(TESTS, line);
  await untilLens(/profile this benchmark/);
  assert.equal((await editor.lensesAt(line)).some((title) => title.includes('again')), false);
});

test('the verdict on faster code says how much faster it is, with p and n', async () => {
  await clickLens(session, TESTS, 'BenchmarkJoin');
  await untilProfiled(code, 'BenchmarkJoin');
  await writeFile(path.join(session.workspace, CODE), AFTER);
  const editor = await code.open(CODE);
  await code.until('the new text', async () => (await editor.lines()).some(({ text }) => text.includes('Faster')));
  await clickLens(session, TESTS, 'BenchmarkJoin', /measure again/);
  const message = await code.notifications.untilShown(/^BenchmarkJoin: /, RUN_MS);
  assert.match(message, /^BenchmarkJoin: [\d.,\s]+?(?: to [\d.,\s]+?)?(?: %|×) faster \(p [=<] 0\.\d+, n = (\d+)\+\1\), 9\.\d\d → [45]\.\d\d KiB\/op[.;]/);
  await untilLens(/^\W*▼ [\d.,\s]+?(?: to [\d.,\s]+?)?(?: %|×) faster(?:, 9\.\d\d → [45]\.\d\d KiB\/op|, −4\d\.\d % B\/op)?(?: · | ).* [nµm]s\/op .*measure again/);
  await code.screenshot('verdict dark');
});

test('each line shows at once what changed, and a click on the verdict shows it in the flame graph', async () => {
  await code.statusBar.untilShown(/BenchmarkJoin vs .*\d\d:\d\d · \S+ · (?:ns|B|allocs)\/op/);
  await untilColumns('4096', /^−4(\.00)? KiB\/op$/);
  const line = await lineOf(session, TESTS, 'func BenchmarkJoin');
  await (await code.open(TESTS, line)).clickLens(line, /faster/);
  const graph = await GraphPage.drawn(code, 'Linecost');
  assert.ok(await graph.frames.first().isVisible());
  // The runtime may allocate once more or once less.
  await untilColumns('1024', /^(\.|[+−]0\.\d+ B\/op)$/);
});

test('for unchanged code, a message says that the program is the same; measured anyway, it shows no difference', async () => {
  await clickLens(session, TESTS, 'BenchmarkJoin', /measure again/);
  await code.notifications.untilShown(/BenchmarkJoin is the same as the one measured today/, RUN_MS);
  await code.notifications.press(/BenchmarkJoin is the same/, 'Measure Anyway');
  const message = await code.notifications.untilShown(/^BenchmarkJoin: no difference/, RUN_MS);
  assert.match(message, /no difference \(the program is the same, byte for byte\)\./);
});

/** Writes join.go and waits until the editor shows a part of the text. */
async function writeCode(text: string, part: string): Promise<void> {
  await writeFile(path.join(session.workspace, CODE), text);
  const editor = await code.open(CODE);
  await code.until('the new text', async () => (await editor.lines()).some(({ text: line }) => line.includes(part)));
}

test('all benchmarks of a package are profiled with one build, and each can be measured again', async () => {
  const buildCount = async () => {
    const text = await code.output.wholeText('Linecost');
    const count = (part: string) => text.split(part).length - 1;
    // Linecost builds again if a source file changed during the build.
    return count('$ go test -c ') - count('building again');
  };
  const before = await buildCount();
  await code.open(CASES);
  await code.run('Linecost: Profile Every Benchmark…');
  await code.quickInput.untilAsked('Profile Every Benchmark');
  const label = (await code.quickInput.labels()).find((text) => text.startsWith('Profile package '))!;
  await code.quickInput.pick(label);
  await code.notifications.untilShown(/^2 benchmarks of package .* were profiled\.$/, RUN_MS);
  assert.equal((await buildCount()) - before, 1);
  await untilLens(/measure again/);
  await untilLens(/measure again/, { file: CASES, text: 'func BenchmarkCases' });
});

test('each case has a verdict above its b.Run and, with p and n, in the table', async () => {
  await writeCode(BEFORE.replace('// Join', '// Slower: Join'), 'Slower');
  await clickLens(session, CASES, 'BenchmarkCases', /measure again/);
  await code.notifications.untilShown(/^BenchmarkCases: .*[12] slower.*, of 2 cases/, RUN_MS);
  await untilLens(/(?:%|×) slower\b.*profile this case/, { file: CASES, text: '"short text"' });
  await untilLens(/(?:no difference|within the noise|faster|slower|less|more)\b.*profile this case/, { file: CASES, text: '"nothing"' });
  await code.screenshot('verdicts of cases dark');
  const line = await lineOf(session, CASES, '"short text"');
  await (await code.open(CASES, line)).clickLens(line, /slower/);
  const page = await panelFrame(code.page, 'BenchmarkCases results');
  const row = page.locator('tr[aria-current]').first();
  await code.until('the row of the case', async () => /short_text.*(?:%|×) slower.*(\d+)\+\1/s.test(await row.innerText()));
  await code.screenshot('verdict table dark');
});

/** Runs git in the workspace. */
function git(...args: readonly string[]): string {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...author, ...args], { cwd: session.workspace, encoding: 'utf8' });
}

async function measureAgainstHead(): Promise<void> {
  await code.open(TESTS, await lineOf(session, TESTS, 'func BenchmarkJoin'));
  await code.run('Linecost: Measure Against a Git Revision…');
  await code.quickInput.untilAsked('Measure BenchmarkJoin Against a Git Revision');
  await code.quickInput.pick('HEAD');
}

test('the code of a commit is measured in turns with the current code, and the repository does not change', async () => {
  git('init', '-q', '-b', 'main');
  await writeFile(path.join(session.workspace, CODE), AFTER);
  git('add', '--all');
  git('commit', '-q', '-m', 'Fast');
  await writeCode(BEFORE.replace('// Join', '// Slow again: Join'), 'Slow again');
  const state = () => [git('status', '--porcelain'), git('worktree', 'list'), git('stash', 'list'), git('reflog')];
  const before = state();
  await measureAgainstHead();
  const message = await code.notifications.untilShown(/^BenchmarkJoin against /, RUN_MS);
  assert.match(message, /^BenchmarkJoin against [0-9a-f]{7}: [\d.,\s]+?(?: to [\d.,\s]+?)?(?: %|×) slower \(p [=<] 0\.\d+, n = (\d+)\+\1\), [45]\.\d\d → 9\.\d\d KiB\/op\b/);
  await untilLens(/against [0-9a-f]{7}: ▲ [\d.,\s]+?(?: to [\d.,\s]+?)?(?: %|×) slower/);
  await code.screenshot('verdict against a revision dark');
  assert.deepEqual(state(), before);
  assert.equal(existsSync(path.join(session.workspace, '.git', 'worktrees')), false);
});

test('for a commit that does not compile, a message offers to choose another revision', async () => {
  await writeFile(path.join(session.workspace, CODE), AFTER.replace('func Join() {', 'func Join() {\n\tundeclared()'));
  git('commit', '-q', '-a', '-m', 'Broken');
  await writeCode(AFTER.replace('// Faster', '// Fixed'), 'Fixed');
  await measureAgainstHead();
  const message = await code.notifications.untilShown(/^At [0-9a-f]{7}, /, RUN_MS);
  assert.match(message, /^At [0-9a-f]{7}, BenchmarkJoin does not compile: undefined: undeclared \(join\.go:\d+\)\./);
  await code.screenshot('revision that does not build dark');
  await code.notifications.press(/^At [0-9a-f]{7}, /, 'Choose Another Revision');
  await code.quickInput.untilAsked('Measure BenchmarkJoin Against a Git Revision');
  await code.quickInput.cancel();
  assert.equal(existsSync(path.join(session.workspace, '.git', 'worktrees')), false);
});

test('the present code is measured in turns with another environment, which the verdict and the lens name', async () => {
  await writeCode(BEFORE.replace('// Join', '// In two environments: Join'), 'In two environments');
  await code.open(TESTS, await lineOf(session, TESTS, 'func BenchmarkJoin'));
  await code.run('Linecost: Measure Again With…');
  await code.quickInput.untilAsked('Measure BenchmarkJoin Again With');
  await code.quickInput.pick('GOGC=off');
  const message = await code.notifications.untilShown(/^BenchmarkJoin, GOGC=off against GOGC=100: /, RUN_MS);
  assert.match(message, /(?:no difference|no clear difference|within the noise|faster|slower)/);
  await untilLens(/GOGC=off against GOGC=100: /);
  await code.screenshot('verdict on two environments dark');
});

test('two cases of a benchmark are measured against each other, and the verdict names both', async () => {
  await code.open(CASES, await lineOf(session, CASES, 'func BenchmarkCases'));
  await code.run('Linecost: Measure Against Another Benchmark…');
  await code.quickInput.untilAsked('Measure BenchmarkCases Against Another Benchmark');
  await code.quickInput.pick('BenchmarkCases/nothing');
  await code.quickInput.untilAsked('Measure BenchmarkCases/nothing Against');
  await code.quickInput.pick('BenchmarkCases/short_text');
  const message = await code.notifications.untilShown(/^BenchmarkCases\/nothing against BenchmarkCases\/short_text: /, RUN_MS);
  assert.match(message, /(?:%|×) faster/);
  await code.screenshot('verdict on two cases dark');
});

test('two stages that were profiled at different times are measured in turns by a click, without a build', async () => {
  await clickLens(session, TESTS, 'BenchmarkJoin');
  await untilProfiled(code, 'BenchmarkJoin');
  await writeCode(AFTER.replace('// Faster', '// Another stage'), 'Another stage');
  await clickLens(session, TESTS, 'BenchmarkJoin');
  const line = await lineOf(session, TESTS, 'func BenchmarkJoin');
  await untilLens(/[45]\.\d\d KiB.* measure again/);
  await (await code.open(TESTS, line)).clickLens(line, /ns\/op|µs\/op|ms\/op/);
  const page = await panelFrame(code.page, 'BenchmarkJoin results');
  const first = page.locator('.history tbody tr').first();
  // An older message may cover the button.
  await code.run('Notifications: Clear All Notifications');
  await first.getByRole('button', { name: 'Measure the two stored programs in turns' }).first().click();
  const message = await code.notifications.untilShown(/^BenchmarkJoin, (?!GOGC).+ against .+: /, RUN_MS);
  assert.match(message, /9\.\d\d → [45]\.\d\d KiB\/op/);
  await code.until('the change in turns', async () => !/not in turns/.test(await first.innerText()) && /faster/.test(await first.innerText()));
  await code.screenshot('stages measured in turns dark');
});
