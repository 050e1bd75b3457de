import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { GraphPage } from './graphPage';
import { clickLens, lineOf, RUN_MS, startScene, untilProfiled } from './profiling';
import { untilKept } from './storage';

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

/** Plainly faster, with the larger allocation in half; and all of it further down. */
const AFTER = BEFORE.replace('// Join', '// Faster.\n//\n// Join').replace('8192', '4096').replace('400000', '4');

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
      // Exact figures of every run.
      'linecost.profile.memoryRate': 'everyAllocation',
    },
  });
  code = session.code;
});
after(() => session?.stop());

/** Waits until the lenses above the benchmark have this text. */
async function untilLens(title: RegExp): Promise<void> {
  const line = await lineOf(session, TESTS, 'func BenchmarkJoin');
  const editor = await code.open(TESTS, line);
  await code.until(`a lens ${title}`, async () => {
    const titles = (await editor.lensesAt(line)).join(' | ').replace(/\u00a0/g, ' ');
    return title.test(titles);
  });
}

/** Waits for the columns of the line with some text. */
async function untilColumns(text: string, flat: RegExp): Promise<void> {
  const line = await lineOf(session, CODE, text);
  const editor = await code.open(CODE, line);
  await code.until(`${flat} on ${text}`, async () => flat.test((await columnsOf(editor, line))?.flat ?? ''));
}

test('a benchmark that was not measured has nothing to measure again', async () => {
  const line = await lineOf(session, TESTS, 'func BenchmarkJoin');
  const editor = await code.open(TESTS, line);
  await untilLens(/profile this benchmark/);
  assert.equal((await editor.lensesAt(line)).some((title) => title.includes('again')), false);
});

test('code that was made faster is called faster, by how much and on what evidence', async () => {
  await clickLens(session, TESTS, 'BenchmarkJoin');
  await untilProfiled(code, 'BenchmarkJoin');
  await writeFile(path.join(session.workspace, CODE), AFTER);
  const editor = await code.open(CODE);
  await code.until('the new text', async () => (await editor.lines()).some(({ text }) => text.includes('Faster')));
  await clickLens(session, TESTS, 'BenchmarkJoin', /measure again/);
  const said = await code.notifications.untilShown(/^BenchmarkJoin: /, RUN_MS);
  assert.match(said, /^BenchmarkJoin: [\d.]+ % faster \(p [=<] 0\.\d+, n = 10\+10\), 92\d\d → 51\d\d B\/op\./);
  await untilLens(/measure again .* [\d.]+ % faster \(p [=<] 0\.\d+, n = 10\+10\), 92\d\d → 51\d\d B\/op .*\(median of 10\)/);
  await code.screenshot('verdict dark');
});

test('a click on the verdict compares the two, line by line and in the flame graph', async () => {
  const line = await lineOf(session, TESTS, 'func BenchmarkJoin');
  await (await code.open(TESTS, line)).clickLens(line, /% faster/);
  await code.statusBar.untilShown(/BenchmarkJoin vs .*\d\d:\d\d.* · per operation/);
  const graph = await GraphPage.drawn(code, 'Linecost');
  assert.ok(await graph.frames.first().isVisible());
  await untilColumns('4096', /^-4096 B\/op$/);
  // The runtime may allocate once more or less.
  await untilColumns('1024', /^(\.|[+-]0\.\d+ B\/op)$/);
});

test('unchanged code has no difference', async () => {
  await code.run('Linecost: Clear Baseline');
  await clickLens(session, TESTS, 'BenchmarkJoin', /measure again/);
  const said = await code.notifications.untilShown(/^BenchmarkJoin: no difference/, RUN_MS);
  assert.match(said, /no difference: the program is the same, byte for byte\./);
});

test('a reload brings the verdict back', async () => {
  await untilLens(/no difference: the program is the same/);
  await untilKept(code, 'memento/workbench.parts.editor', TESTS);
  await code.reload();
  await untilLens(/measure again .*no difference: the program is the same/);
});
