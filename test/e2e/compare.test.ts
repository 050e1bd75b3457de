import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf, shownColumns } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { SideView } from './driver/sideView';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

const TESTS = 'join_test.go';
const CODE = 'join.go';

const BEFORE = `package join

var kept [4][]byte

// Join allocates.
func Join() {
	kept[3] = make([]byte, 256)
	kept[0] = make([]byte, 1024)
	kept[1] = make([]byte, 8192)
	kept[2] = make([]byte, 512)
}
`;

/** The changed code: without the first allocation, with half the largest, with a new one, and with more lines above. */
const AFTER = `package join

// Measure again.
//
var kept [4][]byte

// Join allocates.
func Join() {
	kept[0] = make([]byte, 1024)
	kept[1] = make([]byte, 4096)
	kept[2] = make([]byte, 512)
	kept[3] = make([]byte, 2048)
}
`;

const FILES = {
  'go.mod': 'module example.com/join\n\ngo 1.24\n',
  [TESTS]: `package join

import "testing"

func BenchmarkJoin(b *testing.B) {
	for b.Loop() {
		Join()
	}
}

func BenchmarkTwice(b *testing.B) {
	for b.Loop() {
		Join()
		Join()
	}
}

func BenchmarkCases(b *testing.B) {
	for _, name := range []string{"few", "many"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Join()
			}
		})
	}
}
`,
  [CODE]: BEFORE,
};

let session: Session;
let code: VsCode;
let profiles: SideView;
let hotLines: SideView;

before(async () => {
  session = await startScene({
    files: FILES,
    file: TESTS,
    settings: {
      // These settings make the figures of every run exact.
      'linecost.profile.kinds': ['memory', 'block'],
      'linecost.profile.benchtime': '100x',
      'linecost.profile.memoryRate': 'everyAllocation',
    },
  });
  code = session.code;
  profiles = new SideView(code.page, 'Profiles');
  hotLines = new SideView(code.page, 'Hot Lines');
});
after(() => session?.stop());

async function measure(name: string): Promise<void> {
  await clickLens(session, TESTS, name);
  await untilProfiled(code, name);
}

const lineIn = (text: string) => lineOf(session, CODE, text);

/** Waits until the columns of the line that contains `text` match the patterns. */
async function untilColumns(text: string, flat: RegExp, cum = flat): Promise<Editor> {
  const line = await lineIn(text);
  const editor = await code.open(CODE, line);
  await code.until(`${flat} on ${text}`, async () => {
    const columns = await columnsOf(editor, line);
    return columns && flat.test(columns.flat) && cum.test(columns.cum);
  });
  return editor;
}

test('a command makes the active capture the baseline, which the status bar and the Profiles view show', async () => {
  await measure('BenchmarkJoin');
  await untilColumns('8192', /^[\d.]+ KiB$/);
  await code.run('Linecost: Set as Baseline');
  await code.statusBar.untilShown(/BenchmarkJoin · .* · is the baseline/);
  await code.run('Linecost: Focus on Profiles View');
  await profiles.untilShown(profiles.capture('BenchmarkJoin', 'baseline'));
  await untilColumns('8192', /^[\d.]+ KiB$/);
});

test('after a second capture, each line shows its change at its current place', async () => {
  await writeFile(path.join(session.workspace, CODE), AFTER);
  const line = await lineIn('2048');
  const editor = await code.open(CODE);
  await code.until('the new text', async () => (await editor.lines()).some(({ text }) => text.includes('2048')));
  await measure('BenchmarkJoin');
  await code.statusBar.untilShown(/BenchmarkJoin vs .*\d\d:\d\d · alloc_space · B\/op/);
  await untilColumns('2048', /^\+2(\.00?)? KiB\/op$/);
  await untilColumns('4096', /^−4(\.00?)? KiB\/op$/);
  for (const unchanged of ['1024', '512']) await untilColumns(unchanged, /^\.$/);
  assert.equal(line, 12);
  const heading = await editor.line((await lineIn('func Join')) - 1);
  assert.deepEqual([heading.after[0]?.text.trim(), heading.before[0]?.text.trim()], ['flat/op Δ', 'cum/op Δ']);
  assert.match(heading.after.map(({ text }) => text).join(' '), /vs .*\d\d:\d\d/);
  const { after: ends } = await editor.line(await lineIn('func Join'));
  assert.match(ends.map(({ text }) => text).join(' '), /−256 B\/op in removed lines/);
  await code.screenshot('compare dark');
});

