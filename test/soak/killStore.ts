import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { CaptureStore, type StoredCapture } from '../../src/captures/disk/captureStore';
import { profileBytes, sourcesOf } from './storeContents';

/** High enough that the store never deletes an old capture. */
const MAX_CAPTURES = 1e6;
/** If killed writers left more captures than this, they are removed, because checking them takes long. */
const MAX_KILLED_KEPT = 50;

/** The titles that each capture may have, by its id; no titles if it was removed. */
type Expected = Map<string, { titles: string[]; mayBeGone: boolean }>;

/**
 * Two processes save, rename and remove captures in one folder; at random moments one of them is killed and replaced.
 * After each kill, all captures that a killed process reported as saved must exist, and all its captures must be
 * complete.
 */
export async function killStore(kills: number, seed: number): Promise<{ readonly saved: number }> {
  const root = await mkdtemp(path.join(tmpdir(), 'linecost-kills-'));
  const folder = path.join(root, 'runs');
  const random = randomNumbers(seed);
  const expected: Expected = new Map();
  const writers: Writer[] = [];
  try {
    const program = await bundleWriter(root);
    for (let kill = 0; kill < kills; kill++) {
      while (writers.length < 2) writers.push(new Writer(program, folder, `w${kill}${writers.length}`, expected));
      const [writer] = writers.splice(Math.floor(random() * 2), 1);
      await writer!.firstStep;
      await delay(random() * 40);
      await writer!.kill();
      await check(new CaptureStore(folder, MAX_CAPTURES), expected, writers);
    }
    await Promise.all(writers.splice(0).map((writer) => writer.kill()));
    await check(new CaptureStore(folder, MAX_CAPTURES), expected, []);
    await checkTidy(folder);
    return { saved: [...expected.values()].length };
  } finally {
    await Promise.all(writers.map((writer) => writer.kill()));
    await rm(root, { recursive: true, force: true });
  }
}

async function bundleWriter(root: string): Promise<string> {
  const outfile = path.join(root, 'writer.mjs');
  const entryPoints = [path.join(import.meta.dirname, 'storeWriter.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  return outfile;
}

/** A process that changes captures until it is killed. It reports its steps, from which `expected` is updated. */
class Writer {
  readonly firstStep: Promise<void>;
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;
  private rest = '';

  constructor(program: string, folder: string, private readonly name: string, private readonly expected: Expected) {
    this.child = spawn(process.execPath, [program, folder, name], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.ended = new Promise((resolve) => this.child.once('close', () => resolve()));
    this.firstStep = new Promise((resolve) => this.child.stdout!.once('data', () => resolve()));
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => this.read(text));
  }

  /** Resolves when all its output has been read. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  owns(id: string): boolean {
    return id.startsWith(`${this.name}-`);
  }

  private read(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop()!;
    for (const line of lines) this.update(...(line.split(' ') as [string, string, string]));
  }

  private update(step: string, id: string, title: string): void {
    const known = this.expected.get(id);
    if (step === 'saved') this.expected.set(id, { titles: [title], mayBeGone: false });
    else if (step === 'renaming') known!.titles.push(title);
    else if (step === 'removing') known!.mayBeGone = true;
    else this.expected.set(id, { titles: [], mayBeGone: true });
  }
}

/** Checks the captures of killed writers. Those of running writers are only read, because they may change meanwhile. */
async function check(store: CaptureStore, expected: Expected, writers: readonly Writer[]): Promise<void> {
  const listed = new Map((await store.list()).map((record) => [record.id, record]));
  for (const [id, { titles, mayBeGone }] of expected) {
    if (writers.some((writer) => writer.owns(id))) continue;
    const record = listed.get(id);
    if (!mayBeGone) assert.ok(record, `${id} is lost`);
    if (record) assert.ok(titles.includes(record.title), `${id} is ${record.title}, not ${titles}`);
  }
  for (const id of listed.keys()) {
    const mayChange = writers.some((writer) => writer.owns(id));
    const capture = await store.read(id);
    if (!mayChange) await checkComplete(id, capture);
  }
  const killed = [...listed.keys()].filter((id) => !writers.some((writer) => writer.owns(id)));
  for (const id of killed.length > MAX_KILLED_KEPT ? killed : []) {
    await store.remove(id);
    expected.set(id, { titles: [], mayBeGone: true });
  }
}

async function checkComplete(id: string, capture: StoredCapture | undefined): Promise<void> {
  assert.ok(capture, `${id} cannot be read`);
  assert.deepEqual(capture.sources, sourcesOf(id));
  for (const [i, { label }] of capture.profiles.entries()) {
    assert.deepEqual(new Uint8Array(await readFile(capture.profilePaths[i]!)), new Uint8Array(profileBytes(id, label)));
  }
}

/** Checks that the folder has only complete captures, after another process has read it. */
async function checkTidy(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== '.changed');
  const files = ['cpu.pprof', 'memory.pprof', 'run.json', 'sources.json'];
  for (const name of names) assert.deepEqual([name, (await readdir(path.join(folder, name))).sort()], [name, files]);
}

/** Random numbers from 0 to 1, by Mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
