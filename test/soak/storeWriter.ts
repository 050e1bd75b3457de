import { writeSync } from 'node:fs';
import { CaptureStore, type CaptureRecord } from '../../src/captures/disk/captureStore';
import { profileBytes, sourcesOf } from './storeContents';

/**
 * Saves, renames and removes captures in a folder until the process is killed. Prints a line after each step, and also
 * before each step that changes a saved capture.
 */
const [folder = '', name = ''] = process.argv.slice(2);
const store = new CaptureStore(folder, 1e6);
const records: CaptureRecord[] = [];

function print(...words: readonly string[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

async function save(id: string): Promise<void> {
  const profiles = ['cpu', 'memory'].map((label) => ({ label, fileName: `${label}.pprof` }));
  const record: CaptureRecord = { id, title: '0', capturedAt: Date.now(), profiles, results: [] };
  await Promise.all(profiles.map((profile) => store.saveProfile(id, profile, profileBytes(id, profile.label))));
  await store.save(record, sourcesOf(id));
  records.push(record);
  print('saved', id, '0');
}

async function rename(record: CaptureRecord, title: string): Promise<void> {
  print('renaming', record.id, title);
  await Promise.all([store.update({ ...record, title }), store.saveSources(record.id, sourcesOf(record.id))]);
  print('saved', record.id, title);
}

async function remove({ id }: CaptureRecord): Promise<void> {
  print('removing', id);
  await store.remove(id);
  print('removed', id);
}

for (let i = 1; ; i++) {
  await save(`${name}-${i}`);
  await rename(records[Math.floor(records.length / 2)]!, String(i));
  if (records.length > 4) await remove(records.splice(i % 3, 1)[0]!);
}
