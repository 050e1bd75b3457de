import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { exportToFile } from '../../../../src/engine/node/exportToFile';
import type { ExportFormat } from '../../../../src/engine/queries';
import { NodeStore } from '../../../../src/engine/node/nodeStore';
import { guarded } from '../../../../src/profile/common/guard';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import type { Profile } from '../../../../src/profile/model';
import { plain } from '../../../shared/plain';
import { profileFromText, profileOf } from '../../../shared/profileFromText';

const PROFILE = profileOf(`
  20 | leaf a.go:7 < main.main main.go:3
  10 | main.main main.go:4
`);
const neverAborted = new AbortController().signal;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecost-export-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Exports the first sample type of a profile. */
function write(profile: Profile, format: ExportFormat, path: string, signal = neverAborted): Promise<void> {
  return exportToFile(profile, { sampleType: 0, refinement: {}, format, path }, signal);
}

test('an exported profile decodes to the same profile, and replaces an existing file', async () => {
  const path = join(folder, 'profile.pb.gz');
  await writeFile(path, 'something else');
  await write(PROFILE, 'pprof', path);
  assert.deepEqual(plain(decodeProfile(gunzipSync(await readFile(path)))), plain(PROFILE));
  await rm(path);
});

test('folded stacks and speedscope profiles are written as text', async () => {
  const path = join(folder, 'out');
  await write(PROFILE, 'folded', path);
  assert.equal(await readFile(path, 'utf8'), 'main.main 10\nmain.main;leaf 20\n');
  await write(PROFILE, 'speedscope', path);
  assert.equal((JSON.parse(await readFile(path, 'utf8')) as { name: string }).name, 'out');
  await rm(path);
});

test('callgrind and DOT files are written as pprof writes them', async () => {
  const path = join(folder, 'graph');
  await write(PROFILE, 'callgrind', path);
  assert.match(await readFile(path, 'utf8'), /^positions: instr line\nevents: cpu\(ns\)\n\nob=.*\nfl=\(1\) a\.go\nfn=\(1\) leaf\n/);
  await write(PROFILE, 'dot', path);
  assert.match(await readFile(path, 'utf8'), /^digraph "unnamed" \{\n.*\bN2 \[label="leaf\\n.*N1 -> N2 /s);
  await rm(path);
});

test('fractional values are truncated to whole numbers', async () => {
  const path = join(folder, 'divided');
  await write({ ...PROFILE, values: [Float64Array.of(20 / 3, 10 / 3)] }, 'folded', path);
  assert.equal(await readFile(path, 'utf8'), 'main.main 3\nmain.main;leaf 6\n');
  await rm(path);
});

test('the error for a file that cannot be written gives the reason', async () => {
  const existingFolder = join(folder, 'taken');
  await mkdir(existingFolder);
  const failure = write(PROFILE, 'folded', join(folder, 'no', 'such', 'out'));
  await assert.rejects(failure, { reason: 'unwritable', message: /^Cannot write .*out: there is no such folder\.$/ });
  await assert.rejects(write(PROFILE, 'folded', existingFolder), { reason: 'unwritable' });
  await rm(existingFolder, { recursive: true });
  assert.deepEqual(await readdir(folder), []);
});

test('a cancelled export leaves the existing file unchanged, and creates no other file', async () => {
  const path = join(folder, 'kept');
  await writeFile(path, 'as it was');
  const controller = new AbortController();
  let checks = 0;
  const guard = {
    maxBytes: Infinity,
    hasRoom: () => true,
    claim: () => undefined,
    checkpoint: () => {
      if (++checks < 4) return;
      controller.abort();
      controller.signal.throwIfAborted();
    },
  };
  const rows = Array.from({ length: 30_000 }, (_, i) => `${i + 1} | leaf${i % 5000} a.go:7 < main.main main.go:3`);
  const largeProfile = profileOf(rows.join('\n'));
  const exporting = guarded(guard, () => write(largeProfile, 'pprof', path, controller.signal));
  await assert.rejects(exporting, { name: 'AbortError' });
  assert.deepEqual([await readdir(folder), await readFile(path, 'utf8')], [['kept'], 'as it was']);
});

test('a derived profile is exported with its refinement', async () => {
  const store = new NodeStore();
  const stacks = '20 | leaf a.go:7 < main.main main.go:3\n 10 | other b.go:1';
  const bytes = profileFromText({ types: 'cpu/nanoseconds', stacks });
  const { id } = await store.answer('load', { source: { kind: 'bytes', bytes } }, neverAborted);
  await store.answer('derive', { profile: 2 ** 32, of: { profile: id, refinement: { ignore: 'other' } } }, neverAborted);
  const path = join(folder, 'derived');
  await store.answer('export', { profile: 2 ** 32, sampleType: 0, refinement: {}, format: 'folded', path }, neverAborted);
  assert.equal(await readFile(path, 'utf8'), 'main.main;leaf 20\n');
});
