import { homedir } from 'node:os';
import { sep } from 'node:path';
import { nodeFileSystem, type SourceFileSystem } from '../disk/fileSystem';
import { Finder } from './finder';
import type { ModuleHint } from '../workspace/modules';
import { pathModule, pathStyleOf } from '../disk/pathStyle';
import { Places, type SourcePlaces } from '../workspace/places';
import { prefixOf } from '../names/prefix';
import { memoryOfSession, PrefixMemory, type SourceMemory } from '../names/prefixMemory';
import { ProfileFiles } from '../workspace/profileFiles';
import { parseProfileName } from '../names/profileName';
import type { Resolution } from './resolution';
import type { WalkLimits } from '../workspace/workspaceIndex';

export type { ModuleHint } from '../workspace/modules';
export type { SourcePlaces } from '../workspace/places';
export type { SourceMemory } from '../names/prefixMemory';
export type { Resolution } from './resolution';

export interface SourceResolverOptions extends SourcePlaces {
  /** Keeps what the user answered; by default until the resolver goes. */
  readonly memory?: SourceMemory;
  readonly fs?: SourceFileSystem;
  /** Decides how paths are written; by default this machine's. */
  readonly platform?: NodeJS.Platform;
  readonly limits?: WalkLimits;
}

/** What is known of one profile; makes answers for its files surer. */
export interface ProfileContext {
  /** The profile's file names, all or many. */
  readonly files?: readonly string[];
  /** The module it was captured from. */
  readonly module?: ModuleHint;
}

const MOST_ANSWERS = 50_000;

/**
 * From the file names of profiles to files of this machine, and back. Looks at the disk lazily and remembers what it
 * saw until `invalidate`. No method throws, whatever a name looks like.
 */
export class SourceResolver {
  private readonly memory: PrefixMemory;
  private readonly finder: Finder;
  private readonly answers = new Map<string, Promise<Resolution>>();
  private generation = 0;

  private constructor(
    private readonly places: Places,
    private readonly kept: SourceMemory,
    private readonly context: ProfileContext,
  ) {
    this.memory = new PrefixMemory(kept);
    this.finder = new Finder(places, this.memory, new ProfileFiles(context.files ?? [], places.style), context.module);
  }

  static create(options: SourceResolverOptions): SourceResolver {
    const style = pathStyleOf(options.platform ?? process.platform);
    const places = new Places(options, options.fs ?? nodeFileSystem(), style, options.limits);
    return new SourceResolver(places, options.memory ?? memoryOfSession(), {});
  }

  /**
   * A resolver for one profile's names. Shares what is known of the disk with this one, but looks at it again where it
   * has to: files may have come since the profile before.
   */
  forProfile(context: ProfileContext): SourceResolver {
    this.places.lookAfresh();
    return new SourceResolver(this.places, this.kept, context);
  }

  /** Where the source of the profile's file is. */
  resolve(profileFile: string): Promise<Resolution> {
    if (this.generation !== this.places.generation || this.answers.size >= MOST_ANSWERS) this.answers.clear();
    this.generation = this.places.generation;
    let answer = this.answers.get(profileFile);
    if (!answer) this.answers.set(profileFile, (answer = this.finder.find(profileFile)));
    return answer;
  }

  /** Whether the document (an absolute path) is what `resolve` finds for the profile's file. */
  async matchesDocument(profileFile: string, documentPath: string): Promise<boolean> {
    const resolution = await this.resolve(profileFile);
    return resolution.kind === 'found' && this.places.same(resolution.path, documentPath);
  }

  /** Those of the profile's file names (all with the document's base name) that are the document. */
  async profileFilesFor(documentPath: string, sameBaseName: readonly string[]): Promise<string[]> {
    const matches = await Promise.all(sameBaseName.map((file) => this.matchesDocument(file, documentPath)));
    return sameBaseName.filter((_, i) => matches[i]);
  }

  /**
   * The user said that `path` is the profile's file: picked from candidates, or located. Kept, and used for other
   * names of the same origin.
   */
  async remember(profileFile: string, path: string): Promise<void> {
    const name = parseProfileName(profileFile);
    if (!('elements' in name) || !pathModule(this.places.style).isAbsolute(path)) return;
    await this.memory.add(prefixOf(this.places.style, name, path));
    this.places.forgetAnswers();
  }

  /** The folders of the workspace, those of modules that it points to, Go's own, and where the user located files. */
  async ownFolders(): Promise<string[]> {
    const { given } = this.places;
    const { modules } = await this.places.workspace(this.context.module);
    const ofModules = modules.dirs.map(({ dir }) => dir);
    const ofGo = [given.goroot, this.places.gomodcache(), ...this.places.gopaths()];
    return [...given.workspaceFolders, ...ofModules, ...ofGo, ...this.located()].filter((folder) => folder !== '');
  }

  /** Where files are that the user has located; the user's whole home, or more, is no such place. */
  private located(): string[] {
    const home = withSeparator(homedir());
    return this.memory.all().map(({ to }) => to).filter((folder) => !home.startsWith(withSeparator(folder)));
  }

  /** Files or folders came or went: what was seen of the disk is looked at again when next needed. */
  invalidate(): void {
    this.places.reset();
  }
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}
