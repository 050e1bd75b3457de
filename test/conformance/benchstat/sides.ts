import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runBenchstat } from '../../../src/cli/benchstatCommand';
import { ensureBenchstat } from '../../host/benchstat.mjs';
import type { GeneratedSet } from './generated';

/** What benchstat or Linecost printed. */
export interface Output {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export interface OurOutput extends Output {
  readonly code: number;
}

/** Time limit for the real benchstat, in case it never ends. */
const TIMEOUT_MS = 20_000;

let program: string | undefined;

/** Runs the real benchstat in the current folder. */
export async function runTheirs(args: readonly string[], input: Buffer = Buffer.alloc(0)): Promise<Output> {
  program ??= await ensureBenchstat();
  const options = { input, timeout: TIMEOUT_MS, maxBuffer: 1 << 28 };
  const { stdout, stderr, error } = spawnSync(program, args, options);
  // After an invalid flag, benchstat does not read its input.
  if (error !== undefined && (error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  return { stdout, stderr };
}

/** Runs Linecost's benchstat in the current folder. */
export async function runOurs(args: readonly string[], input: Buffer = Buffer.alloc(0)): Promise<OurOutput> {
  const { code, stdout, stderr } = await runBenchstat(args, async () => input);
  return { code, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) };
}

/** Runs both sides on a set, in `folder`. Returns their first difference as text, or undefined if there is none. */
export async function differenceIn(set: GeneratedSet, folder: string): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true });
  for (const { name, content } of set.files) writeFileSync(path.join(folder, name), content);
  const before = process.cwd();
  process.chdir(folder);
  try {
    return differenceOf(await runOurs(set.args, set.input), await runTheirs(set.args, set.input));
  } finally {
    process.chdir(before);
  }
}

/** The first difference as text, or undefined if there is none. */
export function differenceOf(ours: OurOutput, theirs: Output): string | undefined {
  for (const stream of ['stdout', 'stderr'] as const) {
    const [left, right] = [comparable(ours[stream]), comparable(theirs[stream])];
    if (left !== right) return `${stream}: ${firstDifference(left, right)}`;
  }
  const hasError = /^benchstat: /m.test(theirs.stderr.toString());
  return ours.code === (hasError ? 1 : 0) ? undefined : `exit code ${ours.code}`;
}

/**
 * The output as text. Except on amd64, long numbers are rounded: other processors multiply and add in one step, which
 * changes the last digits.
 */
function comparable(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (process.arch === 'x64') return text;
  return text.replace(/\d+\.\d{8,}(?:e[+-]\d+)?|\d\.\d{8,}/g, (number) => Number(number).toPrecision(10));
}

function firstDifference(ours: string, theirs: string): string {
  const [left, right] = [ours.split('\n'), theirs.split('\n')];
  const line = left.findIndex((text, i) => text !== right[i]);
  const index = line === -1 ? left.length : line;
  const quoted = (lines: readonly string[]) => JSON.stringify(Buffer.from(lines[index] ?? '(end)', 'latin1').toString());
  return `line ${index + 1}\n  ours   ${quoted(left)}\n  theirs ${quoted(right)}`;
}
