import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { Store } from '../../src/engine/store';
import { REAL_PROFILES, type RealProfile } from './goProfiles';
import { benchFolder, profilesFolder, scratchFolder } from './places';
import type { Tools } from './tools';

export interface BenchProfile {
  /** `generated-100000`, `compiler-heap`, … */
  readonly name: string;
  readonly path: string;
  /** The sample type for reports of one type; undefined: the profile's default. */
  readonly sampleType?: string;
  readonly samples: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
}

/** Makes profiles, or reuses those of an earlier run. */
export class Profiles {
  private generator: string | undefined;

  constructor(
    private readonly tools: Pick<Tools, 'go'>,
    private readonly say: (what: string) => void,
  ) {}

  async generated(samples: number): Promise<BenchProfile> {
    this.generator ??= await hashOf(['generate', 'wire']);
    const name = `generated-${samples}`;
    const file = `${name}-${this.generator}.pb.gz`;
    return this.made(name, file, (draft) => this.tools.go('generate', ['-samples', String(samples), draft]));
  }

  /** A profile of the Go toolchain. */
  async real(name: RealProfile): Promise<BenchProfile> {
    const made = await this.made(name, `${name}.pb.gz`, async (draft) => {
      const folder = await mkdtemp(path.join(scratchFolder, 'go-'));
      try {
        await rename(await REAL_PROFILES[name](folder), draft);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
    // By default, pprof shows memory in use at the end of the program, and skips all other samples.
    return name === 'compiler-heap' ? { ...made, sampleType: 'alloc_space' } : made;
  }

  /** The same samples without their labels. */
  async stripped({ name, path: from, sampleType }: BenchProfile): Promise<BenchProfile> {
    const file = path.basename(from).replace(/\.pb\.gz$/, '.stripped.pb.gz');
    const made = await this.made(`${name}, labels stripped`, file, (draft) => this.tools.go('strip', [from, draft]));
    return { ...made, sampleType };
  }

  private async made(name: string, file: string, make: (draft: string) => Promise<void>): Promise<BenchProfile> {
    const place = path.join(profilesFolder, file);
    if (!existsSync(place)) {
      this.say(`making ${name}`);
      await forget(file);
      const draft = path.join(scratchFolder, file);
      await make(draft);
      await rename(draft, place);
    }
    return { name, path: place, ...(await described(place)) };
  }
}

/** Removes files of the same name that another version of the generator made. */
async function forget(file: string): Promise<void> {
  const same = (name: string): string => name.replace(/-[0-9a-f]{8}\b/, '').replace(/\.json$/, '');
  const old = (await readdir(profilesFolder)).filter((name) => same(name) === same(file));
  await Promise.all(old.map((name) => rm(path.join(profilesFolder, name))));
}

type Description = Omit<BenchProfile, 'name' | 'path'>;

async function described(place: string): Promise<Description> {
  const kept = `${place}.json`;
  if (!existsSync(kept)) await writeFile(kept, JSON.stringify(await describe(place)));
  return JSON.parse(await readFile(kept, 'utf8')) as Description;
}

async function describe(place: string): Promise<Description> {
  const { signal } = new AbortController();
  const { sampleCount } = await new Store().answer('load', { source: { kind: 'file', path: place } }, signal);
  return { samples: sampleCount, packedBytes: (await stat(place)).size, unpackedBytes: await unpackedBytes(place) };
}

async function unpackedBytes(place: string): Promise<number> {
  let length = 0;
  const pieces: AsyncIterable<Buffer> = createReadStream(place).pipe(createGunzip());
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
