import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

const FILE = 'trust_test.go';
const TESTS = `package trust

import "testing"

func BenchmarkTrust(b *testing.B) {
	for b.Loop() {
		Keep()
	}
}
`;
const CODE = `package trust

var kept []byte

// Keep allocates.
func Keep() {
	kept = make([]byte, 1024)
}
`;
const FILES = { 'go.mod': 'module example.com/trust\n\ngo 1.24\n', [FILE]: TESTS, 'trust.go': CODE };

let session: Session;
let code: VsCode;
let scratch: string;
/** The file in which the first go command in PATH records its calls. */
let calls: string;

before(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'linecost-trust-'));
  calls = path.join(scratch, 'calls.txt');
  const go = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  const spy = `#!/bin/sh\necho "go $*" >> "${calls}"\nexec "${go}/bin/go" "$@"\n`;
  await writeFile(path.join(scratch, 'go'), spy, { mode: 0o755 });
  session = await startScene({
    files: FILES,
    file: 'trust.go',
    prepare: async (cwd) => {
      const run = ['test', '-run=^$', '-bench=.', '-benchtime=100x', '-memprofile=mem.pprof', '-memprofilerate=1'];
      execFileSync(path.join(go, 'bin', 'go'), run, { cwd });
    },
    trust: true,
    settings: {
      'linecost.profile.benchtime': '100x',
      'linecost.profile.kinds': ['memory'],
      'linecost.profile.memoryRate': 'everyAllocation',
    },
    // With VSCODE_CLI, VS Code does not replace PATH with that of a login shell.
    env: { VSCODE_CLI: '1', PATH: [scratch, process.env.PATH].join(path.delimiter) },
  });
  code = session.code;
});
after(async () => {
  await session?.stop();
  await rm(scratch, { recursive: true, force: true });
});

async function goCalls(): Promise<string> {
  return readFile(calls, 'utf8').catch(() => '');
}

test('in an untrusted workspace, a profile file opens, and its source shows costs', async () => {
  await code.statusBar.untilShown('Restricted Mode');
  await code.explorer.click('mem.pprof');
  const page = await code.panel('mem.pprof');
  await page.getByText('Keep', { exact: false }).first().waitFor();
  await code.screenshot('restricted flame graph dark');
  const line = await lineOf(session, 'trust.go', 'make([]byte');
  const editor = await code.open('trust.go', line);
  await code.until('costs', async () => (await columnsOf(editor, line))?.flat);
});

test('in an untrusted workspace, no lens and no command runs code of the workspace', async () => {
  const editor = await code.open(FILE);
  // The palette renders only visible rows, so the filter must leave few. It keeps all commands that run code.
  const titles = await code.commandTitles('Linecost: Profile', 'Linecost: Open Profile File…');
  assert.deepEqual(titles.filter((title) => /^Linecost: (Profile|Fetch)/.test(title)), []);
  assert.deepEqual(await editor.lenses(), []);
  await editor.goTo(6);
  await editor.openSubmenu(6, 'Show Flame Graph', 'b.Loop');
  assert.equal(await code.page.locator('.monaco-menu').getByText('Profile Benchmark').count(), 0);
  await code.screenshot('restricted menu dark');
  await code.page.keyboard.press('Escape');
  assert.equal(await goCalls(), '');
});

test('when the workspace is trusted, lenses appear, and go runs for the first time', async () => {
  assert.equal(await goCalls(), '');
  await code.grantTrust();
  await clickLens(session, FILE, 'BenchmarkTrust');
  await untilProfiled(code, 'BenchmarkTrust');
  assert.match(await goCalls(), /^go test -c /m);
});
