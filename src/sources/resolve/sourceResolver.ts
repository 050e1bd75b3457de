import type { SourceFileSystem } from '../disk/fileSystem';
import { Finder } from './searchOrder';
import type { ModuleHint } from '../workspace/modules';
import { pathModule, pathStyleOf } from '../disk/pathStyle';
import { Places, type SourcePlaces } from '../workspace/places';
import { memoryOfSession, prefixOf, RememberedPrefixes, type SourceMemory } from '../names/rememberedPrefixes';
import { ProfileFiles } from '../workspace/filesOfProfile';
import { parseProfileName } from '../names/profileName';
import type { Resolution } from './missing';
import type { WalkLimits } from '../workspace/workspaceIndex';

export type { ModuleHint } from '../workspace/modules';
export type { SourcePlaces } from '../workspace/places';
export type { SourceMemory } from '../names/rememberedPrefixes';
export type { Resolution } from './missing';

export interface SourceResolverOptions extends SourcePlaces {
  /** Stores the files that the user located; by default in memory only. */
  readonly memory?: SourceMemory;
  readonly fs: SourceFileSystem;
  /** Determines how paths are written. */
  readonly platform: NodeJS.Platform;
  /** The user's home folder; unset if there is none. */
  readonly home?: string;
  readonly limits?: WalkLimits;
}

/** Facts about one profile that help to find its files. */
export interface ProfileContext {
  /** All or many of the profile's file names. */
  readonly files?: readonly string[];
  /** The module that the profile was captured from. */
  readonly module?: ModuleHint;
}

const MAX_ANSWERS = 50_000;

/**
 * Maps file names in profiles to files on this machine, and back. Reads the disk lazily and caches it until
 * `invalidate`. No method throws, whatever the name.
 */
export class SourceResolver {
  private readonly memory: RememberedPrefixes;
  private readonly finder: Finder;
  private readonly answers = new Map<string, Promise<Resolution>>();
  private generation = 0;

  private constructor(
    private readonly places: Places,
    private readonly storage: SourceMemory,
    private readonly context: ProfileContext,
    private readonly home: string | undefined,
  ) {
    this.memory = new RememberedPrefixes(storage);
    this.finder = new Finder(places, this.memory, new ProfileFiles(context.files ?? [], places.style), context.module);
  }

  static create(options: SourceResolverOptions): SourceResolver {
    const style = pathStyleOf(options.platform);
    const places = new Places(options, options.fs, style, options.limits);
    return new SourceResolver(places, options.memory ?? memoryOfSession(), {}, options.home);
  }

  /**
   * A resolver for one profile's file names. Shares this resolver's walk through the workspace, but both resolvers
   * list folders again, because files may have been added.
   */
  forProfile(context: ProfileContext): SourceResolver {
    this.places.refresh(context.files ?? []);
    return new SourceResolver(this.places, this.storage, context, this.home);
  }

  /** Finds the source of a file name in the profile. */
  resolve(profileFile: string): Promise<Resolution> {
    if (this.generation !== this.places.generation || this.answers.size >= MAX_ANSWERS) this.answers.clear();
    this.generation = this.places.generation;
    let answer = this.answers.get(profileFile);
    if (!answer) this.answers.set(profileFile, (answer = this.finder.find(profileFile)));
    return answer;
  }

  /** Whether `resolve` finds the document (an absolute path) for the profile's file. */
  async matchesDocument(profileFile: string, documentPath: string): Promise<boolean> {
    const resolution = await this.resolve(profileFile);
    return resolution.kind === 'found' && this.places.same(resolution.path, documentPath);
  }

  /** The file names that mean the document, of those in `sameBaseName`, which all have the document's base name. */
  async profileFilesFor(documentPath: string, sameBaseName: readonly string[]): Promise<string[]> {
    const matches = await Promise.all(sameBaseName.map((file) => this.matchesDocument(file, documentPath)));
    return sameBaseName.filter((_, i) => matches[i]);
  }

  /**
   * Stores that the user picked or located `path` as the profile's file. Other names with the same prefix then use it
   * too.
   */
  async remember(profileFile: string, path: string): Promise<void> {
    const name = parseProfileName(profileFile);
    if (!('elements' in name) || !pathModule(this.places.style).isAbsolute(path)) return;
    await this.memory.add(prefixOf(this.places.style, name, path));
    this.places.invalidateAnswers();
  }

  /** The folders of the workspace, of the modules that it uses, of Go, and of the files that the user located. */
  async sourceFolders(): Promise<string[]> {
    const { options } = this.places;
    const { modules } = await this.places.workspace(this.context.module);
    const ofModules = modules.dirs.map(({ dir }) => dir);
    const ofGo = [options.goroot, this.places.gomodcache(), ...this.places.gopaths()];
    const folders = [...options.workspaceFolders, ...ofModules, ...ofGo, ...this.locatedFolders()];
    return folders.filter((folder) => folder !== '');
  }

  /** Folders of the files that the user located, except the home folder and its parents. */
  private locatedFolders(): string[] {
    const { sep } = pathModule(this.places.style);
    const withSeparator = (folder: string) => (folder.endsWith(sep) ? folder : folder + sep);
    const home = this.home === undefined ? '' : withSeparator(this.home);
    return this.memory.all().map(({ to }) => to).filter((folder) => !home.startsWith(withSeparator(folder)));
  }

  /** Clears the cache after files or folders were added or deleted. */
  invalidate(): void {
    this.places.reset();
  }
}
