import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ProgramKind } from '../../../src/go/captureTypes';
import { ProgramBuild } from '../../../src/go/program/programBuild';
import { resolveGoEnvironment } from '../../../src/go/tool/goSettings';
import { agentFrames } from '../../../src/go/agent/agentFrames';
import { startEngine, timed } from '../shared/startEngine';

/**
 * measured.cjs FOLDER WORK ROUNDS WORKER: runs a program without a profile and with some kinds of profiles, in turns.
 * Prints the CPU time of the same work in nanoseconds for each, the milliseconds between two pieces of the CPU profile,
 * and those from the bytes of its largest piece in the host to the costs of the program's file.
 */
const [folder, work, rounds, worker] = process.argv.slice(2) as [string, string, string, string];
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
  const shown: Shown = { kilobytes: [], ms: [] };
  const engine = startEngine(worker);
  try {
    for (let round = 0; round < Number(rounds); round++) {
      for (const [name, { kinds, args = [] }] of Object.entries(VARIANTS)) {
        const run = kinds && (await built.newRun(kinds));
        const env = { ...process.env, ...run?.env };
        const { stdout } = await promisify(execFile)(built.program, [work, ...args], { env });
        nanos[name]!.push(Number(stdout));
        if (!run || name !== 'cpu') continue;
        const pieces = await run.newPieces('cpu', MAX_BYTES, signal);
        await showLargest(engine, pieces.map(({ bytes }) => bytes), built.agentPrefix, shown);
        gaps.push(...pieces.slice(0, -1).map(({ gapMicros }) => gapMicros / 1000));
      }
    }
  } finally {
    await engine.dispose();
    await built.close();
  }
  console.log(JSON.stringify({ nanos, gaps, shown }));
}

interface Shown {
  readonly kilobytes: number[];
  readonly ms: number[];
}

/** Does what a window does with a piece: leaves the agent out, adds it to the sum, and asks for the costs of a file. */
async function showLargest(
  engine: ReturnType<typeof startEngine>,
  pieces: readonly Uint8Array[],
  agentPrefix: string,
  { kilobytes, ms }: Shown,
): Promise<void> {
  const [largest, other = largest] = [...pieces].sort((a, b) => b.length - a.length);
  const ignore = agentFrames(agentPrefix);
  const took = await timed(async () => {
    const own = await engine.ask('mergedBytes', { sources: [{ kind: 'bytes', bytes: largest! }], ignore });
    const both = [other!, own].map((bytes) => ({ kind: 'bytes', bytes }) as const);
    const bytes = await engine.ask('mergedBytes', { sources: both });
    const { id: profile, defaultSampleType: sampleType } = await engine.ask('load', { source: { kind: 'bytes', bytes } });
    const files = await engine.ask('filesNamed', { profile, basename: 'main.go' });
    const [costs] = await engine.ask('fileCosts', { profile, sampleType, files });
    if (!costs || costs.lines.length === 0) throw new Error('no costs');
    await engine.ask('unload', { profile });
  });
  kilobytes.push(largest!.length / 1000);
  ms.push(took.ms);
}
