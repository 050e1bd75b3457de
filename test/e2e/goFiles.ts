import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs go where a module is, without a network. */
export async function go(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const offline = { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local', ...env };
  return (await execute('go', args, { cwd, env: offline })).stdout;
}

/** Where `go test` is to leave what it measured, as paths, and how it is to run. */
export interface Measuring {
  readonly cpu?: string;
  readonly memory?: string;
  readonly trace?: string;
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Profiles a package's benchmarks with a real `go test`, every allocation sampled. */
export async function profile(folder: string, bench: string, measuring: Measuring): Promise<void> {
  const { cpu, memory, trace, flags = [], env } = measuring;
  const scratch = await mkdtemp(path.join(tmpdir(), 'linecost-go-'));
  const outputs = [
    ...(cpu ? [`-cpuprofile=${cpu}`] : []),
    ...(memory ? [`-memprofile=${memory}`, '-memprofilerate=1'] : []),
    ...(trace ? [`-trace=${trace}`] : []),
  ];
  try {
    const run = ['-run=^$', `-bench=${bench}`, '-benchtime=200ms', '-o', path.join(scratch, 'under.test')];
    await go(['test', ...run, ...outputs, ...flags, '.'], folder, env);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
