import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runBenchstat } from '../../../src/cli/benchstatCommand';
import { ensureBenchstat } from '../../host/benchstat.mjs';
import type { GeneratedSet } from './generated';

/** What one side printed. */
export interface Printed {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export interface Ours extends Printed {
  readonly code: number;
}

/** Time limit for the real benchstat, in case it never ends. */
const LONGEST_RUN_MS = 20_000;

let program: string | undefined;

/** Runs the real benchstat in the current folder. */
export async function theirs(args: readonly string[], input: Buffer = Buffer.alloc(0)): Promise<Printed> {
  program ??= await ensureBenchstat();
  const options = { input, timeout: LONGEST_RUN_MS, maxBuffer: 1 << 28 };
  const { stdout, stderr, error } = spawnSync(program, args, options);
  // After an invalid flag, benchstat does not read its input.
  if (error !== undefined && (error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  return { stdout, stderr };
}

/** Runs ours in the current folder. */
export async function ours(args: readonly string[], input: Buffer = Buffer.alloc(0)): Promise<Ours> {
  const { code, stdout, stderr } = await runBenchstat(args, async () => input);
  return { code, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) };
}

/** A difference between the two sides, in words; undefined if they print the same. */
export async function differenceIn(set: GeneratedSet, folder: string): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true });
  for (const { name, content } of set.files) writeFileSync(path.join(folder, name), content);
  const before = process.cwd();
  process.chdir(folder);
  try {
    return differenceOf(await ours(set.args, set.input), await theirs(set.args, set.input));
  } finally {
    process.chdir(before);
  }
}

export function differenceOf(we: Ours, they: Printed): string | undefined {
  for (const stream of ['stdout', 'stderr'] as const) {
    const [left, right] = [comparable(we[stream]), comparable(they[stream])];
    if (left !== right) return `${stream}: ${firstDifference(left, right)}`;
  }
  const hasError = /^benchstat: /m.test(they.stderr.toString());
  return we.code === (hasError ? 1 : 0) ? undefined : `exit code ${we.code}`;
}

/** Processors other than amd64 multiply and add in one step, so that the last digits of all numbers differ. */
function comparable(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (process.arch === 'x64') return text;
  return text.replace(/\d+\.\d{8,}(?:e[+-]\d+)?|\d\.\d{8,}/g, (number) => Number(number).toPrecision(10));
}

function firstDifference(ours: string, theirs: string): string {
  const [left, right] = [ours.split('\n'), theirs.split('\n')];
  const line = left.findIndex((text, i) => text !== right[i]);
  const at = line === -1 ? left.length : line;
  const shown = (lines: readonly string[]) => JSON.stringify(Buffer.from(lines[at] ?? '(end)', 'latin1').toString());
  return `line ${at + 1}\n  ours   ${shown(left)}\n  theirs ${shown(right)}`;
}
