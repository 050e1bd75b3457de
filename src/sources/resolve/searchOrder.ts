import { externalAsModule, inBazelFolders } from './bazel';
import { missing, type Resolution, resolutionOf } from './missing';
import { ModuleCache } from './moduleCache';
import type { ModuleHint } from '../workspace/modules';
import { below, folded, join, pathModule } from '../disk/pathStyle';
import type { Places, Workspace } from '../workspace/places';
import { applyPrefix, type Prefix, prefixOf, type RememberedPrefixes } from '../names/rememberedPrefixes';
import type { ProfileFiles } from '../workspace/filesOfProfile';
import { generatedByGoCommand, parseProfileName, type ProfileName } from '../names/profileName';
import { inVendor } from './vendor';
import { bestOf, byBaseName, byModulePath, bySuffix, type Candidate, similar } from '../workspace/workspaceMatch';
import type { FolderCache } from '../disk/folderCache';

/** With fewer of the profile's files at matching paths, a folder may match by coincidence. */
const MIN_VOTES = 3;

/**
 * Finds the file of one name: at the path as written, where the user located it, in the workspace, GOROOT, the module
 * cache, GOPATH, vendor folders, Bazel's folders. The first place that has it usually wins; `asRemembered` and
 * `inWorkspace` say when it does not.
 */
export class Finder {
  constructor(
    private readonly places: Places,
    private readonly memory: RememberedPrefixes,
    private readonly profile: ProfileFiles,
    private readonly hint: ModuleHint | undefined,
  ) {}

  async find(raw: string): Promise<Resolution> {
    const parsed = parseProfileName(raw);
    if (!('elements' in parsed)) return { kind: 'generated', ...parsed };
    const exact = await this.asWritten(parsed);
    if (exact !== undefined) return this.withOpenedPath({ kind: 'found', path: exact });
    const generated = generatedByGoCommand(parsed);
    return generated ? { kind: 'generated', ...generated } : this.search(parsed);
  }

  private async search(parsed: ProfileName): Promise<Resolution> {
    const workspace = await this.places.workspace(this.hint);
    const name = externalAsModule(parsed, workspace.modules);
    const inWorkspace = await this.inWorkspace(name, workspace);
    const remembered = await this.asRemembered(name, inWorkspace, workspace);
    const answer = remembered ?? inWorkspace ?? (await this.elsewhere(name, workspace));
    if (answer) return this.withOpenedPath(answer);
    return this.places.dropIfStale(workspace) ? this.search(parsed) : this.notFound(name, workspace);
  }

  /** The path itself, if it exists on this machine. Never contacts an unknown network share. */
  private async asWritten({ absolute }: ProfileName): Promise<string | undefined> {
    if (absolute === undefined) return undefined;
    const { style, options, folders } = this.places;
    const { parse, normalize } = pathModule(style);
    const root = (path: string) => folded(style, parse(normalize(path)).root);
    if (style.kind === 'win32') {
      const known = [...options.workspaceFolders, options.goroot, this.places.gomodcache()].map(root);
      const isDrive = /^[A-Za-z]:/.test(absolute);
      if (!isDrive && !(absolute.startsWith('//') && known.includes(root(absolute)))) return undefined;
    } else if (!absolute.startsWith('/')) return undefined;
    return folders.file(normalize(absolute));
  }

  /**
   * The path that files located by the user suggest, unless more of the profile's files agree with the match in the
   * workspace.
   */
  private async asRemembered(
    name: ProfileName,
    workspaceMatch: Resolution | undefined,
    { index }: Workspace,
  ): Promise<Resolution | undefined> {
    const { style, folders } = this.places;
    for (const prefix of this.memory.all()) {
      const place = applyPrefix(style, prefix, name);
      const path = place === undefined ? undefined : await folders.file(place);
      if (path === undefined) continue;
      if (workspaceMatch?.kind !== 'found') return { kind: 'found', path };
      const votes = (candidate: Prefix) => this.profile.votesFor(candidate, index);
      const workspacePrefix = prefixOf(style, name, workspaceMatch.path);
      const isWorkspaceBetter = this.isHinted(workspaceMatch.path) || votes(workspacePrefix) > votes(prefix);
      return isWorkspaceBetter ? workspaceMatch : { kind: 'found', path };
    }
    return undefined;
  }

  private async inWorkspace(name: ProfileName, workspace: Workspace): Promise<Resolution | undefined> {
    const { folders } = this.places;
    if (name.module) {
      const replaced = await byModulePath(name, workspace.modules, folders, 'replacements');
      if (replaced.length > 0) return this.pick(name, replaced, workspace);
      // The version in the name has the measured lines; the workspace may have newer ones.
      const cached = await this.cache().find(name, workspace.modules);
      if (cached.length > 0) return resolutionOf(cached);
    }
    if (name.vendored !== undefined) {
      const vendored = await inVendor(name, workspace.modules.vendors, folders);
      if (vendored.length > 0) return this.pick(name, vendored, workspace);
    }
    const spelled = await byModulePath(name, workspace.modules, folders, 'all');
    const isForeign = name.absolute === undefined || name.module !== undefined || name.isPackaged === true;
    const matching = isForeign ? [] : await this.fromOtherMachine(name, workspace);
    return this.pick(name, bestOf([...spelled, ...matching]), workspace);
  }

