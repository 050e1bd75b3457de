import { setTimeout as pause } from 'node:timers/promises';
import { startEngine } from '../shared/startEngine';

/**
 * memory.cjs WORKER unload|keep LIMIT PROFILE…: loads the profiles one after the other, asks of each what an open
 * editor and flame graph ask, and prints the process's resident memory (bytes) at rest: before, and with each one
 * loaded and unloaded. `keep` never unloads, and stops early where memory passes LIMIT bytes.
 */
const [worker, mode, limit, ...paths] = process.argv.slice(2) as [string, 'unload' | 'keep', string, ...string[]];
void main();

async function main(): Promise<void> {
  const engine = startEngine(worker);
  // A question that fails: the worker is up then.
  await engine.ask('files', { profile: 0 }).catch(() => undefined);
  const before = await atRest();
  const loaded: number[] = [];
  const unloaded: number[] = [];
  for (const path of paths) {
    const { id: profile, defaultSampleType: sampleType } = await engine.ask('load', { source: { kind: 'file', path } });
    const files = await engine.ask('files', { profile });
    await engine.ask('fileCosts', { profile, sampleType, files: files.slice(0, 1) });
    const window = { root: 0, restFrom: 0, width: 1400, minWidth: 2.5, maxFrames: 2000, search: '' };
    await engine.ask('flame', { ...window, profile, sampleType });
    loaded.push(await atRest());
    if (mode === 'unload') await engine.ask('unload', { profile });
    if (mode === 'unload') unloaded.push(await atRest());
    else if (loaded.at(-1)! > Number(limit)) break;
  }
  await engine.dispose();
  console.log(JSON.stringify({ before, loaded, unloaded, end: await atRest() }));
}

/** Resident memory once it no longer changes: collectors work behind. */
async function atRest(): Promise<number> {
  let last = process.memoryUsage.rss();
  for (let still = 0, looks = 0; still < 10 && looks < 60; looks++) {
    await pause(100);
    const now = process.memoryUsage.rss();
    still = Math.abs(now - last) < last * 0.005 ? still + 1 : 0;
    last = now;
  }
  return last;
}
