import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { oldOf } from './leftovers';

/** The programs that runs measured, for their instructions: those of the newest few runs, for programs are large. */
export class Programs {
  constructor(
    private readonly folder: string,
    private readonly most = 5,
  ) {}

  /** Where a program can be put before there is a run that it belongs to. */
  async draft(): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    return join(this.folder, `.${process.pid}-${Date.now().toString(36)}`);
  }

  /** Makes a draft the program of a run, where it was written; ids are sortable by time. */
  async place(id: string, draft: string): Promise<void> {
    try {
      await rename(draft, join(this.folder, id));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  /** As `place`, where it is not placed yet; of too many programs, the oldest go. */
  async keep(id: string, draft: string): Promise<void> {
    await this.place(id, draft);
    await this.prune();
  }

  /** undefined: it is not kept, or no longer. */
  async of(id: string): Promise<string | undefined> {
    const file = join(this.folder, id);
    return stat(file).then((found) => (found.isFile() ? file : undefined), () => undefined);
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.folder, id), { force: true });
  }

  private async prune(): Promise<void> {
    const names = await readdir(this.folder);
    const kept = names.filter((name) => !name.startsWith('.')).sort();
    const drafts = names.filter((name) => name.startsWith('.'));
    const gone = [...kept.slice(0, Math.max(0, kept.length - this.most)), ...(await oldOf(this.folder, drafts))];
    await Promise.all(gone.map((name) => rm(join(this.folder, name), { force: true })));
  }
}
