import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { madeOnce } from './madeOnce';

export interface RunResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Written to standard input. */
  readonly input?: Uint8Array;
}

/** Runs a program to its end. An exit code other than 0 does not reject the promise. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env = process.env, input }: RunOptions,
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, encoding: 'buffer' as const, maxBuffer: 1 << 30, shell: false };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr: stderr.toString() });
    });
    child.stdin?.end(input);
  });
}

/** Runs a program and returns its standard output; fails if the exit code is not 0. */
export async function mustRun(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, options);
  assert.equal(code, 0, `${program} ${args.join(' ')} failed: ${stdout.toString()}${stderr}`);
  return stdout.toString();
}

let command: Promise<readonly string[]> | undefined;

/** The command that starts pprof directly, because `go tool pprof` takes twice the time. */
export function pprofCommand(): Promise<readonly string[]> {
  return (command ??= findPprof());
}

async function findPprof(): Promise<readonly string[]> {
  const { folder, remove } = await madeOnce('linecost-conformance-pprof', async (empty) => {
    // Go builds pprof when it is first used.
    await run('go', ['tool', 'pprof', '-help'], { cwd: process.cwd() });
    await writeFile(join(empty, 'path'), await mustRun('go', ['tool', '-n', 'pprof'], { cwd: process.cwd() }));
  });
  const path = (await readFile(join(folder, 'path'), 'utf8')).trim();
  await remove();
  return existsSync(path) ? [path] : ['go', 'tool', 'pprof'];
}

/** Runs pprof with these arguments. */
export async function pprof(args: readonly string[], options: RunOptions): Promise<RunResult> {
  const [program, ...before] = await pprofCommand();
  return run(program!, [...before, ...args], options);
}

/** Fails with the first lines that differ. */
export function assertSameText(actual: Uint8Array | string, expected: Uint8Array | string, what: string): void {
  const [ours, theirs] = [Buffer.from(actual), Buffer.from(expected)];
  if (ours.equals(theirs)) return;
  const [ourLines, theirLines] = [ours, theirs].map((text) => text.toString('latin1').split('\n')) as [string[], string[]];
  const differing = Array.from({ length: Math.max(ourLines.length, theirLines.length) }, (_, i) => i)
    .filter((i) => ourLines[i] !== theirLines[i]);
  const examples = differing.slice(0, 6).map((i) => `  line ${i + 1}\n    pprof: ${theirLines[i]}\n    ours:  ${ourLines[i]}`);
  assert.fail(`${what}: ${differing.length} lines differ from pprof's\n${examples.join('\n')}`);
}
