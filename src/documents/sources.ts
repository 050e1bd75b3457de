import * as vscode from 'vscode';
import type { QueryEngine } from '../engine/client';
import { nextTurn } from '../profile/common/tasks';
import type { FrameSource } from '../profile/answers/flame';
import type { Capture, CaptureTarget, LoadedProfile } from '../captures/loadedCapture';
import { type Active, isRefined } from '../captures/session';
import type { CompiledSources } from '../sources/lineMatching/misfiledFunctions';
import type { SourceResolver, Resolution, SourceMemory } from '../sources/resolve/sourceResolver';
import { pathOf, uriOf } from '../ui/fileUri';
import { inBackground } from '../ui/inBackground';
import { showInformationMessage } from '../ui/window';
import type { Landing, LandingColumn, LineNow, LinePlace } from '../ui/openLocation';
import type { OnDemand } from '../ui/onceLoaded';
import { addTexts, capturedPath, type TextFiles } from './capturedSources';
import { basename } from '../profile/text/shortNames';
import { ignored } from '../profile/common/ignored';

/** Names are looked up for at most this time before other events are handled; a profile may name thousands. */
const SLICE_MS = 4;

const MAX_TEXT_BYTES = 2 << 20;

/** Prefix of the resolver's keys in the workspace state. */
const MEMORY = 'linecost.located:';

export interface FoundPath {
  readonly path: string;
  readonly isInWorkspace: boolean;
}

/** Makes the resolver of the workspace's files. */
export type MakeResolver = (options: {
  readonly workspaceFolders: readonly string[];
  readonly memory: SourceMemory;
}) => Promise<SourceResolver>;

/** Files that profiles name. */
export interface NamedFiles extends TextFiles {
  /** Asks the user before a file outside `own` is opened. */
  mayOpen(path: string, own: readonly string[]): Promise<boolean>;
  /** Allows the folder of a file that the user has chosen. */
  allow(path: string): Promise<void>;
}

/** Access to files, which differs between Node and browsers. */
export interface SourceHost {
  readonly outside: OnDemand<NamedFiles>;
  readonly resolver: MakeResolver;
}

/** A name in a profile without a file. */
export interface UnfoundFile {
  readonly name: string;
  /** The number of files that it may stand for: 0, or more than one. */
  readonly matches: number;
}

/** What names files: a capture, one profile, or a text. */
interface FilesOwner extends Pick<Capture, 'profiles' | 'sources' | 'module'> {
  /** The names in a text. */
  readonly files?: readonly string[];
}

