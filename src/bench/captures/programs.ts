import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbandoned, uniqueSuffix } from './owner';

/** The programs of the newest few captures, for their instructions. Programs are large. */
export class Programs {
  constructor(
    private readonly folder: string,
    /** Other folders with programs of the workspace, which are moved into this one. */
    private readonly elsewhere: readonly string[] = [],
    private readonly most = 5,
  ) {}

  /** Moves in the programs of other folders, then removes the drafts of killed processes. Never rejects. */
  async start(): Promise<void> {
    for (const other of this.elsewhere) {
      for (const name of (await readdir(other).catch(() => [])).filter(isPlaced)) {
        await this.moveFrom(other, name).catch(() => undefined);
      }
    }
    await this.prune().catch(() => undefined);
  }

  /** A path for a program whose capture has not begun. */
  async draft(): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    return join(this.folder, `.draft-${uniqueSuffix()}`);
  }

  /** Makes a draft the program of a capture, if the file exists. Ids are sortable by time. */
  async place(id: string, draft: string): Promise<void> {
    try {
      await rename(draft, join(this.folder, id));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  /** Like `place`, unless it has been placed. Deletes the oldest programs above the limit. */
  async keep(id: string, draft: string): Promise<void> {
    await this.place(id, draft);
    await this.prune();
  }

  /** undefined: it is not stored, or not any more. */
  async of(id: string): Promise<string | undefined> {
    const file = join(this.folder, id);
    return stat(file).then((found) => (found.isFile() ? file : undefined), () => undefined);
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.folder, id), { force: true });
  }

  private async moveFrom(other: string, name: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await rename(join(other, name), join(this.folder, name));
  }

  private async prune(): Promise<void> {
    const names = await readdir(this.folder);
    const kept = names.filter(isPlaced).sort();
    const drafts = names.filter((name) => !isPlaced(name));
    const abandoned = await Promise.all(drafts.map((name) => isAbandoned(join(this.folder, name), name)));
    const gone = [...kept.slice(0, Math.max(0, kept.length - this.most)), ...drafts.filter((_, i) => abandoned[i])];
    await Promise.all(gone.map((name) => rm(join(this.folder, name), { force: true })));
  }
}

function isPlaced(name: string): boolean {
  return !name.startsWith('.');
}
