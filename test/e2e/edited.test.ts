import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { clickLens, lineOf, outputOf, captureFiles, startScene, untilProfiled } from './profiling';

const COSTLY = 'sink = make([]byte, 1024)';
const WORK = `package edited

var sink []byte

// Allocate allocates once.
func Allocate() {
	n := len(sink)
	${COSTLY}
	sink[0] = byte(n)
}
`;
const TESTS = `package edited

import "testing"

func BenchmarkAllocate(b *testing.B) {
	for b.Loop() {
		Allocate()
	}
}
`;
/** A go command whose first build waits for the file go-on. If the file edit exists, each build edits the source. */
const SLOW_GO = `#!/bin/sh
go "$@"
status=$?
if [ "$1 $2" = "test -c" ]; then
	if [ ! -e .vscode/built ]; then
		mkdir -p .vscode
		touch .vscode/built
		while [ ! -e .vscode/go-on ]; do sleep 0.05; done
	fi
	if [ -e .vscode/edit ]; then echo "// edited" >> work.go; fi
fi
exit $status
`;

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    files: {
      'go.mod': 'module example.com/edited\n\ngo 1.24\n',
      'work.go': WORK,
      'work_test.go': TESTS,
      'slow-go': SLOW_GO,
    },
    file: 'work_test.go',
    settings: {
      'linecost.go.path': '${workspaceFolder}/slow-go',
      'linecost.profile.kinds': ['memory'],
      'linecost.profile.memoryRate': 'everyAllocation',
      'linecost.profile.benchtime': '100x',
      'files.autoSave': 'afterDelay',
      'files.autoSaveDelay': 100,
    },
  });
  code = session.code;
});
after(() => session?.stop());

const inWorkspace = (file: string) => path.join(session.workspace, file);

/** Returns the line of the allocations in the last capture, and their flat, by `go tool pprof -list`. */
async function pprofCosts(): Promise<{ line: number; flat: string }> {
  const storage = path.join(code.home, 'user-data', 'User');
  const file = (await captureFiles(code)).filter((name) => name.endsWith('memory.pprof')).at(-1)!;
  const args = ['tool', 'pprof', '-list=Allocate$', path.join(storage, file)];
  const text = execFileSync('go', args, { encoding: 'utf8', cwd: session.workspace, stdio: 'pipe' });
  const [, flat, line] = /^ +(\S+) +\S+ +(\d+):\s*sink = make/m.exec(text)!;
  return { line: Number(line), flat: flat! };
}

async function assertCosts(editor: Editor, line: number, flat: string): Promise<void> {
  await code.until(`${flat} on line ${line}`, async () => (await columnsOf(editor, line))?.flat === flat);
  const { text, after: figures } = await editor.line(line);
  assert.deepEqual([text.trim(), figures.map(({ isItalic }) => isItalic)], [COSTLY, [false]]);
}

test('costs move with a line that is edited during the build, and a message leads to the hottest line', async () => {
  await clickLens(session, 'work_test.go', 'BenchmarkAllocate');
  await code.until('the first build', () => readFile(inWorkspace('.vscode/built')).then(() => true, () => false));
  const editor = await code.open('work.go', 4);
  await editor.goTo(4);
  await editor.type('\n');
  await code.until('the edit on disk', async () => (await readFile(inWorkspace('work.go'), 'utf8')) !== WORK);
  await writeFile(inWorkspace('.vscode/go-on'), '');
  await untilProfiled(code, 'BenchmarkAllocate');
  const { line, flat } = await pprofCosts();
  await code.notifications.press('The costs of BenchmarkAllocate are shown.', 'Go to hottest line');
  await code.until('the cursor there', async () => (await editor.cursor())?.startsWith(`Ln ${line}, `));
  assert.equal(line, (await lineOf(session, 'work.go', COSTLY)));
  await assertCosts(editor, line, flat);
  assert.match(await outputOf(code, 'BenchmarkAllocate'), /changed during the build; building again/);
  await code.screenshot('edited during the build dark');
  await editor.focus();
  await code.page.keyboard.press('Control+z');
  await code.until('the original text', async () => (await editor.line(line - 1)).text.includes(COSTLY));
  await assertCosts(editor, line - 1, flat);
});

test('if a source file changes during each build, a message says that costs may be on the wrong line', async () => {
  await writeFile(inWorkspace('.vscode/edit'), '');
  await clickLens(session, 'work_test.go', 'BenchmarkAllocate');
  await untilProfiled(code, 'BenchmarkAllocate');
  assert.equal(
    await code.notifications.untilShown('The source of BenchmarkAllocate changed'),
    'The source of BenchmarkAllocate changed while it was built: costs may be on the wrong line. Profile it again.',
  );
});
