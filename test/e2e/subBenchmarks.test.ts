import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import type { Editor, Session, VsCode } from './driver/index';
import { panelFrame } from './driver/panel';
import { SideView } from './driver/sideView';
import { clickLens, lineOf, outputOf, startScene, untilProfiled } from './profiling';

const TESTS = 'sum_test.go';
const NAME = 'BenchmarkSum';

/** Forty cases of one b.Run, a case with a literal name, and a benchmark of the same name in another package. */
const FILES = {
  'go.mod': 'module example.com/sum\n\ngo 1.24\n',
  'sum.go': `package sum

var kept []byte

// Sum allocates size bytes.
func Sum(size int) {
	kept = make([]byte, size)
}
`,
  [TESTS]: `package sum

import (
	"fmt"
	"testing"
)

func BenchmarkSum(b *testing.B) {
	for size := range 40 {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			for range b.N {
				Sum(8192 * (size + 1))
			}
		})
	}
}

func BenchmarkNamed(b *testing.B) {
	b.Run("large", func(b *testing.B) {
		for range b.N {
			Sum(4096)
		}
	})
}
`,
  'lib/lib.go': 'package lib\n\nvar Kept []byte\n',
  'lib/lib_test.go': `package lib

import "testing"

func BenchmarkNamed(b *testing.B) {
	for range b.N {
		Kept = make([]byte, 2048)
	}
}
`,
};

let session: Session;
let code: VsCode;
let profiles: SideView;

before(async () => {
  session = await startScene({
    files: FILES,
    file: TESTS,
    settings: {
      'linecost.profile.kinds': ['memory', 'mutex'],
      'linecost.profile.benchtime': '100x',
      'linecost.profile.memoryRate': 'everyAllocation',
    },
  });
  code = session.code;
  profiles = new SideView(code.page, 'Profiles');
});
after(() => session?.stop());

async function editorAt(text: string): Promise<{ readonly editor: Editor; readonly line: number }> {
  const line = await lineOf(session, TESTS, text);
  return { editor: await code.open(path.join(session.workspace, TESTS), line), line };
}

/** Waits until a lens above the line that contains `text` matches `title`. */
async function untilLens(text: string, title: RegExp): Promise<void> {
  const { editor, line } = await editorAt(text);
  await code.until(`${title} above ${text}`, async () => (await editor.lensesAt(line)).some((lensTitle) => title.test(lensTitle)));
}

const panel = (name = NAME): Promise<FrameLocator> => panelFrame(code.page, `${name} results`);

async function names(page: FrameLocator): Promise<string[]> {
  return page.getByRole('table', { name: 'Results of' }).locator('tbody th').allInnerTexts();
}

test('forty results of one b.Run share one lens above it and one above the benchmark', async () => {
  await clickLens(session, TESTS, NAME);
  await untilProfiled(code, NAME);
  await untilLens('b.Run(fmt.Sprintf', /^40 results…$/);
  await untilLens('func BenchmarkSum', /^40 results…$/);
  const { editor } = await editorAt('func BenchmarkSum');
  const lines = await editor.lines();
  const withFigures = lines.filter(({ after: end }) => end.some(({ text }) => /[nµm]s\/op/.test(text)));
  assert.deepEqual(withFigures, []);
  const withResults = (await editor.lenses()).filter(({ titles }) => titles.some((title) => /results|[nµm]s\/op/.test(title)));
  assert.equal(withResults.length, 2);
  await code.screenshot('results lens dark');
});

test('a click on the lens opens a table that sorts and filters', async () => {
  const { editor, line } = await editorAt('b.Run(fmt.Sprintf');
  await editor.clickLens(line, /^40 results/);
  const page = await panel();
  await page.getByRole('heading', { name: NAME }).waitFor();
  await code.until('forty rows', async () => (await names(page)).length === 40);
  const bytes = page.getByRole('columnheader', { name: 'B/op' });
  await bytes.getByRole('button').click();
  assert.equal((await names(page))[0], 'size=39');
  await bytes.getByRole('button').click();
  assert.equal((await names(page))[0], 'size=0');
  await code.screenshot('results panel dark');
  await page.getByRole('searchbox').fill('=3');
  assert.equal((await names(page)).length, 11);
  assert.equal(await page.getByRole('status').innerText(), '11 of 40');
  await page.getByRole('searchbox').fill('');
});

test('captures are grouped by benchmark, with the package if two benchmarks have the same name', async () => {
  await clickLens(session, TESTS, 'BenchmarkNamed');
  await untilProfiled(code, 'BenchmarkNamed');
  await untilLens('b.Run("large"', /^[\d.]+ [nµm]s\/op +[\d.]+ (?:[KM]i)?B\/op/);
  await clickLens(session, 'lib/lib_test.go', 'BenchmarkNamed');
  await untilProfiled(code, 'BenchmarkNamed');
  await code.run('Linecost: Focus on Profiles View');
  // The rows below a capture depend on which one is active.
  const groups = async () => (await profiles.texts()).filter((text) => /^Benchmark/.test(text));
  await code.until('three groups', async () => {
    assert.deepEqual((await groups()).sort(), ['BenchmarkNamed lib', 'BenchmarkNamed sum', 'BenchmarkSum']);
    return true;
  });
  await profiles.capture('BenchmarkNamed', /[nµm]s\/op/).waitFor();
  await profiles.capture('BenchmarkSum', '40 results').waitFor();
});

test('one sub-benchmark is profiled alone, and the results of the others stay', async () => {
  const { editor, line } = await editorAt('func BenchmarkSum');
  await editor.clickLens(line, /^40 results/);
  const page = await panel();
  await page.getByRole('button', { name: `Profile this case: ${NAME}/size=7`, exact: true }).click();
  const history = page.getByRole('table', { name: 'Captures of' }).locator('tbody tr');
  await code.until('a second capture', async () => (await history.count()) === 2);
  assert.match(await history.first().innerText(), /active.*size=7/s);
  assert.match(await outputOf(code, `${NAME}/size=7`), /size=7/);
  assert.equal((await names(page)).length, 40);
  await code.screenshot('results case dark');
  assert.equal(await history.last().getByRole('button', { name: 'Compare' }).isDisabled(), true);
  await history.last().getByRole('button', { name: 'Open' }).click();
  await code.until('the capture of all cases', async () => /active/.test(await history.last().innerText()));
});
