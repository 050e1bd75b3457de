import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { renameWhenFree, UNFINISHED, writeFileNamed } from '../../../captures/disk/wholeFile';
import { uniqueSuffix } from '../../../captures/disk/ownerInName';

const MAX_AGE_MS = 8 * 24 * 3600_000;
const MAX_FILES = 100;

/** Answers of a store, as files: the same question is asked once, also by other windows. */
export class AnswerFiles {
  private swept: Promise<void> | undefined;

  /** @param folder absolute path; made when it is needed */
  constructor(private readonly folder: string) {}

  /**
   * The file with the answer to a question. Throws what `ask` throws, or the system's error.
   * @param question a text that is equal for equal questions
   * @param ask undefined if there is no answer, which is not stored
   */
  async fileOf(question: string, ask: () => Promise<Uint8Array | undefined>): Promise<string | undefined> {
    const name = createHash('sha256').update(question).digest('hex').slice(0, 32);
    const file = join(this.folder, `${name}.pprof`);
    if (await touched(file)) return file;
    const bytes = await ask();
    if (!bytes) return undefined;
    await mkdir(this.folder, { recursive: true });
    await (this.swept ??= this.sweep());
    const unfinished = `${file}.${uniqueSuffix()}${UNFINISHED}`;
    try {
      await writeFileNamed(unfinished, bytes, file);
      await renameWhenFree(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return file;
  }

  /** Removes old answers, and the oldest of too many. */
  private async sweep(): Promise<void> {
    const names = await readdir(this.folder);
    const files = await Promise.all(names.map(async (name) => {
      const file = join(this.folder, name);
      return { file, at: await stat(file).then(({ mtimeMs }) => mtimeMs, () => 0) };
    }));
    const newestFirst = files.sort((a, b) => b.at - a.at);
    const isOld = ({ at }: { readonly at: number }): boolean => at < Date.now() - MAX_AGE_MS;
    const removed = newestFirst.filter((each, i) => i >= MAX_FILES || isOld(each));
    await Promise.all(removed.map(({ file }) => rm(file, { force: true })));
  }
}

/** Notes that a file is in use; false if it does not exist. */
async function touched(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(() => true, () => false);
}
