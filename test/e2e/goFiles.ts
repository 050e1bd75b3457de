import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs go in a module's folder, without the network, and returns its stdout. */
export async function go(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const offline = { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local', ...env };
  return (await execute('go', args, { cwd, env: offline })).stdout;
}

/** Matches a row of `pprof -top -lines`. The groups are flat, cum, function and line. */
const TOP_ROW = /^ *(\S+) +\S+% +\S+% +(\S+) +\S+% +(.+) \S+:(\d+)(?: \((?:partial-)?inline\))?$/;

/** The paths of the profiles that `go test` writes, and options of the run. */
export interface ProfileOptions {
  readonly cpu?: string;
  readonly memory?: string;
  readonly trace?: string;
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Profiles a package's benchmarks with a real `go test`, which samples every allocation. For a CPU profile, the
 * benchmark runs a fixed number of iterations, because a busy machine would take fewer samples in a fixed time.
 */
export async function profile(folder: string, bench: string, options: ProfileOptions): Promise<void> {
  const { cpu, memory, trace, flags = [], env } = options;
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
 * Reads the hottest lines of a function from `go tool pprof`, because they vary from run to run.
 * @returns the lines with the largest flat or cum; several if they are equal
 */
export async function hottestLines(profile: string, name: string, by: 'flat' | 'cum' = 'cum'): Promise<number[]> {
  const flags = ['-top', '-lines', '-cum', '-nodefraction=0', '-nodecount=100000', '-unit=ns'];
  const rows = (await go(['tool', 'pprof', ...flags, profile], path.dirname(profile))).split('\n').flatMap((row) => {
    const [, flat, cum, func, line] = TOP_ROW.exec(row) ?? [];
    return func === name ? [{ line: Number(line), cost: parseInt((by === 'flat' ? flat : cum)!, 10) }] : [];
  });
  if (rows.length === 0) throw new Error(`${profile} has no sample in ${name}`);
  const maxCost = Math.max(...rows.map(({ cost }) => cost));
  return rows.filter(({ cost }) => cost === maxCost).map(({ line }) => line);
}
