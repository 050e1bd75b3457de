import { statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Memory } from '../engine/memory';
import { Oversight } from '../engine/oversight';
import { overseen } from '../profile/work/guard';
import { runReport } from './run';

/** Of the machine's memory: a report that needs more is not worth what it does to all else that runs. */
const MEMORY_SHARE = 0.5;

/** Under `npm run` the working directory is the package's; npm remembers where the user stands. */
function enterUsersDirectory(): void {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env;
  if (script === 'report' && directory !== undefined) process.chdir(directory);
}

/** The working directory by the name the shell has for it, as Go's os.Getwd gives it (symbolic links stay). */
function workingDirectory(): string {
  const actual = process.cwd();
  const named = process.env['PWD'];
  if (!named?.startsWith('/')) return actual;
  const there = statSync(named, { throwIfNoEntry: false });
  const here = statSync(actual);
  return there?.ino === here.ino && there.dev === here.dev ? named : actual;
}

async function main(): Promise<void> {
  enterUsersDirectory();
  // A reader that has seen enough (`| head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const oversight = new Oversight({ memory: new Memory(totalmem() * MEMORY_SHARE), stopIfCancelled: () => undefined });
  const surroundings = { directory: workingDirectory(), readStdin: () => buffer(process.stdin) };
  const outcome = await overseen(oversight, () => runReport(process.argv.slice(2), surroundings));
  process.stdout.write(outcome.stdout);
  process.stderr.write(outcome.stderr);
  process.exitCode = outcome.code;
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
