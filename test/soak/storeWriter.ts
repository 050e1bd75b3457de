import { writeSync } from 'node:fs';
import { CaptureStore, type CaptureRecord } from '../../src/bench/captures/captureStore';
import { profileBytes, sourcesOf } from './storeContents';

/** Saves, renames and removes captures in a folder until it is killed; prints each step before and after it. */
const [folder = '', name = ''] = process.argv.slice(2);
const store = new CaptureStore(folder, 1e6);
const own: CaptureRecord[] = [];

function say(...words: readonly string[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

async function save(id: string): Promise<void> {
  const profiles = ['cpu', 'memory'].map((label) => ({ label, fileName: `${label}.pprof` }));
  const record: CaptureRecord = { id, title: '0', capturedAt: Date.now(), profiles, results: [] };
  await Promise.all(profiles.map((profile) => store.keepProfile(id, profile, profileBytes(id, profile.label))));
  await store.save(record, sourcesOf(id));
  own.push(record);
  say('saved', id, '0');
}

async function rename(record: CaptureRecord, title: string): Promise<void> {
  say('renaming', record.id, title);
  await Promise.all([store.update({ ...record, title }), store.keepSources(record.id, sourcesOf(record.id))]);
  say('saved', record.id, title);
}

async function remove({ id }: CaptureRecord): Promise<void> {
  say('removing', id);
  await store.remove(id);
  say('removed', id);
}

for (let i = 1; ; i++) {
  await save(`${name}-${i}`);
  await rename(own[Math.floor(own.length / 2)]!, String(i));
  if (own.length > 4) await remove(own.splice(i % 3, 1)[0]!);
}