test('the lens above the benchmark shows how its result changed', async () => {
  const line = await lineOf(session, TESTS, 'func BenchmarkJoin');
  const editor = await code.open(TESTS, line);
  await code.until('the change', async () => {
    const titles = (await editor.lensesAt(line)).join(' ').replace(/\u00a0/g, ' ');
    // Beside the 9984 and 7680 bytes of Join, the runtime allocates a few.
    return /[\d.]+ [nµ]s\/op.* 9\.[678]\d → [67]\.\d\d KiB\/op \(−2\d(\.\d)? %\) +4 allocs\/op/.test(titles);
  });
  await code.open(CODE, await lineIn('4096'));
});

test('a hover shows both values of a line, the change and its percentage', async () => {
  const editor = code.editor(CODE);
  const text = await editor.hover(await lineIn('4096'), 'make');
  assert.match(text, /Linecost · .*vs .*\d\d:\d\d.*, per operation/);
  assert.match(text, /now\s+baseline\s+change/);
  assert.match(text, /alloc_space cum\s+4(\.00?)? KiB\/op\s+8(\.00?)? KiB\/op\s+▼ −4(\.00?)? KiB\/op\s+−50(\.0)? %/);
  assert.match(text, /Callers & callees\s[^]*called by /);
  assert.match(text, /Edited\. In the baseline: kept\[1\] = make\(\[\]byte, 8192\)/);
  await code.screenshot('compare hover dark');
  await editor.dismissHover();
});

test('the Hot Lines view lists the largest differences, and a command goes to them', async () => {
  await code.until('the largest differences', async () => {
    const [first = '', second = '', third = ''] = await hotLines.texts();
    assert.match(first, /^▼ −4(\.00?)? KiB\/op kept\[1\] = make.* join\.go:10 · /);
    assert.match(second, /^▲ \+2(\.00?)? KiB\/op kept\[\d\] = make.* join\.go:12 · /);
    assert.match(third, /^▼ −(?:0\.25\d? KiB|256 B)\/op removed: kept\[3\] = make\(\[\]byte, 256\) join\.go:8 · /);
    return true;
  });
  await hotLines.untilDescribed(/^\d lines? leads? to the change · /);
  await code.run('Linecost: Go to Next Hot Line');
  await code.until('the cursor', async () => (await code.editor(CODE).cursorLine()) === 10);
  await hotLines.click(/removed: kept/);
  await code.until('the cursor', async () => (await code.editor(CODE).cursorLine()) === 8);
});

test('the hover of the note on removed lines lists them with what they cost in the baseline', async () => {
  const editor = await code.open(CODE, await lineIn('func Join'));
  const text = await editor.hover(await lineIn('func Join'), 'func');
  assert.match(text, /Join as a whole: [67]\.\d\d KiB\/op, baseline 9\.[67]\d KiB\/op, ▼ −[\d.]+ KiB\/op, −2\d(\.\d)? %\./);
  assert.match(text, /Removed below this line\s+flat in baseline\s+cum in baseline\s+kept\[3\] = make\(\[\]byte, 256\)\s+(?:0\.25\d? KiB|256 B)\/op\s+(?:0\.25\d? KiB|256 B)\/op/);
  await editor.dismissHover();
});

test('an option scales the profile to the baseline', async () => {
  await code.pickFrom(() => code.statusBar.click(/BenchmarkJoin vs/), 'Choose a sample type', /Comparison options/);
  await code.quickInput.untilAsked('Compared with BenchmarkJoin');
  await code.quickInput.pick(/Normalize/);
  await code.statusBar.untilShown(/ · normalized/);
  // The total has what the runtime happened to allocate, so the factor may be on either side of 1.
  await untilColumns('1024', /^[+−~][\d.]+ (Ki)?B\/op/);
  await code.pickFrom('Linecost: Comparison Options…', 'Compared with BenchmarkJoin', /Normalize/);
  await untilColumns('1024', /^\.$/);
});

