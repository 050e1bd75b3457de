import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { CaptureDraft, captureId, type Captured } from '../../src/captures/captureDraft';
import { CaptureStore, type StoredProfile, type StoredTimeline } from '../../src/captures/disk/captureStore';
import { ProgramFigures } from '../../src/captures/loaded/programFigures';
import { Engine, type WorkerLike } from '../../src/engine/client';
import { type WatchedParts, WatchedService } from '../../src/features/watch/watchedService';
import type { Clock } from '../../src/live/watch/watchLoop';
import { repoRoot } from '../host/paths.mjs';

const BUNDLES = ['worker', 'sumThread'];
const MAX_CAPTURES = 5;

/** A watched service whose capture is made in a folder, with a worker as in VS Code, but not shown. */
export interface WatchedOnDisk {
  readonly service: WatchedService;
  /** Of the messages to the user. */
  readonly said: readonly string[];
  /** The folder of the captures. */
  readonly runs: string;
  /** Stores what there is. */
  end(): Promise<StoredTimeline>;
  dispose(): Promise<unknown>;
}

export async function watchedOnDisk(folder: string, clock: Clock, cpuSeconds = 1): Promise<WatchedOnDisk> {
  const entryPoints = BUNDLES.map((name) => path.join(repoRoot, 'src', 'engine', 'node', `${name}.ts`));
  await build({ entryPoints, outdir: folder, bundle: true, platform: 'node', format: 'cjs', target: 'node20' });
  const engine = new Engine(() => new Worker(path.join(folder, 'worker.js')) as unknown as WorkerLike);
  const runs = path.join(folder, 'runs');
  const store = new CaptureStore(runs, MAX_CAPTURES);
  const beganAt = clock.now();
  const draft = new CaptureDraft(captureId(beganAt), store, engine);
  const said: string[] = [];
  const service = new WatchedService({
    name: 'shop',
    engine,
    inProgress: inProgress(draft, store, beganAt),
    figures: new ProgramFigures(store),
    known: { title: 'shop', subject: 'watch shop', results: [], sources: new Map() },
    beganAt,
    clock,
    cpuSeconds,
    processOf: () => Promise.resolve({}),
    onMoment: () => undefined,
    say: (text) => said.push(text),
    onGrowth: () => undefined,
  });
  const end = async (): Promise<StoredTimeline> => {
    await service.end();
    await store.change(draft.id, { timeline: service.timeline });
    await service.afterStored();
    service.close();
    return (await store.read(draft.id))!.timeline!;
  };
  return { service, said, runs, end, dispose: () => engine.dispose() };
}

/** As CaptureDrafts makes it, without views. */
function inProgress(draft: CaptureDraft, store: CaptureStore, capturedAt: number): WatchedParts['inProgress'] {
  let isStored = false;
  let replaced: readonly StoredProfile[] = [];
  return {
    id: draft.id,
    take: (profile, bytes) => draft.take(profile, bytes),
    retake: async (profile, rounds, { timeline }) => {
      const before = await draft.retake(profile, rounds);
      draft.unloadInBackground(before.loaded);
      replaced = [...replaced, before.profile];
      if (isStored) await store.change(draft.id, { profiles: draft.profilesWithTotals, ...(timeline && { timeline }) });
      for (const each of replaced) await draft.removeFile(each);
      replaced = [];
    },
    storeSoFar: async ({ sources, ...captured }: Captured) => {
      const loaded = await draft.loaded();
      const record = { ...captured, id: draft.id, capturedAt, profiles: draft.profiles };
      await draft.saveTotals(await store.save(record, sources), loaded);
      isStored = true;
    },
    files: {
      save: async (fileName, bytes) => void (await store.saveProfile(draft.id, { fileName }, bytes)),
      remove: (fileName) => draft.removeFile({ fileName }),
      pathOf: (fileName) => store.pathOf(draft.id, { fileName }),
    },
    profiles: () => draft.loadedSoFar,
  };
}
