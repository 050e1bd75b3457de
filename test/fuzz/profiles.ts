import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readProfile } from '../../src/engine/node/readProfile';
import { EngineError } from '../../src/engine/workerMessages';
import { ProfileError } from '../../src/profile/errors';
import { utf8Bytes } from '../../src/profile/common/utf8';
import { rawReport } from '../../src/pprofText/raw';
import { temporaryFolder } from '../conformance/goPrograms';
import { mustRun } from '../conformance/oracle';
import { encodeWire, VALID, type WireProfile } from '../shared/wire';
import { mutate, randomFrom } from './mutate';
import { MemoryError } from '../../src/profile/common/guard';

/** A profile that Linecost and Go read differently, and the two results. */
export interface Finding {
  readonly problem: string;
  readonly bytes: Uint8Array;
}

/** The largest int64. */
const LARGEST = '9223372036854775807';

/** The profiles to mutate, with every kind of field, numbers of all sizes, and few or many samples. */
const ORIGINALS: readonly Uint8Array[] = [
  VALID,
  { ...VALID, sample: [{ location_id: [1], value: [1, 2] }], label: [] },
  { ...VALID, period: LARGEST, duration_nanos: LARGEST, time_nanos: '1700000000000000001' },
  { ...VALID, sample: [{ location_id: [2, 1], value: [LARGEST, -1], label: [{ key: 1, num: LARGEST }] }] },
  { ...VALID, location: [-1, LARGEST].map((line, i) => ({ id: i + 1, line: [{ function_id: 1, line }] })) },
  { ...VALID, sample: Array.from({ length: 40 }, (_, i) => ({ location_id: [1 + (i % 2), 1], value: [i, -i] })) },
  { ...VALID, mapping: [{ id: LARGEST }, { id: 7 }], sample: [] },
].map((profile: WireProfile) => encodeWire(profile));

/** The `index`th profile of a seed. Some profiles are gzipped, and then damaged or followed by other bytes. */
export function fuzzedProfile(seed: number, index: number): Uint8Array {
  const random = randomFrom(Math.imul(seed + 1, 0x27d4eb2f) ^ Math.imul(index + 1, 0x165667b1));
  const profile = mutate(ORIGINALS[random(ORIGINALS.length)]!, random(2 ** 31));
  if (random(8) !== 0) return profile;
  const packed = gzipSync(profile, { level: 1 });
  switch (random(5)) {
    case 0:
      return Buffer.concat([packed, new Uint8Array(random(12))]);
    case 1:
      return Buffer.concat([gzipSync(profile.subarray(0, 9)), gzipSync(profile.subarray(9))]);
    case 2:
      return Buffer.concat([packed, packed.subarray(0, random(packed.length))]);
    case 3:
      return packed.subarray(0, random(packed.length));
    default:
      return packed;
  }
}

/** Runs Go's own parser (`judge`), which is built once. */
export class Judge {
  private constructor(
    private readonly program: string,
    readonly remove: () => Promise<void>,
  ) {}

  static async build(): Promise<Judge> {
    const { folder, remove } = await temporaryFolder();
    const program = join(folder, process.platform === 'win32' ? 'judge.exe' : 'judge');
    await mustRun('go', ['build', '-o', program, '.'], { cwd: fileURLToPath(new URL('judge', import.meta.url)) });
    return new Judge(program, remove);
  }

  /** For each profile, `ok` and a hash, or `no` and the reason. */
  async verdicts(profiles: readonly Uint8Array[]): Promise<readonly string[]> {
    const child = spawn(this.program, [], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, TZ: 'UTC' } });
    const lengths = profiles.map(({ length }) => Buffer.from(Uint32Array.of(length).buffer));
    child.stdin.end(Buffer.concat(profiles.flatMap((profile, i) => [lengths[i]!, profile])));
    const [out] = await Promise.all([buffer(child.stdout), once(child, 'exit')]);
    return out.toString().trimEnd().split('\n');
  }
}

/** Linecost's verdict, in the same form as Judge's. Throws errors that are not about the profile. */
export async function ourVerdict(bytes: Uint8Array): Promise<string> {
  try {
    const profile = await readProfile({ kind: 'bytes', bytes }, new AbortController().signal);
    return `ok ${createHash('sha256').update(utf8Bytes(rawReport(profile))).digest('hex')}`;
  } catch (error) {
    const isAboutProfile = [ProfileError, EngineError, MemoryError].some((kind) => error instanceof kind);
    if (isAboutProfile) return `no ${(error as Error).message}`;
    throw error;
  }
}

/** An intended difference: Go accepts a profile without sample types if it has no samples; Linecost does not. */
const INTENDED = /it has no sample types/;

/** The profiles of a seed that Linecost reads differently from Go. */
export async function fuzzProfiles(judge: Judge, seed: number, count: number): Promise<readonly Finding[]> {
  const profiles = Array.from({ length: count }, (_, index) => fuzzedProfile(seed, index));
  const theirs = await judge.verdicts(profiles);
  const findings: Finding[] = [];
  for (const [index, bytes] of profiles.entries()) {
    const ours = await ourVerdict(bytes).catch((error: unknown) => `threw ${(error as Error).stack}`);
    const isSame = ours === theirs[index] || (ours.startsWith('no') && theirs[index]!.startsWith('no'));
    if (isSame || INTENDED.test(ours)) continue;
    findings.push({ problem: `profile ${index} of seed ${seed}: Go: ${theirs[index]}; ours: ${ours}`, bytes });
  }
  return findings;
}
