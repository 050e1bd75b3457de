import { type FSWatcher, watch } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/**
 * Keeps the cpu profile of a program apart from that of a child that the program starts with its own arguments: such
 * a child creates, and empties, the file of the same name. So the program's file is renamed as soon as it exists; the
 * program writes on, since it has the file open. Where open files cannot be renamed (Windows), nothing changes.
 */
export class OwnProfile {
  private readonly watcher: FSWatcher | undefined;
  private renaming: Promise<boolean> | undefined;

  /** @param file the absolute path of the profile, which does not exist yet */
  constructor(private readonly file: string) {
    try {
      this.watcher = watch(dirname(file), { persistent: false }, (_, name) => this.follow(name));
      // Without a watch, such as at the system's limit of watches, the file keeps its name.
      this.watcher.on('error', () => undefined);
    } catch {
      this.watcher = undefined;
    }
  }

  /** Call after the run. Gives the program's file its name back, in place of a file that a child made. */
  async restore(): Promise<void> {
    this.watcher?.close();
    // A missing file is reported when it is read.
    if (await this.renaming) await rename(this.own, this.file).catch(() => undefined);
  }

  private get own(): string {
    return `${this.file}.own`;
  }

  private follow(name: string | null): void {
    if (name !== basename(this.file) || this.renaming) return;
    this.renaming = rename(this.file, this.own).then(() => true, () => false);
    this.watcher?.close();
  }
}
