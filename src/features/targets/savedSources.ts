import * as vscode from 'vscode';
import { isFleetSource, type FleetSource } from '../../fleet/fleetSource';
import type { FleetStore } from '../../fleet/fleetStore';
import type { RequestCounter } from '../../fleet/requests/requestCounter';
import type { Connection } from '../../http/connection';
import { savedConnection } from '../../http/savedConnection';
import { isServerSecrets, type ServerAccess, type ServerSecrets } from '../../http/serverAccess';
import { requireTrust } from '../../ui/preconditionError';
import type { StoreState } from '../../views/services/servicesNodes';
import { ImportedParts } from './commandApproval';
import { SOURCES } from './sourcesKey';

type OpenStore = (source: FleetSource, connection: Connection) => FleetStore | Promise<FleetStore>;

const TOKEN_MS = 30 * 60_000;
const secretKey = (id: string): string => `linecost.store.${id}`;
const counterKey = (id: string): string => `linecost.store.${id}.requests`;

/** The saved stores of a workspace, by name. Their secrets are in VS Code's secret storage. */
export class SavedSources {
  private readonly states = new Map<string, StoreState>();
  private saves = 0;

  /**
   * @param onChange called when a store, or what is known of it, changes
   * @param openStore the store at an address
   */
  constructor(
    private readonly memento: vscode.Memento,
    private readonly secrets: vscode.SecretStorage,
    private readonly onChange: () => void,
    private readonly openStore: OpenStore = async (...at) => (await import('../../fleet/openStore')).openStore(...at),
  ) {}

  list(): readonly FleetSource[] {
    const stored = this.memento.get<unknown>(SOURCES);
    const sources = Array.isArray(stored) ? stored.filter(isFleetSource) : [];
    return sources.sort((a, b) => a.name.localeCompare(b.name));
  }

  find(id: string): FleetSource | undefined {
    return this.list().find((source) => source.id === id);
  }

  /**
   * What an opened store depends on: its address, and its secrets, which may be entered again; a token of gcloud ends
   * after an hour.
   */
  keyOf(source: FleetSource): string {
    const isOfGcloud = source.kind === 'cloudProfiler' && !source.authorization;
    return JSON.stringify([source, this.saves, isOfGcloud ? Math.floor(Date.now() / TOKEN_MS) : 0]);
  }

  /** Adds a store, or replaces the one with its id. Throws the error of the system's keychain. */
  async save(source: FleetSource, secrets?: ServerSecrets): Promise<void> {
    this.saves++;
    if (secrets) await this.secrets.store(secretKey(source.id), JSON.stringify(secrets));
    await this.memento.update(SOURCES, [...this.list().filter(({ id }) => id !== source.id), source]);
    this.states.delete(source.id);
    this.onChange();
  }

  /** Saves the secrets of where a store's requests are counted. Throws the error of the system's keychain. */
  async saveCounterSecrets({ id }: FleetSource, secrets: ServerSecrets): Promise<void> {
    this.saves++;
    await this.secrets.store(counterKey(id), JSON.stringify(secrets));
  }

  async forgetCounterSecrets({ id }: FleetSource): Promise<void> {
    this.saves++;
    await this.secrets.delete(counterKey(id));
  }

  async remove(id: string): Promise<void> {
    await this.memento.update(SOURCES, this.list().filter((source) => source.id !== id));
    await this.secrets.delete(secretKey(id));
    await this.secrets.delete(counterKey(id));
    this.states.delete(id);
    this.onChange();
  }

  /** What it answered last in this window; undefined if it was not asked, or was changed since. */
  stateOf({ id }: FleetSource): StoreState | undefined {
    return this.states.get(id);
  }

  /** Shows what a store has answered, unless it was changed since it was asked. */
  tellState(source: FleetSource, state: StoreState): void {
    if (JSON.stringify(this.find(source.id)) !== JSON.stringify(source)) return;
    this.states.set(source.id, state);
    this.onChange();
  }

  /** Empty if there are none, or the keychain cannot be read. */
  secretsOf({ id }: FleetSource): Promise<ServerSecrets> {
    return this.secretsAt(secretKey(id));
  }

  /** Of where its requests are counted; else like `secretsOf`. */
  counterSecretsOf({ id }: FleetSource): Promise<ServerSecrets> {
    return this.secretsAt(counterKey(id));
  }

  private async secretsAt(key: string): Promise<ServerSecrets> {
    try {
      const stored: unknown = JSON.parse((await this.secrets.get(key)) ?? '{}');
      return isServerSecrets(stored) ? stored : {};
    } catch {
      return {};
    }
  }

  /**
   * The store behind a saved address, once the user has agreed to an address that a file of the workspace proposed.
   * Throws a PreconditionError if the user refuses, or the workspace is not trusted; CaptureError if a certificate
   * cannot be read.
   */
  async open(source: FleetSource): Promise<FleetStore> {
    requireTrust('Linecost reaches no store in an untrusted workspace');
    await new ImportedParts(this.memento).approveAddress(source, source.address);
    return this.openWith(source, await this.secretsOf(source));
  }

  /** How the server is reached that counts a store's requests; else like `open`. */
  async openCounter(source: FleetSource, counter: RequestCounter): Promise<Connection> {
    requireTrust('Linecost reaches no server in an untrusted workspace');
    await new ImportedParts(this.memento).approveCounter(source, counter.address);
    return this.connectionTo(counter, await this.counterSecretsOf(source));
  }

  /** Like `open`, for an address that the user typed. */
  async openWith(source: FleetSource, secrets: ServerSecrets): Promise<FleetStore> {
    requireTrust('Linecost reaches no store in an untrusted workspace');
    const connection = await this.connectionTo(source, secrets);
    return this.openStore(source, await withGoogleToken(source, connection, new AbortController().signal));
  }

  private connectionTo(server: ServerAccess, secrets: ServerSecrets): Promise<Connection> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    return savedConnection(server, secrets, folder, new AbortController().signal);
  }
}

/** Gets a token from gcloud if none is saved. Runs a program: call it only for an action of the user. */
async function withGoogleToken(
  { kind, authorization }: FleetSource,
  connection: Connection,
  signal: AbortSignal,
): Promise<Connection> {
  if (kind !== 'cloudProfiler' || authorization) return connection;
  const { gcloudToken } = await import('../../fleet/cloudProfiler/gcloudToken');
  const set = Object.entries(process.env).filter((each): each is [string, string] => each[1] !== undefined);
  const env = Object.fromEntries(set);
  return { ...connection, headers: { ...connection.headers, authorization: `Bearer ${await gcloudToken(env, signal)}` } };
}
