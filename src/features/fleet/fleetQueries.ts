import * as vscode from 'vscode';
import type { NamedQuery } from '../../fleet/chosenQuery';
import type { FleetSource } from '../../fleet/fleetSource';
import type { FleetStore } from '../../fleet/fleetStore';
import { findRevision } from '../../go/git/revisions';
import type { FleetQueries, FleetQuestion } from '../../pages/fleet/fleetQueries';
import { ignored } from '../../profile/common/ignored';
import { requireTrust } from '../../ui/preconditionError';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import type { SavedSources } from '../targets/savedSources';
import type { SavedTargets } from '../targets/savedTargets';
import { KnownQueries } from './knownQueries';
import { givenSource } from './pickSource';
import type { FleetParts } from './profileFleet';
import { ask } from './profileFromStore';
import { isQuestionOf, namedQuery, questionOf } from './storedQueries';

export type FleetPageParts = FleetParts & { readonly targets: SavedTargets };

/** A store that was opened, and what it was opened for. */
interface Opened {
  readonly source: string;
  readonly store: Promise<FleetStore>;
}

/** The saved stores and questions, for the page. */
export class SavedFleetQueries implements FleetQueries {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChange = this.changed.event;
  private readonly known: KnownQueries;
  /** By the store's id: a store knows its limits once it was asked. */
  private readonly opened = new Map<string, Opened>();

  constructor(
    private readonly sources: SavedSources,
    private readonly parts: FleetPageParts,
  ) {
    this.known = new KnownQueries(parts.memento);
    parts.targets.onDidChange(() => this.changed.fire());
  }

  stores(): readonly FleetSource[] {
    return this.sources.list();
  }

  open(id: string): Promise<FleetStore> {
    requireTrust('Linecost reaches no store in an untrusted workspace');
    const source = givenSource(id, this.sources)!;
    const key = this.sources.keyOf(source);
    const known = this.opened.get(id);
    if (known?.source === key) return known.store;
    const store = this.sources.open(source);
    this.opened.set(id, { source: key, store });
    // A store that was refused may be agreed to later.
    store.catch(() => this.opened.delete(id));
    return store;
  }

  saved(): readonly NamedQuery[] {
    return this.known.list().filter(({ name }) => name !== undefined).map(namedQuery);
  }

  recent(): readonly NamedQuery[] {
    return this.known.list().filter(({ name }) => name === undefined).map(namedQuery);
  }

  async save(name: string, question: FleetQuestion): Promise<void> {
    const { source, asked } = this.questionOf(question);
    const { split } = question.chosen;
    await this.known.save({ name, source: source.id, asked, ...(split !== undefined && { split }) });
    this.changed.fire();
  }

  async remove(query: NamedQuery): Promise<void> {
    const found = this.known.list().find((known) => isQuestionOf(known, query));
    if (found) await this.known.remove(found);
    this.changed.fire();
  }

  async profile(question: FleetQuestion): Promise<void> {
    await ask(this.questionOf(question), this.parts);
    this.changed.fire();
  }

  async commit(signal: AbortSignal): Promise<string | undefined> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (!folder || !vscode.workspace.isTrusted) return undefined;
    const place = { cwd: folder.uri.fsPath, env: goEnvironmentOf(folder.uri).env, signal };
    return findRevision(place, 'HEAD').then((head) => head?.hash, ignored('the commit is not known', undefined));
  }

  async add(): Promise<void> {
    await vscode.commands.executeCommand('linecost.addStore');
  }

  async edit(store: string): Promise<void> {
    await vscode.commands.executeCommand('linecost.editStore', store);
    this.opened.delete(store);
  }

  private questionOf(question: FleetQuestion) {
    const source = givenSource(question.chosen.store, this.sources)!;
    return { source, asked: questionOf(question, source.versionLabel) };
  }
}
