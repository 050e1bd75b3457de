import type * as vscode from 'vscode';
import type { QueryEngine } from '../../engine/client';
import type { ProfileId } from '../../engine/queries';
import type { LabelTotals, LabelView } from '../../profile/answers/labels';
import {
  areSavedRefinements,
  isRefinement,
  type Refinement,
  type RefineHistory,
  type SavedRefinement,
} from '../../pages/protocol/refineState';
import { type Active, derivationOf, type Deriver, type Disposable, isRefined, type Session } from '../session';
import { inBackground } from '../../ui/inBackground';
import { refineHistory, rememberInputs } from './refineHistory';
import { Listeners } from '../../profile/common/listeners';

const ACTIVE = 'linecost.refinement';
const SAVED = 'linecost.savedRefinements';

/** Applies refinements to the session, and stores the current and saved refinements and the history. */
export class Refining implements Disposable {
  private readonly listeners = new Listeners();
  private readonly subscription: Disposable;
  private storedRefinement: Refinement;
  private checking: AbortController | undefined;
  /** The profile whose labels the user picks from: the shown one, without its label filter. */
  private labeled: { readonly of: Active; readonly profile: ProfileId } | undefined;

  constructor(
    private readonly session: Session,
    private readonly engine: QueryEngine & Deriver,
    private readonly memento: vscode.Memento,
  ) {
    const stored = memento.get<unknown>(ACTIVE);
    if (isRefinement(stored)) session.refine(stored);
    this.storedRefinement = session.refinement;
    this.subscription = session.onDidChange(() => this.followSession());
  }

  get history(): RefineHistory {
    return refineHistory(this.memento);
  }

  get saved(): readonly SavedRefinement[] {
    const saved = this.memento.get<unknown>(SAVED);
    return areSavedRefinements(saved) ? saved : [];
  }

  /**
   * Checks a refinement, then applies it to the session. An invalid refinement changes nothing.
   * Throws EngineError ('badRefinement' names the field), or AbortError if another refinement was applied meanwhile.
   */
  async apply(refinement: Refinement, active = this.session.active): Promise<void> {
    this.checking?.abort();
    const { signal } = (this.checking = new AbortController());
    const needsCheck = active && isRefined(refinement);
    const profile = needsCheck && this.engine.derive(derivationOf({ ...active, refinement }));
    try {
      if (profile) await this.engine.ask('summary', { profile }, signal);
      if (rememberInputs(this.memento, refinement, this.session.refinement)) this.notify();
      this.session.refine(refinement);
    } finally {
      if (profile) this.engine.unload(profile);
    }
  }

  /** Replaces the saved refinements. */
  async save(saved: readonly SavedRefinement[]): Promise<void> {
    await this.memento.update(SAVED, saved);
    this.notify();
  }

  /** The labels of the shown profile without its label filter, so that others can be chosen. Throws EngineError. */
  labels(active: Active, view: LabelView, signal?: AbortSignal): Promise<LabelTotals> {
    const profile = this.profileToPickFrom(active);
    return this.engine.ask('labels', { ...view, profile, sampleType: active.sampleType }, signal);
  }

  /** Calls the listener when the history or the saved refinements change. */
  onDidChange(listener: () => void): Disposable {
    return this.listeners.add(listener);
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private profileToPickFrom(active: Active): ProfileId {
    const { labels, ...refinement } = active.refinement;
    if (!labels) return active.queryId;
    if (this.labeled?.of === active) return this.labeled.profile;
    this.unloadLabeled();
    if (!active.baseline && !active.operations && !isRefined(refinement)) return active.profile.summary.id;
    this.labeled = { of: active, profile: this.engine.derive(derivationOf({ ...active, refinement })) };
    return this.labeled.profile;
  }

  private unloadLabeled(): void {
    if (this.labeled) this.engine.unload(this.labeled.profile);
    this.labeled = undefined;
  }

  private followSession(): void {
    if (this.labeled && this.labeled.of !== this.session.active) this.unloadLabeled();
    if (this.session.refinement === this.storedRefinement) return;
    this.storedRefinement = this.session.refinement;
    inBackground(this.memento.update(ACTIVE, this.storedRefinement));
  }

  private notify(): void {
    this.listeners.call();
  }
}
