import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs go in a module's folder, without a network. */
export async function go(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const offline = { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local', ...env };
  return (await execute('go', args, { cwd, env: offline })).stdout;
}

/** A line of `pprof -top -lines`: flat, cum, function and line. */
const TOP_ROW = /^ *(\S+) +\S+% +\S+% +(\S+) +\S+% +(.+) \S+:(\d+)(?: \((?:partial-)?inline\))?$/;

/** The paths for `go test` to write profiles to, and options of the run. */
export interface Measuring {
  readonly cpu?: string;
  readonly memory?: string;
  readonly trace?: string;
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Profiles a package's benchmarks with a real `go test`, every allocation sampled. For cpu it is a fixed amount of
 * work, which gives as many samples on a busy machine.
 */
export async function profile(folder: string, bench: string, measuring: Measuring): Promise<void> {
  const { cpu, memory, trace, flags = [], env } = measuring;
  const scratch = await mkdtemp(path.join(tmpdir(), 'linecost-go-'));
  const outputs = [
    ...(cpu ? [`-cpuprofile=${cpu}`] : []),
    ...(memory ? [`-memprofile=${memory}`, '-memprofilerate=1'] : []),
    ...(trace ? [`-trace=${trace}`] : []),
  ];
  try {
    const run = ['-run=^$', `-bench=${bench}`, `-benchtime=${cpu ? '2000x' : '200ms'}`, '-o', path.join(scratch, 'under.test')];
    await go(['test', ...run, ...outputs, ...flags, '.'], folder, env);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * The hottest line of a real run varies, so this asks `go tool pprof` for it.
 * @returns the lines of a function with the largest flat or cum, more than one where they are equal
 */
export async function hottestLines(profile: string, name: string, by: 'flat' | 'cum' = 'cum'): Promise<number[]> {
  const flags = ['-top', '-lines', '-cum', '-nodefraction=0', '-nodecount=100000', '-unit=ns'];
  const rows = (await go(['tool', 'pprof', ...flags, profile], path.dirname(profile))).split('\n').flatMap((row) => {
    const [, flat, cum, func, line] = TOP_ROW.exec(row) ?? [];
    return func === name ? [{ line: Number(line), cost: parseInt((by === 'flat' ? flat : cum)!, 10) }] : [];
  });
  if (rows.length === 0) throw new Error(`${profile} has no sample in ${name}`);
  const most = Math.max(...rows.map(({ cost }) => cost));
  return rows.filter(({ cost }) => cost === most).map(({ line }) => line);
}
