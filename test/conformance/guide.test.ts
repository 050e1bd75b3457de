import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { profileBenchmarks, temporaryFolder } from './goPrograms';
import { run } from './oracle';

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