  /**
   * The workspace files whose paths end like the name. Files of GOROOT and vendored files need a longer match, because
   * their paths are short and may equal the end of a user's path.
   */
  private async fromOtherMachine(name: ProfileName, workspace: Workspace): Promise<Candidate[]> {
    const { length } = name.elements;
    const further = name.importPath === undefined || name.vendored !== undefined ? 0 : 1;
    const matching = await bySuffix(name, workspace, this.places.folders, further);
    const minForGo = this.profile.isGorootFile(name) && name.std ? length - name.std.at + 2 : 0;
    const minForVendor = name.vendored === undefined ? 0 : length - name.vendored + 1;
    return matching.filter(({ score }) => score >= Math.max(minForGo, minForVendor));
  }

  /** Looks in GOROOT, the module cache, GOPATH and vendor folders; then for files with a similar name. */
  private async elsewhere(name: ProfileName, workspace: Workspace): Promise<Resolution | undefined> {
    const { options, folders } = this.places;
    const go = await inGoroot(name, options.goroot, folders);
    if (go !== undefined) return { kind: 'found', path: go };
    if (name.absolute !== undefined && this.profile.isGorootFile(name)) return undefined;
    const inCache = resolutionOf(await this.cache().find(name, workspace.modules));
    const cached = inCache ?? resolutionOf(await this.inGopath(name));
    if (cached) return cached;
    const vendored = this.pick(name, await inVendor(name, workspace.modules.vendors, folders), workspace);
    return vendored ?? (name.module ? undefined : this.similarFile(name, workspace));
  }

  private async inGopath({ importPath, elements }: ProfileName): Promise<string[]> {
    if (importPath === undefined) return [];
    const { folders, style } = this.places;
    const candidates = this.places.gopaths().map((gopath) => join(style, gopath, 'src', ...elements.slice(importPath)));
    const found = await Promise.all(candidates.map((path) => folders.file(path)));
    return found.filter((path) => path !== undefined).slice(0, 1);
  }

  private async similarFile(name: ProfileName, workspace: Workspace): Promise<Resolution | undefined> {
    const { folders } = this.places;
    if (name.absolute === undefined) {
      const bazel = resolutionOf(await inBazelFolders(name, workspace.roots, folders));
      if (bazel) return bazel;
      const [file, ...more] = name.elements;
      if (more.length === 0) return this.pick(name, await byBaseName(file, workspace, folders), workspace);
    }
    if (name.isPackaged || name.vendored !== undefined) return undefined;
    const whole = await bySuffix(name, workspace, folders, 0);
    if (whole.length > 0 && whole[0].score === name.elements.length) return this.pick(name, whole, workspace);
    const partial = bestOf([...whole, ...(await similar(name, workspace, folders))]);
    return this.confirmed(name, partial, workspace) ?? toConfirm(partial);
  }

  /**
   * A file whose path ends like the name, as in a clone whose folder has another name, if it is the only one that the
   * profile's other files agree with: `/go/src/github.com/me/app/store/x.go` matches `store/x.go`.
   */
  private confirmed(name: ProfileName, partial: readonly Candidate[], { index }: Workspace): Resolution | undefined {
    const agreed = partial.filter(({ path, score }) => {
      const prefix = prefixOf(this.places.style, name, path);
      const votes = this.profile.votesFor(prefix, index);
      return votes >= MIN_VOTES || ((votes > 1 || score > 1) && this.profile.agreeWith(prefix, index));
    });
    const picked = this.pick(name, agreed, { index });
    return picked?.kind === 'found' ? picked : undefined;
  }

  /** Picks one of several equal matches: the one in the profile's module, or beside most of the profile's files. */
  private pick(name: ProfileName, candidates: readonly Candidate[], { index }: Pick<Workspace, 'index'>): Resolution | undefined {
    const paths = candidates.map(({ path }) => path);
    if (paths.length < 2) return resolutionOf(paths);
    const hinted = paths.filter((path) => this.isHinted(path));
    if (hinted.length === 1) return resolutionOf(hinted);
    const votes = paths.map((path) => this.profile.votesFor(prefixOf(this.places.style, name, path), index));
    const most = votes.reduce((a, b) => Math.max(a, b), 0);
    return resolutionOf(paths.filter((_, i) => votes[i] === most));
  }

  private async withOpenedPath(answer: Resolution): Promise<Resolution> {
    return answer.kind === 'found' ? { ...answer, path: await this.places.asOpened(answer.path) } : answer;
  }

  private async notFound(name: ProfileName, { index }: Workspace): Promise<Resolution> {
    const versions = await Promise.all((name.module?.paths ?? []).map((path) => this.cache().versions(path)));
    return missing(name, this.places, {
      isGorootFile: this.profile.isGorootFile(name),
      cachedVersions: versions.flat(),
      truncated: index.truncated,
    });
  }

  private isHinted(path: string): boolean {
    return this.hint !== undefined && below(this.places.style, this.hint.moduleDir, path) !== undefined;
  }

  private cache(): ModuleCache {
    return new ModuleCache(this.places.gomodcache(), this.places.folders);
  }
}

/**
 * Like `resolutionOf`, but the user must confirm even a single candidate, because the matches are weak. Files that
 * share only their base name with the profile's are no candidates.
 */
function toConfirm(candidates: readonly Candidate[]): Resolution | undefined {
  const paths = candidates.filter(({ score }) => score > 1).map(({ path }) => path);
  return paths.length === 1 ? { kind: 'ambiguous', candidates: paths } : resolutionOf(paths);
}

/** The file in this machine's GOROOT, even if the profile names another GOROOT. */
async function inGoroot(name: ProfileName, goroot: string, folders: FolderCache): Promise<string | undefined> {
  if (!name.std || goroot === '') return undefined;
  return folders.file(join(folders.style, goroot, 'src', ...name.elements.slice(name.std.at)));
}