/** Maps file names in profiles to documents and back. Asks the user when a name could mean several files. */
export class Sources implements vscode.Disposable {
  private shared: Promise<SourceResolver> | undefined;
  /** By the capture's `sources`, an object that stays the same while profiles are added to the capture. */
  private resolvers = new WeakMap<Capture['sources'], Promise<SourceResolver>>();
  /** Captures, by their `sources`, whose user was asked which file a name means. */
  private readonly asked = new WeakSet<Capture['sources']>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];
  /** Fires when names may resolve to other files than before. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly engine: QueryEngine,
    private readonly memento: vscode.Memento,
    private readonly lineNow: LineNow,
    private readonly host: SourceHost,
  ) {
    const modules = vscode.workspace.createFileSystemWatcher('**/go.{mod,work}');
    this.subscriptions = [
      this.changed,
      modules,
      modules.onDidCreate(() => this.forget()),
      modules.onDidDelete(() => this.forget()),
      modules.onDidChange(() => this.forget()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.forget()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.forget()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('linecost.go') || event.affectsConfiguration('go')) this.forget();
      }),
    ];
  }

  /** Runs `go env` before the first profile needs its paths. */
  prepare(): void {
    this.sharedResolver().catch(ignored('paths of Go are not known yet'));
  }

  /** The profile's names for a document. Throws EngineError. */
  async filesOf(active: Active, document: vscode.TextDocument): Promise<readonly string[]> {
    const path = pathOf(document.uri);
    // Both run in parallel, because the figures in the editor wait for them.
    const named = this.filesNamed(active, basename(path));
    const [candidates, resolver] = await Promise.all([named, this.resolverFor(active.capture)]);
    const found = await resolver.profileFilesFor(path, [...candidates]);
    if (found.length === 0) inBackground(this.askOnce(active.capture, resolver, candidates, path));
    return found;
  }

  /** The names of the active profile with this last path element. */
  private async filesNamed(active: Active, name: string): Promise<readonly string[]> {
    const { profile, queryId, baseline, refinement } = active;
    const isWhole = !baseline && !isRefined(refinement);
    if (isWhole && profile.files) return profile.files.filter((file) => basename(file) === name);
    return this.engine.ask('filesNamed', { profile: queryId, basename: name });
  }

  /** The names of the files in a profile. Throws EngineError. */
  private async namesIn({ summary, files }: LoadedProfile): Promise<readonly string[]> {
    return files ?? this.engine.ask('files', { profile: summary.id });
  }

  /** Asks which file is meant if one of the names may mean the document or another file: once per capture. */
  private async askOnce({ sources }: Capture, resolver: SourceResolver, names: readonly string[], path: string) {
    if (this.asked.has(sources)) return;
    for (const name of names) {
      const answer = await resolver.resolve(name);
      if (answer.kind !== 'ambiguous' || !answer.candidates.includes(path) || this.asked.has(sources)) continue;
      this.asked.add(sources);
      const { offerToChoose } = await dialogs();
      if (await offerToChoose(name, answer.candidates.length)) await this.askWhich(resolver, name, answer.candidates);
    }
  }

  /** Whether a line of the document has a cost under the active sample type. Throws EngineError. */
  async hasCosts(active: Active, document: vscode.TextDocument): Promise<boolean> {
    const files = await this.filesOf(active, document);
    const { queryId: profile, sampleType } = active;
    const costs = files.length === 0 ? [] : await this.engine.ask('fileCosts', { profile, sampleType, files });
    return costs.some(({ cum }) => cum.some((value) => value !== 0));
  }

  /** The paths of the profile's files that resolve without asking the user. */
  async pathsOf(active: Active, files: Iterable<string>): Promise<ReadonlyMap<string, FoundPath>> {
    const resolver = await this.resolverFor(active.capture);
    const paths = new Map<string, FoundPath>();
    for (const file of new Set(files)) {
      const answer = await resolver.resolve(file);
      if (answer.kind === 'found') paths.set(file, { path: answer.path, isInWorkspace: isInWorkspace(answer.path) });
    }
    return paths;
  }

  /** Opens a frame's source. Asks the user if the name is ambiguous, or where the file is if it was not found. */
  async open(active: Active, source: FrameSource, landing: LandingColumn = {}): Promise<void> {
    await this.openNamed(active.capture, source, { ...landing, lineNow: this.lineNow });
  }

  /** Like `open`, for a name in a capture or a text. */
  async openNamed(owner: FilesOwner, source: FrameSource, landing: Landing = {}): Promise<void> {
    const path = await this.locate(owner, source);
    if (path === undefined || !(await this.mayOpen(owner, path))) return;
    const { openLocation } = await dialogs();
    await openLocation({ file: path, line: source.line }, landing);
  }

  /** Where lines of a measured file are in its text now; undefined if its text was not captured, or it is gone. */
  async placesNow(
    { capture }: Active,
    path: string,
    lines: readonly number[],
  ): Promise<readonly LinePlace[] | undefined> {
    if (!capture.sources.has(path)) return undefined;
    try {
      const document = await vscode.workspace.openTextDocument(uriOf(path));
      return await Promise.all(lines.map((line) => this.lineNow(document, line)));
    } catch {
      return undefined;
    }
  }

  /** The text of a measured file: as captured, or else as it is now. undefined if it may not be read. */
  async textOf({ capture }: Active, path: string): Promise<string | undefined> {
    const captured = capture.sources.get(path);
    if (captured !== undefined) return captured;
    const folders = await this.ownFolders(capture);
    return (await this.host.outside()).textOf(path, folders, MAX_TEXT_BYTES).catch(() => undefined);
  }

  private async mayOpen(capture: FilesOwner, path: string): Promise<boolean> {
    return (await this.host.outside()).mayOpen(path, await this.ownFolders(capture));
  }

  /** The folders whose files open without a question; in an untrusted workspace, only the workspace folders. */
  private async ownFolders(capture: FilesOwner): Promise<readonly string[]> {
    if (!vscode.workspace.isTrusted) return workspaceFolders();
    return (await this.resolverFor(capture)).sourceFolders();
  }

  /** Opens the function that was measured, at its declaration. */
  async openTarget({ file, name }: CaptureTarget, landing?: LandingColumn): Promise<void> {
    const { openFunction } = await dialogs();
    await openFunction(file, name, landing);
  }

  /**
   * The absolute paths of a capture's files in the workspace, by their names in its profiles, including deleted files
   * whose text was captured. Throws EngineError.
   */
  async workspaceFilesOf(capture: FilesOwner): Promise<ReadonlyMap<string, string>> {
    const resolver = await this.resolverFor(capture);
    const names = new Set<string>();
    for (const profile of capture.profiles) for (const name of await this.namesIn(profile)) names.add(name);
    const paths = new Map<string, string>();
    let until = performance.now() + SLICE_MS;
    for (const name of names) {
      if (performance.now() > until) {
        await nextTurn();
        until = performance.now() + SLICE_MS;
      }
      const answer = await resolver.resolve(name);
      const path = answer.kind === 'found' ? answer.path : capturedPath(capture, name);
      if (path !== undefined && isInWorkspace(path)) paths.set(name, path);
    }
    return paths;
  }

  /** Adds the texts of a capture's files in the workspace to its sources, to detect later edits. Throws EngineError. */
  async snapshot(capture: Capture): Promise<void> {
    const named = await this.workspaceFilesOf(capture);
    await addTexts(capture.sources, named, workspaceFolders(), await this.host.outside());
  }

  /**
   * The sources of a profile: its files in the workspace, with their texts as captured, or as they are now. Throws
   * EngineError.
   */
  async compiledSources(profile: LoadedProfile, captured?: ReadonlyMap<string, string>): Promise<CompiledSources> {
    const texts = new Map(captured);
    const capture: FilesOwner = { profiles: [profile], sources: texts };
    const names = await this.workspaceFilesOf(capture);
    await addTexts(texts, names, workspaceFolders(), await this.host.outside());
    return { texts, names };
  }

  /** Of these names, those of files that were not found and may be the user's, or may be one of several files. */
  async unfoundOf(active: Active, files: readonly string[]): Promise<UnfoundFile[]> {
    const resolver = await this.resolverFor(active.capture);
    const answers = await Promise.all(files.map((file) => resolver.resolve(file)));
    return files.flatMap((name, i) => {
      const answer = answers[i];
      if (answer.kind === 'ambiguous') return [{ name, matches: answer.candidates.length }];
      return answer.kind === 'missing' && !answer.isDependency ? [{ name, matches: 0 }] : [];
    });
  }

  /** Lets the user pick a file of the profile that was not found, unless it is given, and locate it. */
  async locateOneOf(active: Active, given?: string): Promise<void> {
    const resolver = await this.resolverFor(active.capture);
    const { askWhatToLocate } = await dialogs();
    const chosen = given ?? (await askWhatToLocate(await this.engine.ask('files', { profile: active.queryId }), resolver));
    if (chosen === undefined) return;
    const answer = await resolver.resolve(chosen);
    if (answer.kind === 'ambiguous' && (await this.askWhich(resolver, chosen, answer.candidates)) !== undefined) return;
    await this.locateByHand(active.capture, chosen);
  }

  /** Asks for the file that a name stands for, and remembers the answer for other names of the same origin. */
  private async locateByHand(owner: FilesOwner, name: string): Promise<string | undefined> {
    const path = await (await dialogs()).askForFile(name);
    if (path === undefined) return undefined;
    const resolver = await this.resolverFor(owner);
    await resolver.remember(name, path);
    await (await this.host.outside()).allow(path);
    this.changed.fire();
    return path;
  }

  async forgetLocated(): Promise<void> {
    for (const key of this.memento.keys().filter((name) => name.startsWith(MEMORY))) {
      await this.memento.update(key, undefined);
    }
    this.forget();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private async locate(owner: FilesOwner, { file }: FrameSource): Promise<string | undefined> {
    const { resolver, answer } = await this.present(owner, file);
    switch (answer.kind) {
      case 'found':
        return answer.path;
      case 'ambiguous':
        return this.askWhich(resolver, file, answer.candidates);
      case 'generated':
        inBackground(showInformationMessage(answer.reason));
        return undefined;
      case 'missing':
        return this.offerToLocate(owner, file, answer);
      default:
        return answer satisfies never;
    }
  }

  /** What a name means now: a file that was found before may be gone. */
  private async present(owner: FilesOwner, file: string) {
    const resolver = await this.resolverFor(owner);
    const answer = await resolver.resolve(file);
    if (answer.kind !== 'found' || (await isThere(answer.path))) return { resolver, answer };
    this.forget();
    const again = await this.resolverFor(owner);
    return { resolver: again, answer: await again.resolve(file) };
  }

  private async askWhich(resolver: SourceResolver, file: string, candidates: readonly string[]) {
    const path = await (await dialogs()).askWhich(file, candidates);
    if (path === undefined) return undefined;
    await resolver.remember(file, path);
    this.changed.fire();
    return path;
  }

  private async offerToLocate(owner: FilesOwner, file: string, answer: Extract<Resolution, { kind: 'missing' }>) {
    const isWanted = await (await dialogs()).offerToLocate(answer.reason, answer.triedPlaces);
    return isWanted ? this.locateByHand(owner, file) : undefined;
  }

  /** A resolver that knows all file names of the capture, which together show where the program was built. */
  private resolverFor(capture: FilesOwner): Promise<SourceResolver> {
    const cached = this.resolvers.get(capture.sources);
    if (cached) return cached;
    const made = this.makeResolver(capture);
    this.resolvers.set(capture.sources, made);
    return made;
  }

  private async makeResolver(capture: FilesOwner): Promise<SourceResolver> {
    const shared = this.sharedResolver();
    const ask = (profile: LoadedProfile) => this.namesIn(profile).catch(ignored('file names are not known yet'));
    const answers = await Promise.all(capture.profiles.map(ask));
    // A resolver with missing names is not cached, because some files would never get costs.
    if (answers.includes(undefined)) this.resolvers.delete(capture.sources);
    const files = [...new Set([...(capture.files ?? []), ...answers.flatMap((names) => names ?? [])])];
    return (await shared).forProfile({ files, module: capture.module });
  }

  private sharedResolver(): Promise<SourceResolver> {
    return (this.shared ??= this.makeShared());
  }

  private async makeShared(): Promise<SourceResolver> {
    const memory = {
      get: (key: string) => this.memento.get<unknown>(MEMORY + key),
      set: (key: string, value: unknown) => this.memento.update(MEMORY + key, value),
    };
    // In another turn of the event loop, so that the thread stays responsive while a profile is loaded.
    await nextTurn();
    return this.host.resolver({ workspaceFolders: workspaceFolders(), memory });
  }

  private forget(): void {
    this.shared = undefined;
    this.resolvers = new WeakMap();
    this.changed.fire();
  }
}

function dialogs() {
  return import('./sourceDialogs');
}

function workspaceFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
}

function isInWorkspace(path: string): boolean {
  return vscode.workspace.getWorkspaceFolder(uriOf(path)) !== undefined;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uriOf(path));
    return true;
  } catch {
    return false;
  }
}
