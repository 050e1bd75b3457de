import { below, commonSuffix, elements, folded, pathModule, type PathStyle } from '../disk/pathStyle';
import { applyPrefix, type Prefix } from '../names/rememberedPrefixes';
import { parseProfileName, type ProfileName } from '../names/profileName';
import type { WorkspaceIndex } from './workspaceIndex';

/** Limit for the names that are parsed; more names take time and add little information about prefixes. */
const MAX_FILES = 1_000;
/** Limit for the parsed names of package runtime, which show where the profile's GOROOT was. */
const MAX_RUNTIME_FILES = 20;

/**
 * Facts that a profile's file names show together: its GOROOT, and where its folders are on this machine. Parses the
 * names on demand; if all files exist as written, never.
 */
export class ProfileFiles {
  private readNames: readonly ProfileName[] | undefined;
  private readOwnNames: readonly ProfileName[] | undefined;
  private readGoroots: ReadonlySet<string> | undefined;
  private readonly votes = new Map<string, number>();
  private readonly votesByFolder = new Map<string, ReadonlyMap<string, number>>();

  constructor(
    private readonly files: readonly string[],
    private readonly style: PathStyle,
  ) {}

  /** Whether the file is in the profile's GOROOT; if that is unknown, whether the form of the name says so. */
  isGorootFile(name: ProfileName): boolean {
    if (!name.std) return false;
    const { goroots } = this;
    if (name.absolute === undefined || goroots.size === 0) return name.std.isCertain;
    return gorootOf(name).some((goroot) => goroots.has(goroot));
  }

  /** Number of the profile's files that exist in the workspace at the path that the prefix gives them. */
  votesFor(prefix: Prefix, index: WorkspaceIndex): number {
    const key = `${prefix.from}\n${prefix.to}`;
    let votes = this.votes.get(key);
    if (votes === undefined) {
      votes = this.names.filter((name) => isIndexed(this.style, index, applyPrefix(this.style, prefix, name))).length;
      this.votes.set(key, votes);
    }
    return votes;
  }

  /**
   * Whether the profile's other files agree that names below `from` are files below `to`: at least half of these names
   * are files there, and the files of no other folder of the build fit there as well.
   */
  agreeWith(prefix: Prefix, index: WorkspaceIndex): boolean {
    const votes = this.votesFor(prefix, index);
    const named = this.ownNames.filter((name) => applyPrefix(this.style, prefix, name) !== undefined).length;
    if (votes === 0 || 2 * votes < named) return false;
    return [...this.votesInto(prefix.to, index)].every(([from, count]) => from === prefix.from || count < votes);
  }

  /** For each folder of the build (`Prefix.from`): how many of its files are at the same path below `to`. */
  private votesInto(to: string, index: WorkspaceIndex): ReadonlyMap<string, number> {
    const known = this.votesByFolder.get(to);
    if (known) return known;
    const votes = new Map<string, number>();
    for (const name of this.ownNames) {
      for (const rest of indexedBelow(this.style, index, to, name.elements)) {
        const from = name.elements.slice(0, -rest).map((element) => `/${element}`).join('');
        votes.set(from, (votes.get(from) ?? 0) + 1);
      }
    }
    this.votesByFolder.set(to, votes);
    return votes;
  }

  /** The names that may be files of the user. */
  private get ownNames(): readonly ProfileName[] {
    return (this.readOwnNames ??= this.names.filter((name) => {
      const { module, vendored, isPackaged } = name;
      return !module && vendored === undefined && !isPackaged && !this.isGorootFile(name);
    }));
  }

  private get names(): readonly ProfileName[] {
    return (this.readNames ??= parsed(evenlySpread(this.files)));
  }

  private get goroots(): ReadonlySet<string> {
    return (this.readGoroots ??= new Set(this.runtimeNames().flatMap(gorootOf)));
  }

  private runtimeNames(): ProfileName[] {
    const files = this.files.filter((file) => /[\\/]runtime[\\/]/.test(file)).slice(0, MAX_RUNTIME_FILES);
    return parsed(files).filter(({ elements }) => elements.at(-2) === 'runtime');
  }
}

function parsed(files: readonly string[]): ProfileName[] {
  return files.map(parseProfileName).filter((name) => 'elements' in name);
}

/** All names, or MAX_FILES evenly spread ones if there are more, because the names of a folder are adjacent. */
function evenlySpread(files: readonly string[]): readonly string[] {
  if (files.length <= MAX_FILES) return files;
  return Array.from({ length: MAX_FILES }, (_, at) => files[Math.floor((at * files.length) / MAX_FILES)]);
}

/** `/usr/local/go/src/runtime/proc.go` → `usr/local/go`; the empty string for trimmed names. */
function gorootOf({ std, elements }: ProfileName): string[] {
  return std ? [elements.slice(0, Math.max(0, std.at - 1)).join('/')] : [];
}

function isIndexed(style: PathStyle, index: WorkspaceIndex, path: string | undefined): boolean {
  if (path === undefined) return false;
  const { basename, dirname } = pathModule(style);
  const folder = folded(style, dirname(path));
  const sameName = index.files.get(folded(style, basename(path))) ?? [];
  return sameName.some((file) => folded(style, file.folder.path) === folder);
}

/** For each file below `to` that the name ends with: the number of elements of its path below `to`. */
function indexedBelow(style: PathStyle, index: WorkspaceIndex, to: string, wanted: readonly string[]): number[] {
  const folders = wanted.slice(0, -1).map((element) => folded(style, element));
  const { length } = elements(style, to);
  const sameName = index.files.get(folded(style, wanted[wanted.length - 1])) ?? [];
  return sameName.flatMap(({ folder }) => {
    if (below(style, to, folder.path) === undefined) return [];
    const rest = folder.elements.length - length;
    return commonSuffix(folders, folder.elements) >= rest ? [rest + 1] : [];
  });
}
