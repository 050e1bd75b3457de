import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbandoned, uniqueSuffix } from './ownerInName';
import { ignored } from '../../profile/common/ignored';

/** The programs of the newest captures, to disassemble and to measure again. Programs are large, so few are kept. */
export class Programs {
  /** The drafts of captures in progress, by the id of the capture. */
  private readonly reserved = new Map<string, string>();

  constructor(
    private readonly folder: string,
    /** Other folders with programs of the workspace, which are moved into this one. */
    private readonly otherFolders: readonly string[] = [],
    private readonly limits: ProgramLimits = {},
  ) {}

  /**
   * Moves in the programs of other folders, then removes the drafts of killed processes and the oldest programs above
   * the limits, but not those of the `spared` captures. Never rejects.
   */
  async start(spared: readonly string[] = []): Promise<void> {
    for (const source of this.otherFolders) {
      for (const name of (await readdir(source).catch(() => [])).filter(isPlaced)) {
        await this.moveFrom(source, name).catch(ignored('a program stays in its old folder'));
      }
    }
    await this.prune(spared).catch(ignored('old programs stay on disk'));
  }

  /** A path for a program whose capture has not begun. */
  async draft(): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    return join(this.folder, `.draft-${uniqueSuffix()}`);
  }

  /**
   * Makes a draft the program of a capture in progress, until `place` or `remove`. If this process is killed, it is
   * removed like any draft, so that programs without a capture do not displace others.
   */
  reserve(id: string, draft: string): void {
    this.reserved.set(id, draft);
  }

  /** Makes a draft the program of a capture, if the file exists. Ids are sortable by time. */
  async place(id: string, draft: string): Promise<void> {
    try {
      await rename(draft, join(this.folder, id));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    this.reserved.delete(id);
  }

  /**
   * Like `place`, if the draft has not been placed yet. Then deletes the drafts of killed processes and the oldest
   * programs above the limits. Never deletes the programs of the `spared` captures, nor this one, even if the clock was
   * set back.
   */
  async keep(id: string, draft: string, spared: readonly string[] = []): Promise<void> {
    await this.place(id, draft);
    await this.prune(spared, id);
  }

  /** The ids of the captures whose programs are stored. Never rejects. */
  async ids(): Promise<ReadonlySet<string>> {
    return new Set((await readdir(this.folder).catch(() => [])).filter(isPlaced));
  }

  /** The path of the program of a capture, which may be in progress; undefined if it is not stored. */
  async of(id: string): Promise<string | undefined> {
    const file = this.reserved.get(id) ?? join(this.folder, id);
    return stat(file).then((stats) => (stats.isFile() ? file : undefined), () => undefined);
  }

  async remove(id: string): Promise<void> {
    const files = [this.reserved.get(id), join(this.folder, id)].filter((file) => file !== undefined);
    this.reserved.delete(id);
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }

  private async moveFrom(source: string, name: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await rename(join(source, name), join(this.folder, name));
  }

  private async prune(spared: readonly string[], newest?: string): Promise<void> {
    const names = await readdir(this.folder);
    const drafts = names.filter((name) => !isPlaced(name));
    const abandoned = await Promise.all(drafts.map((name) => isAbandoned(join(this.folder, name), name)));
    const placed = names.filter(isPlaced);
    const programs = await Promise.all(placed.map(async (name) => ({ name, ...(await this.fileOf(name)) })));
    const old = aboveLimits(programs, { spared, newest, ...this.limits });
    const obsolete = [...old, ...drafts.filter((_, i) => abandoned[i])];
    await Promise.all(obsolete.map((name) => rm(join(this.folder, name), { force: true })));
  }

  /** The program's size, and an id that is the same for all hard links to its file. */
  private async fileOf(name: string): Promise<{ readonly file: string; readonly size: number }> {
    const missing = { file: name, size: 0 };
    return stat(join(this.folder, name)).then(({ dev, ino, size }) => ({ file: ino === 0 ? name : `${dev}:${ino}`, size }), () => missing);
  }
}

function isPlaced(name: string): boolean {
  return !name.startsWith('.');
}

/** Limits for the stored programs; by default `MAX_PROGRAMS` and `MAX_BYTES`. */
interface ProgramLimits {
  readonly count?: number;
  /** Total size of all programs. */
  readonly bytes?: number;
}

/** A measurement against a git revision stores two. */
export const MAX_PROGRAMS = 20;
const MAX_BYTES = 1 << 30;

/** A stored program, named by its capture. */
interface StoredProgram {
  readonly name: string;
  /** The same for all programs that share a file, such as those of a suite. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
}

interface Kept extends ProgramLimits {
  /** Programs that are kept whatever the limits: they count towards the size, but not the number. */
  readonly spared: readonly string[];
  /** The program that was just stored. */
  readonly newest?: string | undefined;
}

/** The names of the oldest programs above the limits. A file that several captures share counts once. */
function aboveLimits(programs: readonly StoredProgram[], { spared, newest, ...limits }: Kept): string[] {
  const { count: maxPrograms = MAX_PROGRAMS, bytes: maxBytes = MAX_BYTES } = limits;
  const isSpared = (name: string): boolean => spared.includes(name);
  const rank = (name: string): number => (isSpared(name) ? 0 : name === newest ? 1 : 2);
  const names = programs.map(({ name }) => name).sort().reverse().sort((a, b) => rank(a) - rank(b));
  const byName = new Map(programs.map((program) => [program.name, program]));
  const [seenFiles, counted] = [new Set<string>(), new Set<string>()];
  let bytes = 0;
  return names.filter((name) => {
    const { file, size } = byName.get(name)!;
    if (!seenFiles.has(file)) bytes += size;
    if (!seenFiles.has(file) && !isSpared(name)) counted.add(file);
    seenFiles.add(file);
    return rank(name) === 2 && (counted.size > maxPrograms || bytes > maxBytes);
  });
}
