import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ProgramKind } from '../../../src/go/captureTypes';
import { ProgramBuild } from '../../../src/go/program/programBuild';
import { resolveGoEnvironment } from '../../../src/go/tool/goSettings';

/**
 * measured.cjs FOLDER WORK ROUNDS: runs a program without a profile and with some kinds of profiles, in turns. Prints
 * the CPU time of the same work in nanoseconds for each, and the milliseconds between two pieces of the CPU profile.
 */
const [folder, work, rounds] = process.argv.slice(2) as [string, string, string];
const MAX_BYTES = 1 << 28;
/** The number of goroutines that wait while the work is done. */
const GOROUTINES = '1000';
interface Variant {
  readonly kinds?: readonly ProgramKind[];
  readonly args?: readonly string[];
}
const VARIANTS: Readonly<Record<string, Variant>> = {
  plain: {},
  cpu: { kinds: ['cpu'] },
  memory: { kinds: ['cpu', 'memory'] },
  all: { kinds: ['cpu', 'memory', 'mutex', 'block', 'goroutine'] },
  waiting: { args: [GOROUTINES] },
  wall: { kinds: ['wall'], args: [GOROUTINES] },
};

void main();

async function main(): Promise<void> {
  const { signal } = new AbortController();
  const context = { workspaceFolder: folder, processEnv: process.env, platform: process.platform };
  const go = resolveGoEnvironment(() => undefined, context);
  const request = { packageDir: folder, mainFile: path.join(folder, 'main.go'), go };
  const built = await ProgramBuild.build(request, () => undefined, signal);
  const nanos: Record<string, number[]> = Object.fromEntries(Object.keys(VARIANTS).map((name) => [name, []]));
  const gaps: number[] = [];
  try {
    for (let round = 0; round < Number(rounds); round++) {
      for (const [name, { kinds, args = [] }] of Object.entries(VARIANTS)) {
        const run = kinds && (await built.newRun(kinds));
        const env = { ...process.env, ...run?.env };
        const { stdout } = await promisify(execFile)(built.program, [work, ...args], { env });
        nanos[name]!.push(Number(stdout));
        if (!run || name !== 'cpu') continue;
        const pieces = await run.newPieces('cpu', MAX_BYTES, signal);
        gaps.push(...pieces.slice(0, -1).map(({ gapMicros }) => gapMicros / 1000));
      }
    }
  } finally {
    await built.close();
  }
  console.log(JSON.stringify({ nanos, gaps }));
}
