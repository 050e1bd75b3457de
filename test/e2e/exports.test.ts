import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Session, VsCode } from './driver/index';
import { confirmFile } from './fileDialog';
import { clickLens, startScene, untilProfiled } from './profiling';

const FILE = 'lib/lib_test.go';
const FILES = {
  'go.mod': 'module example.com/exports\n\ngo 1.24\n',
  [FILE]: `package lib

import "testing"

var sink int

func BenchmarkSum(b *testing.B) {
	for b.Loop() {
		sink = Sum(100_000)
	}
}
`,
  'lib/lib.go': `package lib

// Sum adds numbers.
//
//go:noinline
func Sum(n int) int {
	sum := 0
	for i := range n {
		sum += i % 7
	}
	return sum
}
`,
  'cmd/tool/main.go': 'package main\n\nimport "example.com/exports/lib"\n\nfunc main() { println(lib.Sum(10)) }\n',
};

let session: Session;
let code: VsCode;
/** The total of the profile, in milliseconds. */
let total: number;

before(async () => {
  session = await startScene({
    files: FILES,
    file: FILE,
    settings: {
      'linecost.profile.kinds': ['cpu'],
      // A fixed number of iterations gives enough samples even on a busy machine.
      'linecost.profile.benchtime': '5000x',
      'terminal.integrated.gpuAcceleration': 'off',
    },
  });
  code = session.code;
  await clickLens(session, FILE, 'BenchmarkSum');
  await untilProfiled(code, 'BenchmarkSum');
});
after(() => session?.stop());

const pprof = (...args: string[]) =>
  execFileSync('go', ['tool', 'pprof', ...args], { encoding: 'utf8', stdio: 'pipe', cwd: session.workspace });

/** Returns the duration after a pattern in a text of pprof, in milliseconds. */
function milliseconds(text: string, pattern: RegExp): number {
  const [, value, unit] = new RegExp(`${pattern.source}([\\d.]+)(ms|s)`).exec(text)!;
  return Math.round(Number(value) * (unit === 's' ? 1000 : 1));
}

/** Exports the profile in a format, and checks the proposed file name. @returns the file's text */
async function exportAs(format: string, name: string): Promise<string> {
  await code.pickFrom('Linecost: Export…', 'Export BenchmarkSum cpu', format);
  const file = path.join(session.workspace, name);
  await code.until('the proposed name', async () => (await code.quickInput.value()) === file);
  await confirmFile(code);
  await code.notifications.untilShown(`Exported to ${name}.`);
  await code.notifications.close(`Exported to ${name}.`);
  return readFile(file, 'latin1');
}

test('the active profile is exported in each format', async () => {
  await code.run('Linecost: Export…');
  await code.quickInput.untilAsked('Export BenchmarkSum cpu');
  const formats = ['pprof', 'Folded stacks', 'speedscope', 'Callgrind', 'Call graph', 'Flame graph'];
  assert.deepEqual(await code.quickInput.labels(), formats);
  await code.screenshot('export formats dark');
  await code.quickInput.cancel();

  await exportAs('pprof', 'BenchmarkSum-cpu.pb.gz');
  total = milliseconds(pprof('-top', 'BenchmarkSum-cpu.pb.gz'), /Total samples = /);
  assert.ok(total > 0);

  const folded = await exportAs('Folded stacks', 'BenchmarkSum-cpu.folded');
  const sums = folded.trim().split('\n').map((line) => Number(/ (\d+)$/.exec(line)![1]));
  assert.equal(sums.reduce((sum, value) => sum + value, 0) / 1e6, total);
  assert.match(folded, /^testing\..*;testing\.\(\*B\)\.runN;.*;example\.com\/exports\/lib\.Sum \d+$/m);

  const speedscope = JSON.parse(await exportAs('speedscope', 'BenchmarkSum-cpu.speedscope.json')) as {
    readonly profiles: readonly { readonly unit: string; readonly endValue: number }[];
  };
  assert.deepEqual(speedscope.profiles.map(({ unit }) => unit), ['none', 'nanoseconds']);
  assert.equal(speedscope.profiles[1]!.endValue / 1e6, total);

  assert.equal(await exportAs('Call graph', 'BenchmarkSum-cpu.dot'), pprof('-dot', 'BenchmarkSum-cpu.pb.gz'));
  assert.equal(await exportAs('Callgrind', 'BenchmarkSum-cpu.callgrind'), pprof('-callgrind', 'BenchmarkSum-cpu.pb.gz'));
});

test('a command opens the profile in go tool pprof, with its sources and its program', async () => {
  await code.run('Linecost: Open in go tool pprof');
  const terminal = code.page.locator('.terminal-wrapper.active .xterm-rows');
  const terminalText = async () => (await terminal.innerText()).replace(/\u00a0/g, ' ');
  const input = code.page.locator('.terminal-wrapper.active .xterm-helper-textarea');
  const type = async (line: string) => {
    await code.until('the focus in the terminal', async () => {
      await input.focus({ timeout: 2000 });
      return input.evaluate((element) => element === document.activeElement);
    });
    await code.page.keyboard.type(`${line}\n`);
  };
  await code.until('a prompt', async () => (await terminalText()).includes('(pprof)'));
  await type('list lib.Sum');
  await code.until('sources', async () => /sum \+= i % 7/.test(await terminalText()));
  await type('disasm lib.Sum');
  await code.until('instructions', async () => /lib\.go:\d+/.test(await terminalText()));
  await code.screenshot('go tool pprof dark');
  await type('quit');
  await terminal.waitFor({ state: 'detached' });
});

test('a command makes a CPU profile the default.pgo of the main package, and can be undone', async () => {
  const file = path.join(session.workspace, 'cmd', 'tool', 'default.pgo');
  const useAsDefault = () => code.run('Linecost: Use as default.pgo');
  await useAsDefault();
  const message = await code.notifications.untilShown('BenchmarkSum cpu is now default.pgo of cmd/tool');
  assert.match(message, /: go build uses it to optimize that program\.$/);
  await code.screenshot('default pgo dark');
  const written = await readFile(file);
  // VS Code hides the message after a while.
  await code.notifications.press('is now default.pgo of cmd/tool', 'Undo');
  await code.until('no default.pgo', async () => !existsSync(file));

  await writeFile(file, written);
  assert.equal(milliseconds(pprof('-top', file), /Total samples = /), total);
  const built = path.join(session.workspace, 'tool');
  execFileSync('go', ['build', '-o', built, './cmd/tool'], { cwd: session.workspace });
  const settings = execFileSync('go', ['version', '-m', built], { encoding: 'utf8' });
  assert.match(settings, /-pgo=.*default\.pgo/);

  await writeFile(file, 'another profile');
  await useAsDefault();
  await code.pressInDialog('Cancel');
  assert.equal(await readFile(file, 'utf8'), 'another profile');
  await useAsDefault();
  await code.pressInDialog('Replace');
  await code.notifications.untilShown('is now default.pgo of cmd/tool');
  assert.notEqual(await readFile(file, 'utf8'), 'another profile');
  await code.notifications.press('is now default.pgo of cmd/tool', 'Undo');
  await code.until('the previous file', async () => (await readFile(file, 'utf8')) === 'another profile');
});
