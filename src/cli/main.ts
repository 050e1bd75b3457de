import { statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Memory } from '../engine/memoryUse';
import { threadGauge } from '../engine/node/threadGauge';
import { Oversight } from '../engine/queryLimits';
import { overseen } from '../profile/common/guard';
import { runBenchstat, type BenchstatOutcome } from './benchstatCommand';
import { runReport, type Outcome } from './run';

/** The fraction of the machine's memory that a report may use. */
const MEMORY_SHARE = 0.5;

/** `npm run` changes to the package's directory; INIT_CWD is the user's working directory. */
function enterUsersDirectory(): void {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env;
  if (script === 'report' && directory !== undefined) process.chdir(directory);
}

/** The working directory as the shell names it: like Go's os.Getwd, without resolving symbolic links. */
function workingDirectory(): string {
  const actual = process.cwd();
  const shellDirectory = process.env['PWD'];
  if (!shellDirectory?.startsWith('/')) return actual;
  const shellStat = statSync(shellDirectory, { throwIfNoEntry: false });
  const actualStat = statSync(actual);
  return shellStat?.ino === actualStat.ino && shellStat.dev === actualStat.dev ? shellDirectory : actual;
}

async function main(): Promise<void> {
  enterUsersDirectory();
  // Closing the pipe early (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const outcome = await run(process.argv.slice(2));
  process.stdout.write(outcome.stdout);
  process.stderr.write(outcome.stderr);
  process.exitCode = outcome.code;
}

async function run(argv: readonly string[]): Promise<Outcome | BenchstatOutcome> {
  const readStdin = () => buffer(process.stdin);
  const [command, ...rest] = argv;
  if (command === 'benchstat') return runBenchstat(rest, readStdin);
  const memory = new Memory(totalmem() * MEMORY_SHARE, threadGauge);
  const oversight = new Oversight({ memory, stopIfCancelled: () => undefined });
  const input = { directory: workingDirectory(), readStdin };
  return overseen(oversight, () => runReport(argv, input));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
