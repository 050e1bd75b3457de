/** Limits for the stored programs; by default `MAX_PROGRAMS` and `MAX_BYTES`. */
export interface ProgramLimits {
  readonly count?: number;
  /** Total size of all programs. */
  readonly bytes?: number;
}

/** A measurement against a git revision stores two. */
export const MAX_PROGRAMS = 20;
const MAX_BYTES = 1 << 30;

/** A stored program, named by its capture. */
export interface StoredProgram {
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
export function aboveLimits(programs: readonly StoredProgram[], { spared, newest, ...limits }: Kept): string[] {
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
