import { constants } from 'node:fs';
import { copyFile, link, open, rm, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { GoTestFiles } from './goTestArgs';
import { joinOutput } from './runFailure';
import type { RunResult } from './process';

const PIECE_BYTES = 1 << 20;

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
    return holdTheSame(this.binary, this.kept);
  }
}

/** Gives a file a second name, or where that cannot be, as on another file system, a copy. */
export async function linkFile(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE));
}

async function identityOf(file: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(file);
  return `${ino} ${size} ${mtimeMs}`;
}

/** Piece by piece, without digests: the figures wait for the answer. */
async function holdTheSame(...files: readonly [string, string]): Promise<boolean> {
  const [a, b] = await Promise.all(files.map((file) => open(file)));
  try {
    const pieces = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)] as const;
    for (;;) {
      const [left, right] = await Promise.all([a.read(pieces[0]), b.read(pieces[1])]);
      if (left.bytesRead !== right.bytesRead) return false;
      if (left.bytesRead === 0) return true;
      if (pieces[0].compare(pieces[1], 0, left.bytesRead, 0, left.bytesRead) !== 0) return false;
    }
  } finally {
    await Promise.all([a.close(), b.close()]);
  }
}

/** `go test` puts its own folder in front of PATH for what it runs. */
export function withGoOnPath(env: Readonly<Record<string, string>>, goroot: string): Readonly<Record<string, string>> {
  const name = Object.keys(env).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [join(goroot, 'bin'), env[name] ?? ''].join(delimiter) };
}
