import * as vscode from 'vscode';
import type { Instance } from '../../live/targets/instances';
import { isServerSecrets, type ServerSecrets } from '../../http/serverAccess';
import { isServiceTarget, type ServiceTarget } from '../../live/targets/serviceTarget';
import type { ForwardState } from '../../live/targets/forward';
import type { TargetState } from '../../live/targets/targetState';
import { onceLoaded } from '../../ui/onceLoaded';
import { isFinite, recordOf } from '../../profile/common/shapes';
import { inBackground } from '../../ui/inBackground';
import type { ProgramRow } from '../../views/services/servicesNodes';
import type { Forwards } from './forwards';

const TARGETS = 'linecost.targets';
const PROFILED = 'linecost.profiledServices';
const isTimes = recordOf(isFinite);
const secretKey = (id: string): string => `linecost.target.${id}`;

/** The saved services of a workspace, by name. Their secrets are in VS Code's secret storage. */
export class SavedTargets {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly states = new Map<string, TargetState>();
  /** Numbers the questions to a service and its changes. */
  private readonly versions = new Map<string, number>();
  private loadedForwards: Forwards | undefined;
  /** The commands that make services reachable. */
  readonly forwards = onceLoaded(async () => {
    const [{ Forwards }, { ImportedParts }] = await Promise.all([import('./forwards'), import('./commandApproval')]);
    const forwards = new Forwards(new ImportedParts(this.memento));
    this.onDidChange(() => forwards.follow(this.list()));
    forwards.onDidChange(() => this.changed.fire());
    return (this.loadedForwards = forwards);
  });
  /** The saved stores of profiles. */
  readonly sources = onceLoaded(async () => {
    const { SavedSources } = await import('./savedSources');
    return new SavedSources(this.memento, this.secrets, () => this.changed.fire());
  });
  private readonly watched = new Set<string>();
  /** Programs that run while they are profiled. */
  programs: readonly ProgramRow[] = [];

  constructor(
    private readonly memento: vscode.Memento,
    private readonly secrets: vscode.SecretStorage,
  ) {}

  list(): readonly ServiceTarget[] {
    const stored = this.memento.get<unknown>(TARGETS);
    const targets = Array.isArray(stored) ? stored.filter(isServiceTarget) : [];
    return targets.sort((a, b) => a.name.localeCompare(b.name));
  }

  find(id: string): ServiceTarget | undefined {
    return this.list().find((target) => target.id === id);
  }

  /** Adds a target, or replaces the one with its id. Throws the error of the system's keychain. */
  async save(target: ServiceTarget, secrets?: ServerSecrets): Promise<void> {
    if (secrets) await this.secrets.store(secretKey(target.id), JSON.stringify(secrets));
    await this.memento.update(TARGETS, [...this.list().filter(({ id }) => id !== target.id), target]);
    this.forgetState(target.id);
    this.changed.fire();
  }

  async remove(id: string): Promise<void> {
    await this.memento.update(TARGETS, this.list().filter((target) => target.id !== id));
    await this.secrets.delete(secretKey(id));
    await this.saveTimes(this.times().filter(([key]) => key !== id));
    this.forgetState(id);
    this.changed.fire();
  }

  showPrograms(programs: readonly ProgramRow[]): void {
    this.programs = programs;
    this.changed.fire();
  }

  /** When it was last profiled, in milliseconds since the epoch; undefined if it was not. */
  profiledAt({ id }: ServiceTarget): number | undefined {
    return this.times().find(([key]) => key === id)?.[1];
  }

  /** Shows that a service was profiled now. */
  tellProfiled({ id }: ServiceTarget): void {
    inBackground(this.saveTimes([...this.times().filter(([key]) => key !== id), [id, Date.now()]]));
    this.changed.fire();
  }

  private times(): readonly (readonly [id: string, at: number])[] {
    const stored = this.memento.get<unknown>(PROFILED);
    return isTimes(stored) ? Object.entries(stored) : [];
  }

  private async saveTimes(times: readonly (readonly [id: string, at: number])[]): Promise<void> {
    await this.memento.update(PROFILED, Object.fromEntries(times));
  }

  /** What its instances answered last in this window; undefined if it was not asked, or was changed since. */
  stateOf({ id }: ServiceTarget): TargetState | undefined {
    return this.states.get(id);
  }

  /** Shows what the instances of a service have answered. */
  tellState({ id }: ServiceTarget, state: TargetState): void {
    this.states.set(id, state);
    this.changed.fire();
  }

  /** Shows the answers to a question that begins now, unless the service is changed or asked again meanwhile. */
  beginQuestion(target: ServiceTarget): (state: TargetState) => void {
    const version = this.nextVersion(target.id);
    return (state) => {
      if (this.versions.get(target.id) === version) this.tellState(target, state);
    };
  }

  private forgetState(id: string): void {
    this.nextVersion(id);
    this.states.delete(id);
  }

  private nextVersion(id: string): number {
    const version = (this.versions.get(id) ?? 0) + 1;
    this.versions.set(id, version);
    return version;
  }

  /** Whether this window watches it. */
  isWatched({ id }: ServiceTarget): boolean {
    return this.watched.has(id);
  }

  /** Shows whether a service is watched. */
  tellWatched(id: string, isWatched: boolean): void {
    if (isWatched) this.watched.add(id);
    else this.watched.delete(id);
    this.changed.fire();
  }

  /** Empty if there are none, or the keychain cannot be read. */
  async secretsOf({ id }: ServiceTarget): Promise<ServerSecrets> {
    try {
      const stored: unknown = JSON.parse((await this.secrets.get(secretKey(id))) ?? '{}');
      return isServerSecrets(stored) ? stored : {};
    } catch {
      return {};
    }
  }

  /** undefined if its forward was not started. */
  forwardOf(target: ServiceTarget): ForwardState | undefined {
    return this.loadedForwards?.stateOf(target);
  }

  /** Does work with the instances of a target, and keeps its forward until the work ends. Throws like `instances`. */
  async use<T>(
    target: ServiceTarget,
    signal: AbortSignal,
    work: (instances: readonly Instance[]) => Promise<T>,
  ): Promise<T> {
    const held = target.forward === undefined ? undefined : (await this.forwards()).hold(target);
    try {
      return await work(await this.instances(target, signal));
    } finally {
      held?.dispose();
    }
  }

  /**
   * The instances of a target with its secrets, once its forward, if it has one, makes them reachable. The forward
   * stays for some minutes: call this before each use, or hold the forward meanwhile. Throws like `instancesOf` and
   * `Forwards.ready`.
   */
  async instances(target: ServiceTarget, signal = new AbortController().signal): Promise<Instance[]> {
    if (target.forward !== undefined) await (await this.forwards()).ready(target, signal);
    const { instancesOf } = await import('../../live/targets/instances');
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    return instancesOf(target, await this.secretsOf(target), folder, signal);
  }

  dispose(): void {
    this.loadedForwards?.dispose();
    this.changed.dispose();
  }
}
