import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { watchCaptures } from '../../src/captures/disk/folderWatch';
import { Programs } from '../../src/captures/disk/programs';
import { CaptureStore } from '../../src/captures/disk/captureStore';
import { resultsOf } from '../../src/bench/goTestResults';
import type { GoTestRequest } from '../../src/go/captureTypes';
import { resolveGoEnvironment } from '../../src/go/tool/goSettings';
import { GoTest } from '../../src/go/test/goTest';
import { fetchProfile } from '../../src/live/profileRequest';
import { Engine, type WorkerLike } from '../../src/engine/client';
import type { ProfileSummary } from '../../src/engine/queries';
import { CaptureDraft } from '../../src/captures/captureDraft';
import { loadCaptured } from '../../src/captures/loadCaptured';
import { captureId } from '../../src/captures/captureDraft';
import { repoRoot } from '../host/paths.mjs';
import { MODULE } from './goModule';

const MAX_CAPTURES = 5;
const BUNDLES = ['worker', 'sumThread'];
const PATTERNS = ['Join', 'fmt', 'strings', 'runtime', 'nothing like this'];

/** Repeats in seconds what a user does in minutes, with the extension's own modules. */
export class Round {
  count = 0;
  private readonly counts = { captures: 0, cancelled: 0, failed: 0, fetches: 0, refinements: 0, reloads: 0 };
  private engine!: Engine;
  private store!: CaptureStore;
  private programs!: Programs;
  private watcher: { dispose(): void } | undefined;

  private constructor(
    private readonly root: string,
    private readonly server: ChildProcess,
    private readonly address: string,
  ) {
    this.open();
  }

