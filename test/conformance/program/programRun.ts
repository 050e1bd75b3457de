import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GoProgramRequest, ProgramKind } from '../../../src/go/captureTypes';
import { ProgramBuild } from '../../../src/go/program/programBuild';
import type { ProfilePiece, Ending, RunFolder } from '../../../src/go/agent/runFolder';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { gunzipSync } from 'node:zlib';
import { withWorld, type World } from '../capture/module';

export const MAX_BYTES = 1 << 28;

/** Uses CPU time in `burn`, for tests to find; `beHot` returns after a number of milliseconds of CPU time. */
export const BURN = `package main

import "syscall"

var sink int

func used() int64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return u.Utime.Nano() + u.Stime.Nano()
}

//go:noinline
func burn(n int) {
	for i := 0; i < n; i++ {
		sink += i * i
	}
}

func beHot(ms int64) {
	for until := used() + ms*1e6; used() < until; {
		burn(100000)
	}
}
`;

/** A program that runs, with what it prints. */
export interface Running {
  readonly child: ChildProcess;
  readonly folder: RunFolder;
  readonly program: ProgramBuild;
  readonly text: () => string;
  /** Waits until the program has printed these words. */
  printed(words: string): Promise<void>;
}

export interface Ended {
  readonly ending: Ending;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly pieces: readonly ProfilePiece[];
  readonly text: string;
}

/** Builds a package main of these files, starts it, and passes it to `act`; then waits until it has ended. */
export async function profiled(
  files: Readonly<Record<string, string>>,
  kinds: readonly ProgramKind[],
  act: (running: Running, world: World) => Promise<void> = () => Promise.resolve(),
  check: (ended: Ended, running: Running, world: World) => Promise<void> | void = () => undefined,
  settings: Readonly<Record<string, unknown>> = {},
  env: NodeJS.ProcessEnv = {},
  prepare: (world: World) => void = () => undefined,
): Promise<void> {
  await withWorld({ 'go.mod': 'module example.com/app\n\ngo 1.20\n', 'burn.go': BURN, ...files }, async (world) => {
    prepare(world);
    const request: GoProgramRequest = { packageDir: world.root, mainFile: join(world.root, 'main.go'), go: world.go, sourceFolders: [world.root], findsLeaks: kinds.includes('leaks') };
    const program = await ProgramBuild.build(request, () => undefined, new AbortController().signal);
    try {
      const folder = await program.newRun(kinds);
      const child = spawn(program.program, [], { cwd: world.root, env: { ...process.env, ...folder.env, ...env } });
      let text = '';
      const waiting: (() => void)[] = [];
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          waiting.forEach((tell) => tell());
        });
      }
      const ended = new Promise<void>((resolve) => void child.once('close', resolve));
      const printed = (words: string) => new Promise<void>((resolve) => {
        const look = () => text.includes(words) && resolve();
        waiting.push(look);
        look();
      });
      const running = { child, folder, program, text: () => text, printed };
      await act(running, world);
      await ended;
      const pieces = await folder.newPieces('cpu', MAX_BYTES, new AbortController().signal);
      const ending = await folder.endingOfEnded();
      const { exitCode, signalCode: signal } = child;
      await check({ ending, exitCode, signal, pieces, text }, running, world);
    } finally {
      await program.close();
    }
  }, settings);
}

/** The time in nanoseconds in stacks that have a function of this name, in all pieces. */
export function nanosIn(pieces: readonly Pick<ProfilePiece, 'bytes'>[], name: string): number {
  let sum = 0;
  for (const { bytes } of pieces) {
    const profile = decodeProfile(new Uint8Array(gunzipSync(bytes)));
    const { sampleCount, stacks, values, locations, lines, functions, strings } = profile;
    for (let sample = 0; sample < sampleCount; sample++) {
      let has = false;
      for (let at = stacks.offsets[sample]; at < stacks.offsets[sample + 1]; at++) {
        const location = stacks.locations[at];
        for (let line = locations.lineOffsets[location]; line < locations.lineOffsets[location + 1]; line++) {
          has ||= strings.get(functions.name[lines.function[line]]) === name;
        }
      }
      if (has) sum += values[1][sample];
    }
  }
  return sum;
}

/** The CPU time in nanoseconds of all samples of all pieces. */
export function totalNanos(pieces: readonly Pick<ProfilePiece, 'bytes'>[]): number {
  const totals = pieces.map(({ bytes }) => decodeProfile(new Uint8Array(gunzipSync(bytes))).values[1]);
  return totals.reduce((sum, values) => sum + values.reduce((a, b) => a + b, 0), 0);
}

/** The files of a folder with their texts, to see that nothing changed. */
export function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
