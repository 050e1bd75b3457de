import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { label, percentage } from '../../src/profile/text/measurement';
import { readTraces } from '../conformance/traces';
import { paperProfile } from '../unit/pprofText/paperProfile';
import type { Session, VsCode } from './driver/index';
import { SideView } from './driver/sideView';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

const TESTS = 'words_test.go';
const STRANGER = 'stranger.pb.gz';
const LIBRARY = 'library.pb.gz';
const FILES = {
  'go.mod': 'module example.com/words\n\ngo 1.24\n',
  [TESTS]: `package words

import (
	"encoding/json"
	"strings"
	"testing"
)

var kept []byte

func BenchmarkWords(b *testing.B) {
	text := strings.Repeat("all of it is spent in the library ", 50)
	for b.Loop() {
		quoted := Quoted(text)
		kept, _ = json.Marshal(quoted)
	}
}
`,
  'words.go': `package words

import (
	"bytes"
	"fmt"
	"strings"
)

// Quoted has no cost of its own.
func Quoted(text string) string {
	var out bytes.Buffer
	for _, word := range strings.Fields(text) {
		fmt.Fprintf(&out, "%q ", word)
	}
	return strings.ToUpper(out.String())
}
`,
};

/** Memory profiles: one of another program, and one in which a line of the workspace has no flat. */
async function writeProfiles(folder: string): Promise<void> {
  const write = (file: string, stacks: string) =>
    writeFile(path.join(folder, file), paperProfile({ types: 'alloc_objects/count alloc_space/bytes', stacks }));
  await write(STRANGER, '1 2048 | other.work /other/work.go:4');
  await write(LIBRARY, `1 2048 | other.work /other/work.go:4 < example.com/words.Quoted ${path.join(folder, 'words.go')}:13`);
}

let session: Session;
let code: VsCode;
let hotLines: SideView;

before(async () => {
  session = await startScene({
    files: FILES,
    file: TESTS,
    prepare: writeProfiles,
    settings: {
      'linecost.profile.kinds': ['memory'],
      'linecost.profile.benchtime': '100x',
      'linecost.profile.memoryRate': 'everyAllocation',
    },
  });
  code = session.code;
  hotLines = new SideView(code.page, 'Hot Lines');
});
after(() => session?.stop());

/** The file of a run's memory profile. */
async function memoryProfile(run: string): Promise<string> {
  const entries = await readdir(session.home, { recursive: true, withFileTypes: true });
  const file = entries.find(({ name, parentPath }) => path.basename(parentPath) === run && name.startsWith('memory'))!;
  return path.join(file.parentPath, file.name);
}

/**
 * What pprof's own list of samples says: the cost of each line that is the innermost one of the workspace in a stack,
 * largest first, without the header of the benchmark's loop.
 */
async function chargesOf(file: string) {
  const traces = await readTraces({ path: file, cwd: session.workspace }, 'alloc_space', 'bytes');
  const loop = `${TESTS}:${await lineOf(session, TESTS, 'for b.Loop()')}`;
  const byLine = new Map<string, number>();
  for (const { value, frames } of traces) {
    const own = frames.find((frame) => path.dirname(frame.file) === session.workspace);
    const line = own && `${path.basename(own.file)}:${own.line}`;
    if (line !== undefined && line !== loop) byLine.set(line, (byLine.get(line) ?? 0) + value);
  }
  const total = traces.reduce((sum, { value }) => sum + value, 0);
  return { total, lines: [...byLine].sort(([, a], [, b]) => b - a) };
}

let hottest: string;

test('the first line is the one that causes most, as pprof counts it, though all of it is spent in the library', async () => {
  await clickLens(session, TESTS, 'BenchmarkWords');
  const { total, lines } = await chargesOf(await memoryProfile(await untilProfiled(code, 'BenchmarkWords')));
  assert.ok(lines.length >= 4, JSON.stringify(lines));
  await code.run('Linecost: Focus on Hot Lines View');
  const figureOf = (value: number) => `${label(value, 'bytes')} ${percentage(value, total)}`;
  await code.until('hot lines', async () => {
    const [head, ...rows] = await hotLines.texts();
    assert.equal(head, 'In this workspace by cost caused here');
    // Lines of equal cost may come in any order.
    assert.deepEqual(
      rows.map((row) => row.split(' ').slice(0, 3).join(' ')).sort(),
      lines.map(([line, value]) => `${line} ${figureOf(value)}`).sort(),
    );
    assert.deepEqual(rows.map((row) => row.split(' ')[1]), lines.map(([, value]) => label(value, 'bytes')));
    return true;
  });
  const [, first] = await hotLines.texts();
  hottest = first!.split(' ')[0]!;
  assert.match(first!, / flat \S+ cum \S+ words\.\w+$/);
  await code.screenshot('hot lines of a library dark');
});

/** Waits until the cursor is on a `FILE:LINE`. */
async function untilAt(place: string): Promise<void> {
  const [file, line] = place.split(':') as [string, string];
  await code.until(`the cursor at ${place}`, async () => (await code.editor(file).cursorLine()) === Number(line));
}

test('a command opens the hottest line, and the walk goes on from it, with the figure of the row', async () => {
  await code.run('Linecost: Go to Hottest Line');
  await untilAt(hottest);
  const [, , second] = await hotLines.texts();
  await code.editor(hottest.split(':')[0]).focus();
  await code.page.keyboard.press('ControlOrMeta+F6');
  await untilAt(second!.split(' ')[0]!);
  const count = (await hotLines.texts()).length - 1;
  const figure = second!.split(' ').slice(1, 3).join(' ');
  await code.until(`${figure} in the status bar`, async () => {
    const said = (await code.page.locator('.statusbar').innerText()).replace(/\s+/g, ' ');
    return said.includes(`Hot line 2 of ${count}: ${figure} caused here`);
  });
  await code.page.keyboard.press('ControlOrMeta+Shift+F6');
  await untilAt(hottest);
});

/** Opens a profile file from the explorer. */
async function openProfile(name: string): Promise<void> {
  await code.run('View: Show Explorer');
  await code.explorer.click(name);
  await code.statusBar.untilShown(new RegExp(`${name.replaceAll('.', '\\.')} · alloc_space`));
  await code.run('Linecost: Focus on Hot Lines View');
}

test('where all is in the library, a list by flat says so and leads on', async () => {
  await openProfile(LIBRARY);
  await hotLines.untilShown(/words\.go:13.*2kB.*100%.*flat 0.*cum 2kB/);
  await code.run('Linecost: Sort Hot Lines by Flat');
  await code.page.getByText("In the files shown, no line has a flat cost, the benchmark's own loop aside.").waitFor();
  await code.run('Linecost: Sort Hot Lines by Cost Caused Here');
  await hotLines.untilShown(/In this workspace.*by cost caused here/);
});

test('that no line of the workspace is in a profile is said where it is so, with the way on', async () => {
  await openProfile(STRANGER);
  const nothing = 'No line of this workspace is in a stack of the active profile.';
  await code.page.locator('.pane').getByText(nothing).waitFor();
  await code.screenshot('hot lines of a stranger dark');
  await code.run('Linecost: Go to Next Hot Line');
  await code.notifications.untilShown(nothing);
  assert.deepEqual(await code.notifications.buttons(nothing), ['Show Hot Lines of All Files']);
  await code.notifications.press(nothing, 'Show Hot Lines of All Files');
  await code.notifications.untilShown('No file of the active profile was found.');
});