  static async prepare(root: string): Promise<Round> {
    for (const [name, text] of Object.entries(MODULE)) {
      await mkdir(path.dirname(path.join(root, 'module', name)), { recursive: true });
      await writeFile(path.join(root, 'module', name), text);
    }
    for (const folder of ['temp', 'storage']) await mkdir(path.join(root, folder));
    const entryPoints = BUNDLES.map((name) => path.join(repoRoot, 'src', 'engine', 'node', `${name}.ts`));
    await build({ entryPoints, outdir: root, bundle: true, platform: 'node', format: 'cjs', target: 'node20' });
    const program = path.join(root, 'server');
    execFileSync('go', ['build', '-o', program, './server'], { cwd: path.join(root, 'module') });
    const server = spawn(program, { stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise<string>((resolve, reject) => {
      server.once('error', reject);
      server.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    });
    return new Round(root, server, address);
  }

  /** The folders for temporary files and for the extension's storage. */
  get folders(): readonly string[] {
    return ['temp', 'storage'].map((name) => path.join(this.root, name));
  }

  async run(): Promise<void> {
    this.count++;
    const signal = new AbortController().signal;
    await this.capture(this.count % 3 === 0 ? 'BenchmarkLeaves' : 'BenchmarkJoin', signal);
    await this.cancel();
    await this.fail();
    await this.fetch('heap', signal);
    if (this.count % 5 === 0) await this.fetch('profile?seconds=1', signal);
    await this.reload();
  }

  async end(): Promise<void> {
    this.server.kill('SIGKILL');
    this.watcher?.dispose();
    await this.engine.dispose();
  }

  summary(): string {
    return Object.entries(this.counts).map(([name, count]) => `${count} ${name}`).join(', ');
  }

  private open(): void {
    const storage = path.join(this.root, 'storage');
    this.engine = new Engine(() => new Worker(path.join(this.root, 'worker.js')) as unknown as WorkerLike);
    this.store = new CaptureStore(path.join(storage, 'runs'), MAX_CAPTURES);
    this.programs = new Programs(path.join(storage, 'programs'));
    this.watcher = watchCaptures(path.join(storage, 'runs'), () => void this.store.list());
  }

  /** Reads everything again and shows the newest capture, as after a window reload. */
  private async reload(): Promise<void> {
    this.watcher?.dispose();
    await this.engine.dispose();
    this.open();
    await this.programs.start();
    const [newest] = await this.store.list();
    const stored = newest && (await this.store.read(newest.id));
    if (!stored) throw new Error('The capture was not found after a reload.');
    for (const [i, profile] of stored.profiles.entries()) {
      const { summary } = await loadCaptured(this.engine, profile, stored.profilePaths[i]!);
      await this.showProfile(summary);
    }
    this.counts.reloads++;
  }

  private async capture(name: string, signal: AbortSignal): Promise<void> {
    const draft = new CaptureDraft(captureId(Date.now()), this.store, this.engine, signal);
    const programFile = await this.programs.draft();
    try {
      const { results, texts } = await this.measure(name, draft, programFile, signal);
      await draft.stored();
      const record = { id: draft.id, title: name, capturedAt: Date.now(), profiles: draft.profiles, results };
      await this.store.save(record, texts);
      await this.programs.keep(draft.id, programFile);
      for (const { summary } of await draft.loaded()) await this.showProfile(summary);
      await draft.unload();
      this.counts.captures++;
    } catch (error) {
      await draft.drop();
      await this.programs.keep(draft.id, programFile);
      await this.programs.remove(draft.id);
      throw error;
    }
  }

  private async cancel(): Promise<void> {
    const controller = new AbortController();
    // Cancels at a different moment in each round: during build, start or run.
    const timer = setTimeout(() => controller.abort(), 200 + (this.count % 8) * 200);
    const error: unknown = await this.capture('BenchmarkEndless', controller.signal).catch((reason: unknown) => reason);
    clearTimeout(timer);
    if ((error as Error | undefined)?.name !== 'AbortError') throw error;
    this.counts.cancelled++;
  }

  private async fail(): Promise<void> {
    const capturing = this.capture('BenchmarkFails', new AbortController().signal);
    const error: unknown = await capturing.catch((reason: unknown) => reason);
    if ((error as Error | undefined)?.name !== 'CaptureError') throw error;
    this.counts.failed++;
  }

  private async fetch(path: string, signal: AbortSignal): Promise<void> {
    const { bytes } = await fetchProfile({ url: new URL(`http://${this.address}/debug/pprof/${path}`), signal });
    const summary = await this.engine.ask('load', { source: { kind: 'bytes', bytes } });
    await this.showProfile(summary);
    await this.engine.ask('unload', { profile: summary.id });
    this.counts.fetches++;
  }

  /** Sends the queries of the editor and the panel, for the profile unrefined and refined. */
  private async showProfile(summary: ProfileSummary): Promise<void> {
    await this.ask(summary.id, summary.defaultSampleType);
    for (const focus of PATTERNS) {
      const derived = this.engine.derive({ profile: summary.id, refinement: { focus } });
      await this.ask(derived, summary.defaultSampleType);
      this.engine.unload(derived);
      this.counts.refinements++;
    }
  }

  private async ask(profile: number, sampleType: number): Promise<void> {
    const files = await this.engine.ask('files', { profile });
    await this.engine.ask('fileCosts', { profile, sampleType, files: files.slice(0, 2) });
    const view = { root: 0, restFrom: 0, width: 1400, minWidth: 2, maxFrames: 2000, search: 'Join' };
    await this.engine.ask('flame', { ...view, profile, sampleType });
  }

  /** Builds the benchmark, and adds its profiles to the draft. */
  private async measure(name: string, draft: CaptureDraft, programFile: string, signal: AbortSignal) {
    const request = this.requestFor(name, programFile);
    const test = await GoTest.build(request, () => undefined, signal);
    try {
      const output = await test.time();
      for (const kind of request.kinds) {
        const { bytes } = await test.readProfile(await test.measure(kind), kind);
        void draft.take({ label: kind, fileName: `${kind}.pprof` }, bytes);
      }
      return { results: resultsOf(output, name), texts: test.build.texts };
    } finally {
      await test.close();
    }
  }

  private requestFor(name: string, programFile: string): GoTestRequest {
    const [temp] = this.folders as [string];
    const folder = path.join(this.root, 'module');
    const processEnv = { ...process.env, TMPDIR: temp, GOTMPDIR: temp, GOFLAGS: '', GOWORK: 'off' };
    return {
      packageDir: folder,
      target: { kind: 'benchmark', name },
      kinds: ['cpu', 'memory'],
      benchtime: '50x',
      timeoutSeconds: 60,
      resultsOf: async (output) => resultsOf(output, name),
      sourceFolders: [folder],
      programFile,
      go: resolveGoEnvironment(() => undefined, { workspaceFolder: folder, processEnv, platform: process.platform }),
    };
  }
}
