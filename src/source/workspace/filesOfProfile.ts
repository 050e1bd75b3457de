import { folded, pathModule, type PathStyle } from '../disk/pathStyle';
import { applyPrefix, type Prefix } from '../names/prefix';
import { parseProfileName, type ProfileName } from '../names/profileName';
import type { WorkspaceIndex } from './workspaceIndex';

/** Limit for the names that are read: more names would tell no more about prefixes, but take time. */
const MAX_FILES = 1_000;
/** Limit for the names of Go's runtime that are read; they show where the profile's GOROOT was. */
const MAX_RUNTIME_FILES = 20;

/**
 * What a profile's file names show together: its GOROOT, and which of its folders is which folder here. Reads the names
 * when they are first needed, which is never if all files exist as written.
 */
export class ProfileFiles {
  private readNames: readonly ProfileName[] | undefined;
  private readGoroots: ReadonlySet<string> | undefined;
  private readonly votes = new Map<string, number>();

  constructor(
    private readonly files: readonly string[],
    private readonly style: PathStyle,
  ) {}

  /** Whether the name is one of Go's own: by the profile's GOROOT, else by the form of its prefix. */
  isGoOwn(name: ProfileName): boolean {
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

  private get names(): readonly ProfileName[] {
    return (this.readNames ??= parsed(spread(this.files)));
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

/** The names; if there are too many, MAX_FILES of them, evenly spread, since names of one folder are adjacent. */
function spread(files: readonly string[]): readonly string[] {
  if (files.length <= MAX_FILES) return files;
  return Array.from({ length: MAX_FILES }, (_, at) => files[Math.floor((at * files.length) / MAX_FILES)]);
}

/** `/usr/local/go/src/runtime/proc.go` → `usr/local/go`; the empty text for trimmed names. */
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
