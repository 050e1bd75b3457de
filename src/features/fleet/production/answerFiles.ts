import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../../../captures/disk/wholeFile';
import { ignored } from '../../../profile/common/ignored';
import { isText, listOf } from '../../../profile/common/shapes';

const MAX_AGE_MS = 8 * 24 * 3600_000;
const MAX_ANSWERS = 200;
const MAX_BYTES = 512 << 20;
const SWEEP_MS = 3600_000;

/** What a store answered. */
export interface StoreAnswer {
  /** pprof. */
  readonly bytes: Uint8Array;
  /** Sentences on what it lacks. */
  readonly notes: readonly string[];
}

export interface StoredAnswer extends Pick<StoreAnswer, 'notes'> {
  readonly path: string;
}

/** Answers of a store, as files: the same question is asked once, also by other windows. */
export class AnswerFiles {
  private sweepAt = 0;

  /** @param folder absolute path; made when it is needed */
  constructor(private readonly folder: string, private readonly limits = { bytes: MAX_BYTES, sweepMs: SWEEP_MS }) {}

  /**
   * The file with the answer to a question. Throws what `ask` throws, or the system's error.
   * @param question a text that is equal for equal questions
   * @param ask undefined if there is no answer, which is not stored
   */
  async fileOf(question: string, ask: () => Promise<StoreAnswer | undefined>): Promise<StoredAnswer | undefined> {
    const name = createHash('sha256').update(question).digest('hex').slice(0, 32);
    const path = join(this.folder, `${name}.pprof`);
    const notesPath = join(this.folder, `${name}.notes`);
    if (await touched(path)) return { path, notes: await notesIn(notesPath) };
    const answer = await ask();
    if (!answer) return undefined;
    const { bytes, notes } = answer;
    await mkdir(this.folder, { recursive: true });
    await this.sweepWhenDue();
    await rm(notesPath, { force: true });
    // First, so that a profile that is there has its notes.
    if (notes.length > 0) await writeWhole(notesPath, JSON.stringify(notes));
    await writeWhole(path, bytes);
    return { path, notes };
  }

  /** Whether a stored answer is still there; notes that it is in use. */
  async has({ path }: StoredAnswer): Promise<boolean> {
    return touched(path);
  }

  private async sweepWhenDue(): Promise<void> {
    if (performance.now() < this.sweepAt) return;
    this.sweepAt = performance.now() + this.limits.sweepMs;
    await this.sweep().catch(ignored('old answers of a store are not removed'));
  }

  /** Removes old answers, and the oldest of too many. */
  private async sweep(): Promise<void> {
    const answers = new Map<string, { files: string[]; at: number; size: number }>();
    for (const name of await readdir(this.folder)) {
      const file = join(this.folder, name);
      const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }));
      // A profile without its notes would look as if it lacked nothing.
      const key = name.replace(/\.(?:pprof|notes)$/, '');
      const { files, at, size: known } = answers.get(key) ?? { files: [], at: 0, size: 0 };
      answers.set(key, { files: [...files, file], at: Math.max(at, mtimeMs), size: known + size });
    }
    const newestFirst = [...answers.values()].sort((a, b) => b.at - a.at);
    const oldest = Date.now() - MAX_AGE_MS;
    let bytes = 0;
    const removed = newestFirst.filter(({ at, size }, i) => {
      bytes += size;
      return i >= MAX_ANSWERS || at < oldest || bytes > this.limits.bytes;
    });
    await Promise.all(removed.flatMap(({ files }) => files).map((file) => rm(file, { force: true })));
  }
}

/** Notes that a file is in use; false if it does not exist. */
async function touched(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(() => true, () => false);
}

async function notesIn(file: string): Promise<readonly string[]> {
  if (!(await touched(file))) return [];
  try {
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    return listOf(isText)(stored) ? stored : [];
  } catch {
    return [];
  }
}
