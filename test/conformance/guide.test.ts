import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { profileBenchmarks, temporaryFolder } from './goPrograms';
import { mustRun, run } from './oracle';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GUIDE = join(ROOT, 'media', 'guide');
/** What `npm run` sets would send the reports to another folder. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE_/.test(name)));

/** The lines of the guide's `sh` blocks that run a report. */
async function reportCommands(): Promise<string[]> {
  const pages = (await readdir(GUIDE)).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(pages.map((page) => readFile(join(GUIDE, page), 'utf8')));
  const lines = texts.flatMap((text) => [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block]) => block!.split('\n')));
  return lines.filter((line) => line.startsWith('npm run -s report'));
}

/** The words of a command line that quotes with `'` only. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}

const results = (nanos: number): string =>
  `pkg: example.com/words\n${Array.from({ length: 6 }, (_, i) => `BenchmarkWords-2 1000 ${nanos + i} ns/op\n`).join('')}PASS\n`;

test('each report that the guide shows runs, and prints something', async () => {
  const { folder, remove } = await temporaryFolder();
  const profiles = await profileBenchmarks();
  try {
    const cpu = profiles.paths.get('cpu')!;
    await Promise.all(['cpu.pprof', 'new.pb.gz', 'old.pb.gz'].map((name) => copyFile(cpu, join(folder, name))));
    await writeFile(join(folder, 'old.txt'), results(100));
    await writeFile(join(folder, 'new.txt'), results(101));
    const commands = await reportCommands();
    assert.ok(commands.length >= 5);
    for (const command of commands) {
      const [npm, ...args] = wordsOf(command);
      const { code, stdout, stderr } = await run(npm!, ['--prefix', ROOT, ...args], { cwd: folder, env });
      // These profiles have no function of the guide's names, which pprof says as well.
      const isUnmatched = /no matches found|no nodes|Focus expression matched no samples/.test(stderr);
      assert.ok(isUnmatched || (code === 0 && stdout.length > 0), `${command}: ${stderr}`);
    }
  } finally {
    await Promise.all([remove(), profiles.remove()]);
  }
});

/** The commands of the page on CI, as a shell gets them; shorter, because each runs benchmarks. */
async function measureCommands(): Promise<string[]> {
  const text = await readFile(join(GUIDE, 'in-ci.md'), 'utf8');
  const [, ...lines] = [...text.matchAll(/^ *(?:- run: |- )?(linecost measure .*)$/gm)];
  const shorter = [['--detect=2%', '--detect=1000%'], ['--time=30s', '--time=1s'], ['--runs=10', '--runs=6']] as const;
  // The first is that of GitHub, too.
  return lines.map(([, line]) => shorter.reduce((command, [from, to]) => command.replace(from, to), line!));
}

test('each command of the page on CI measures a benchmark of a pull request', { skip: process.platform === 'win32' }, async () => {
  const { folder, remove } = await temporaryFolder();
  try {
    const [root, bin] = [join(folder, 'now'), join(folder, 'bin')];
    await mkdir(root);
    await mkdir(bin);
    await writeFile(join(bin, 'linecost'), `#!/bin/sh\nexec node '${join(ROOT, 'dist', 'linecost.js')}' "$@"\n`);
    await chmod(join(bin, 'linecost'), 0o755);
    await mustRun('node', [join(ROOT, 'esbuild.config.mjs'), 'report'], { cwd: ROOT, env });
    await writeFile(join(root, 'go.mod'), 'module example.com/words\n\ngo 1.24\n');
    const body = 'for b.Loop() {\n\t\tfor i := range 9 {\n\t\t\tSink += i\n\t\t}\n\t}';
    const code = `package words\n\nimport "testing"\n\nvar Sink int\n\nfunc BenchmarkGet(b *testing.B) {\n\t${body}\n}\n`;
    await writeFile(join(root, 'words_test.go'), code);
    const git = (...args: string[]) => mustRun('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, env });
    await git('init', '-q', '-b', 'main');
    await git('add', '-A');
    await git('commit', '-q', '-m', 'first');
    await git('checkout', '-q', '-b', 'change');
    await git('commit', '-q', '--allow-empty', '-m', 'second');
    await mustRun('cp', ['-r', root, join(folder, 'before')], { cwd: folder, env });
    const base = (await git('rev-parse', 'main')).trim();
    const commands = await measureCommands();
    assert.ok(commands.length >= 5);
    const shell = { ...env, PATH: `${bin}:${process.env['PATH']}`, CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
    for (const command of commands) {
      // One operation a run: what it shows is of no interest here.
      const quick = command.replace('linecost measure', 'linecost measure -benchtime=100x');
      const { code: status, stdout, stderr } = await run('bash', ['-o', 'pipefail', '-c', quick], { cwd: root, env: shell });
      // On a busy machine, a second may be too short to tell.
      const isMeasured = status < 2 || stderr.includes(' too few to tell');
      assert.ok(isMeasured, `${command}: ${status} ${stdout.toString()}${stderr}`);
    }
  } finally {
    await remove();
  }
});
