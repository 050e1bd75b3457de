#!/usr/bin/env node
import type { BenchstatOutcome } from './benchstatCommand';
import type { Outcome } from './runReport';

/** `npm run` changes to the package's directory; INIT_CWD is the user's working directory. */
function enterUsersDirectory(): void {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env;
  if (script === 'report' && directory !== undefined) process.chdir(directory);
}

async function main(): Promise<void> {
  enterUsersDirectory();
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Closing the pipe early (`| head`) is not an error.
    if (error.code === 'EPIPE') return;
    process.stderr.write(`The output could not be written: ${error.message}\n`);
    process.exitCode = 1;
  });
  const outcome = await run(process.argv.slice(2));
  process.stdout.write(outcome.stdout);
  process.stderr.write(outcome.stderr);
  process.exitCode = outcome.code;
}

/** Loads only the modules of the command, because comparing results takes less time than loading all reports. */
async function run(argv: readonly string[]): Promise<Outcome | BenchstatOutcome> {
  const [command, ...rest] = argv;
  if (command === 'benchstat') return (await import('./benchstatCommand')).runBenchstat(rest, readStdin);
  return (await import('./pprofCommand')).runPprofCommand(argv, readStdin);
}

async function readStdin(): Promise<Uint8Array> {
  const { buffer } = await import('node:stream/consumers');
  return buffer(process.stdin);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
