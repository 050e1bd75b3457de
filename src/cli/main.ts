#!/usr/bin/env node
import type { BenchstatOutcome } from './benchstatCommand';
import { interrupted } from './interrupted';
import type { Outcome } from './runReport';

/** `npm run` changes to the package's directory; INIT_CWD is the user's working directory. */
function enterUsersDirectory(): void {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env;
  if ((script === 'report' || script === 'linecost') && directory !== undefined) process.chdir(directory);
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

/**
 * Loads only the modules of the command, because comparing results takes less time than loading all reports. A report
 * may be named without the word `report`.
 */
async function run(argv: readonly string[]): Promise<Outcome | BenchstatOutcome> {
  const [command, ...rest] = argv;
  if (command === 'measure') return measure(rest);
  if (command === 'report') return report(rest);
  const isReport = command !== undefined && (command.startsWith('-') || (await import('./reportNames')).isReport(command));
  if (isReport && !/^--?(?:h|help)$/.test(command)) return report(argv);
  const { helpText, unknownCommand } = await import('./help');
  const asksForHelp = command !== undefined && /^(?:help|--?h|--?help)$/.test(command);
  return asksForHelp ? { code: 0, stdout: helpText(), stderr: '' } : { code: 2, stdout: '', stderr: unknownCommand(command) };
}

async function report(argv: readonly string[]): Promise<Outcome | BenchstatOutcome> {
  if (argv[0] === 'benchstat') return (await import('./benchstatCommand')).runBenchstat(argv.slice(1), readStdin);
  return (await import('./pprofCommand')).runPprofCommand(argv, readStdin);
}

async function measure(argv: readonly string[]): Promise<Outcome> {
  const { runMeasure } = await import('./measure/measureCommand');
  const { workingDirectory } = await import('./workingDirectory');
  return interrupted((signal) => {
    return runMeasure(argv, { cwd: workingDirectory(), env: environment(), signal, stderr: process.stderr });
  });
}

function environment(): Record<string, string> {
  const variables = Object.entries(process.env);
  return Object.fromEntries(variables.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

async function readStdin(): Promise<Uint8Array> {
  const { buffer } = await import('node:stream/consumers');
  return buffer(process.stdin);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
