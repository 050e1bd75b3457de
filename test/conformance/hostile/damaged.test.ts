import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { buildCallTree } from '../../../src/profile/flame/callTree';
import { type Guard, guarded, MemoryError } from '../../../src/profile/common/guard';
import { ProfileDecoder } from '../../../src/profile/wire/decode';
import { ProfileError } from '../../../src/profile/errors';
import { filesOf } from '../../../src/profile/lines/frames';
import { flameWindow } from '../../../src/profile/flame/flameWindow';
import { functionCosts } from '../../shared/inOneStep';
import { lineDetail } from '../../../src/profile/lines/lineDetail';
import type { Profile } from '../../../src/profile/model';
import { profileBenchmarks } from '../goPrograms';
import { damage } from './damage';
import { topNodes } from '../../shared/topFunctions';

/** The number of cases for each real profile: it is truncated in a quarter of them, and damaged in the others. */
const CASES_PER_PROFILE = 600;
const MAX_MS = 3000;
const MAX_BYTES = 256 * 1024 ** 2;
const PIECE_BYTES = 5000;
const VIEW = { root: 0, restFrom: 0, width: 1400, minWidth: 2, maxFrames: 2000, search: 'a' };

/** A guard with a memory limit that small profiles reach only if the decoder trusts a damaged size. */
function limitedGuard(): Guard {
  let left = MAX_BYTES;
  const claim = (bytes: number) => {
    if ((left -= bytes) < 0) throw new MemoryError(MAX_BYTES);
  };
  return { maxBytes: MAX_BYTES, hasRoom: (bytes) => bytes < MAX_BYTES, checkpoint: () => undefined, claim };
}

/** @param expectedBytes the unpacked size that the file claims */
function decodeInPieces(bytes: Uint8Array, expectedBytes: number): Profile {
  const decoder = new ProfileDecoder(expectedBytes);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) decoder.push(bytes.subarray(at, at + PIECE_BYTES));
  return decoder.finish();
}

function reportOn(profile: Profile): void {
  const [file] = filesOf(profile);
  profile.sampleTypes.forEach((_, sampleType) => {
    topNodes(functionCosts(profile, sampleType), { order: 'cum', limit: 10 });
    flameWindow(buildCallTree(profile, sampleType), VIEW);
    if (file !== undefined) lineDetail(profile, { sampleType, file, line: 10, limit: 5 });
  });
}

function outcomeOf(bytes: Uint8Array, expectedBytes: number): 'read' | 'refused' {
  try {
    guarded(limitedGuard(), () => reportOn(decodeInPieces(bytes, expectedBytes)));
    return 'read';
  } catch (error) {
    if (error instanceof ProfileError) return 'refused';
    throw error;
  }
}

test('a damaged profile is read, or refused with a ProfileError, quickly and with little memory', async () => {
  const { paths, remove } = await profileBenchmarks();
  try {
    const counts = { read: 0, refused: 0 };
    for (const [kind, path] of paths) {
      const intact = gunzipSync(await readFile(path));
      for (let seed = 0; seed < CASES_PER_PROFILE; seed++) {
        const bytes = seed % 4 === 0 ? intact.subarray(0, (seed * 7919) % intact.length) : damage(intact, seed);
        const started = performance.now();
        const context = `${kind} damaged with seed ${seed}`;
        assert.doesNotThrow(() => counts[outcomeOf(bytes, seed % 3 === 0 ? 2 ** 32 - 1 : bytes.length)]++, context);
        assert.ok(performance.now() - started < MAX_MS, context);
      }
    }
    assert.ok(counts.read > 20 && counts.refused > 1000, JSON.stringify(counts));
  } finally {
    await remove();
  }
});
