import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { NodeStore } from '../../src/engine/node/nodeStore';
import { REAL_PROFILES, type RealProfile } from './goProfiles';
import { benchFolder, profilesFolder, scratchFolder } from './places';
import type { Tools } from './tools';

export interface BenchProfile {
  /** `generated-100000`, `compiler-heap`, … */
  readonly name: string;
  readonly path: string;
  /** The sample type to measure where only one is measured; by default, the profile's default sample type. */
  readonly sampleType?: string;
  readonly samples: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
}

/** Makes profiles, or reuses those of an earlier run. */
export class Profiles {
  private generatorHash: string | undefined;

  constructor(
    private readonly tools: Pick<Tools, 'go'>,
    private readonly log: (step: string) => void,
  ) {}

  async generated(samples: number): Promise<BenchProfile> {
    this.generatorHash ??= await hashOf(['generate', 'wire']);
    const name = `generated-${samples}`;
    const file = `${name}-${this.generatorHash}.pb.gz`;
    return this.cachedProfile(name, file, (draft) => this.tools.go('generate', ['-samples', String(samples), draft]));
  }

  /** A profile of a real Go program: see REAL_PROFILES. */
  async real(name: RealProfile): Promise<BenchProfile> {
    const profile = await this.cachedProfile(name, `${name}.pb.gz`, async (draft) => {
      const folder = await mkdtemp(path.join(scratchFolder, 'go-'));
      try {
        await rename(await REAL_PROFILES[name](folder), draft);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
    // The default type, inuse_space, is zero in most samples, which pprof would skip.
    return name === 'compiler-heap' ? { ...profile, sampleType: 'alloc_space' } : profile;
  }

  /** A copy of a profile without labels. */
  async stripped({ name, path: from, sampleType }: BenchProfile): Promise<BenchProfile> {
    const file = path.basename(from).replace(/\.pb\.gz$/, '.stripped.pb.gz');
    const make = (draft: string) => this.tools.go('strip', [from, draft]);
    const profile = await this.cachedProfile(`${name}, labels stripped`, file, make);
    return { ...profile, sampleType };
  }

  private async cachedProfile(
    name: string,
    file: string,
    make: (draft: string) => Promise<void>,
  ): Promise<BenchProfile> {
    const filePath = path.join(profilesFolder, file);
    if (!existsSync(filePath)) {
      this.log(`making ${name}`);
      await removeOldVersions(file);
      const draft = path.join(scratchFolder, file);
      await make(draft);
      await rename(draft, filePath);
    }
    return { name, path: filePath, ...(await cachedDescription(filePath)) };
  }
}

/** Removes the versions of a file that an older generator made, and their descriptions. */
async function removeOldVersions(file: string): Promise<void> {
  const withoutHash = (name: string): string => name.replace(/-[0-9a-f]{8}\b/, '').replace(/\.json$/, '');
  const old = (await readdir(profilesFolder)).filter((name) => withoutHash(name) === withoutHash(file));
  await Promise.all(old.map((name) => rm(path.join(profilesFolder, name))));
}

type Description = Omit<BenchProfile, 'name' | 'path'>;

async function cachedDescription(filePath: string): Promise<Description> {
  const cache = `${filePath}.json`;
  if (!existsSync(cache)) await writeFile(cache, JSON.stringify(await describe(filePath)));
  return JSON.parse(await readFile(cache, 'utf8')) as Description;
}

async function describe(filePath: string): Promise<Description> {
  const { signal } = new AbortController();
  const { sampleCount } = await new NodeStore().answer('load', { source: { kind: 'file', path: filePath } }, signal);
  const { size: packedBytes } = await stat(filePath);
  return { samples: sampleCount, packedBytes, unpackedBytes: await unpackedBytes(filePath) };
}

async function unpackedBytes(filePath: string): Promise<number> {
  let length = 0;
  const pieces: AsyncIterable<Buffer> = createReadStream(filePath).pipe(createGunzip());
  for await (const piece of pieces) length += piece.length;
  return length;
}

async function hashOf(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders.map((name) => path.join(benchFolder, 'go', name))) {
    for (const name of (await readdir(folder)).sort()) hash.update(await readFile(path.join(folder, name)));
  }
  return hash.digest('hex').slice(0, 8);
}