test('another benchmark is compared only on command, with any capture that has the same kind of profile', async () => {
  await measure('BenchmarkTwice');
  await code.statusBar.untilShown(/not compared/);
  await untilColumns('1024', /^200 KiB$/);
  await code.run('Linecost: Compare Profile with…');
  await code.quickInput.untilAsked('Compare BenchmarkTwice with');
  const items = await code.quickInput.items();
  assert.deepEqual(items.map(({ label }) => label).slice(0, 2), ['BenchmarkJoin', 'BenchmarkJoin']);
  assert.match(items[0]!.description, /\d\d:\d\d.* · memory · [\d.]+ [KM]iB alloc_space/);
  assert.match(items[0]!.detail, /[nµm]s\/op/);
  await code.screenshot('compare with dark');
  // This picks the newest capture, which was made after the change.
  await code.quickInput.pick('BenchmarkJoin');
  await code.statusBar.untilShown(/BenchmarkTwice vs BenchmarkJoin .* · B\/op/);
  await untilColumns('4096', /^\+4(\.00?)? KiB\/op$/);
});

test('when the baseline is cleared, the columns show costs again', async () => {
  await code.run('Linecost: Clear Baseline');
  const editor = await untilColumns('2048', /^400 KiB$/);
  assert.ok([...(await shownColumns(editor)).values()].every(({ flat, cum }) => !/[+-]/.test(flat + cum)));
  await code.until('no comparison', async () => !(await code.statusBar.item(/ vs |baseline/).isVisible()));
});

test('a key shows costs in percent, and the menu of the status bar shows them per operation', async () => {
  const editor = await untilColumns('2048', /^400 KiB$/);
  const heading = async () => {
    const { before, after: flat } = await editor.line((await lineIn('func Join')) - 1);
    return [flat[0]?.text.trim(), before[0]?.text.trim()];
  };
  assert.deepEqual(await heading(), ['flat', 'cum']);
  await editor.focus();
  await code.page.keyboard.press('Control+F7');
  await untilColumns('2048', /^\d\d(\.\d)? %$/);
  assert.deepEqual(await heading(), ['flat %', 'cum %']);
  await code.screenshot('figures percent dark');
  await code.pickFrom(() => code.statusBar.click(/BenchmarkTwice · .* · %/), 'Choose a sample type', /Per operation/);
  await untilColumns('2048', /^4(\.00?)? KiB\/op$/);
  assert.deepEqual(await heading(), ['flat/op', 'cum/op']);
  await code.until('hot lines per operation', async () => /^[\d.]+ % kept\[1\] = make.* join\.go:10 · /.test((await hotLines.texts())[0] ?? ''));
  const text = await editor.hover(await lineIn('2048'), 'make');
  assert.match(text, /Linecost · per operation/);
  assert.match(text, /alloc_space\s+flat\s+4(?:\.00?)? KiB\/op\s.*\s+alloc_objects\s+flat\s+2 allocs\/op/s);
  await code.screenshot('figures per operation hover dark');
  await editor.dismissHover();
});

test('sub-benchmarks that share a profile are not compared, and one of them can be profiled alone', async () => {
  await measure('BenchmarkCases');
  const editor = await untilColumns('2048', /^400 KiB$/);
  await code.statusBar.untilShown(/BenchmarkCases · alloc_space · [\d.]+\s[KM]iB/);
  const text = await editor.hover(await lineIn('2048'), 'make');
  assert.match(text, /Totals. 2 cases share this profile: profile one alone for costs per operation. Profile One Case…/);
  await code.screenshot('figures totals hover dark');
  await editor.dismissHover();
  await code.run('Linecost: Set as Baseline');
  await code.statusBar.untilShown(/BenchmarkCases · .* · is the baseline/);
  await measure('BenchmarkCases');
  await code.notifications.untilShown(/BenchmarkCases ran 2 cases in one profile, so lines cannot be compared/);
  await untilColumns('2048', /^400 KiB$/);
  await code.notifications.press(/ran 2 cases in one profile/, 'Profile One Case…');
  await code.quickInput.untilAsked('Profile one case of BenchmarkCases');
  await code.quickInput.pick('many');
  await untilProfiled(code, 'BenchmarkCases/many');
  await untilColumns('2048', /^2(\.00?)? KiB\/op$/);
});
