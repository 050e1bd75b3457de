import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface Ran {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface Where {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Written to standard input. */
  readonly input?: Uint8Array;
}

/** Runs a program to its end; an exit code other than 0 is not an error. */
export function run(program: string, args: readonly string[], { cwd, env = process.env, input }: Where): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, encoding: 'buffer' as const, maxBuffer: 1 << 30, shell: false };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr: stderr.toString() });
    });
    child.stdin?.end(input);
  });
}

/** Like `run`, but fails if the program does. */
export async function mustRun(program: string, args: readonly string[], where: Where): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, where);
  assert.equal(code, 0, `${program} ${args.join(' ')} failed: ${stdout.toString()}${stderr}`);
  return stdout.toString();
}

let command: Promise<readonly string[]> | undefined;

/** The pprof program itself: `go tool pprof` takes twice the time. */
export function pprofCommand(): Promise<readonly string[]> {
  return (command ??= findPprof());
}

async function findPprof(): Promise<readonly string[]> {
  const slow = ['go', 'tool', 'pprof'];
  // Go builds it at the first use.
  await run('go', ['tool', 'pprof', '-help'], { cwd: process.cwd() });
  const path = (await mustRun('go', ['tool', '-n', 'pprof'], { cwd: process.cwd() })).trim();
  return existsSync(path) ? [path] : slow;
}

/** Runs `go tool pprof` with these arguments in `where.cwd`. */
export async function pprof(args: readonly string[], where: Where): Promise<Ran> {
  const [program, ...before] = await pprofCommand();
  return run(program!, [...before, ...args], where);
}

/** Fails with the first lines that differ. */
export function assertSameText(actual: Uint8Array | string, expected: Uint8Array | string, what: string): void {
  const [ours, theirs] = [Buffer.from(actual), Buffer.from(expected)];
  if (ours.equals(theirs)) return;
  const [ourLines, theirLines] = [ours, theirs].map((text) => text.toString('latin1').split('\n')) as [string[], string[]];
  const differing = Array.from({ length: Math.max(ourLines.length, theirLines.length) }, (_, i) => i)
    .filter((i) => ourLines[i] !== theirLines[i]);
  const shown = differing.slice(0, 6).map((i) => `  line ${i + 1}\n    pprof: ${theirLines[i]}\n    ours:  ${ourLines[i]}`);
  assert.fail(`${what}: ${differing.length} lines differ from pprof's\n${shown.join('\n')}`);
}
