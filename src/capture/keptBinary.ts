import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { GoTestFiles } from './goTestArgs';
import { joinOutput } from './runFailure';
import type { RunResult } from './process';

/**
 * A copy of the test binary. `go test` looks at the sources each time it runs; where they have changed it builds anew,
 * or fails to, and a later kind would measure another program than the first.
 */
export class KeptBinary {
  private constructor(
    private readonly binary: string,
    private readonly kept: string,
    private readonly identity: string,
  ) {}

  static async keep({ binary, kept }: GoTestFiles): Promise<KeptBinary> {
    const identity = await identityOf(binary);
    await copyFile(binary, kept, constants.COPYFILE_FICLONE);
    return new KeptBinary(binary, kept, identity);
  }

  /** Whether this run of `go test` has used the binary that was kept. */
  async isCurrent(result: RunResult): Promise<boolean> {
    if (/^FAIL\s.*\[(build|setup) failed\]$/m.test(joinOutput(result))) return false;
    if ((await identityOf(this.binary)) === this.identity) return true;
    // `go test` may touch or write anew what is up to date.
    const [now, then] = await Promise.all([digestOf(this.binary), digestOf(this.kept)]);
    return now === then;
  }
}

async function identityOf(file: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(file);
  return `${ino} ${size} ${mtimeMs}`;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** `go test` puts its own folder in front of PATH for what it runs. */
export function withGoOnPath(env: Readonly<Record<string, string>>, goroot: string): Readonly<Record<string, string>> {
  const name = Object.keys(env).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [join(goroot, 'bin'), env[name] ?? ''].join(delimiter) };
}
