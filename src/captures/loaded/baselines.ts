import * as vscode from 'vscode';
import type { Misfit } from '../../bench/misfit';
import type { Engine } from '../../engine/client';
import { type Baseline, baselineKey, comparisonOf, DEFAULT_OPTIONS, type ComparisonOptions } from '../comparison';
import { type Capture, identityOf, misfitOf, operationsOfProfile } from '../loadedCapture';
import { type Active, derivationOf, type Session } from '../session';
import { movedFiles } from '../../sources/lineMatching/baselineLines';
import type { RememberedSession } from './rememberedSession';
import { inBackground } from '../../ui/inBackground';
import { openButton } from '../../ui/failureMessage';
import { casesOf, profileAgain, profileAgainTitle } from './profileAgain';
import { whyNotComparedPerOperation } from './whyNotPerOperation';
import { showWarningMessage } from '../../ui/window';
import type { LoadedCaptures } from './loadedCaptures';
import { refuse, asComparisonError, ComparisonError } from '../comparisonErrors';
import { ignored } from '../../profile/common/ignored';

/** Finds the files of a capture's workspace, by their names in the profile. */
interface WorkspaceFiles {
  workspaceFilesOf(capture: Capture): Promise<ReadonlyMap<string, string>>;
}

/** Sets baselines, restores them after a window reload, and warns when a profile cannot be compared with its own. */
export class Baselines {
  private restoring: Promise<void> | undefined;
  /** The active profile whose comparison was checked last. */
  private lastChecked: Active | undefined;
  /** The baseline and profile of the last warning about unknown operations. */
  private lastWarning = '';

  constructor(
    private readonly engine: Engine,
    private readonly session: Session,
    private readonly captures: LoadedCaptures,
    private readonly sources: WorkspaceFiles,
    private readonly remembered: RememberedSession,
  ) {
    session.onDidChange(() => {
      inBackground(this.check());
      this.warnOfUnknownOperations();
    });
  }

  /**
   * Makes a capture or a profile file the baseline of its benchmark or endpoint. Changes nothing if it rejects.
   * @param mustApply also compares the active profile, even if it is of another benchmark
   * @throws ComparisonError if the active profile is of the same subject, or `mustApply` is set, and it cannot be
   * compared; EngineError, or an Error for the user, if the baseline cannot be read
   */
  async set(id: string, { mustApply = false } = {}): Promise<Capture> {
    const { active } = this.session;
    const comparedSubject = mustApply && active ? identityOf(active.capture) : undefined;
    return this.apply(id, { ...DEFAULT_OPTIONS, comparedSubject }, mustApply);
  }

  /**
   * Compares only the active capture, and only until another is active. Throws the same errors as `set`.
   * @param isWanted called once the baseline is loaded; if it returns false, nothing changes
   */
  async setForActive(id: string, isWanted: () => boolean = () => true): Promise<void> {
    await this.apply(id, { ...DEFAULT_OPTIONS, comparedCapture: this.session.active?.capture.id }, true, isWanted);
  }

  /**
   * Compares a capture that was measured again with the earlier one, so that each line shows what changed. Does nothing
   * if the capture is not active, if the user chose a baseline, or if the two cannot be compared. Never rejects.
   * @param base the id of the earlier capture, by default that of the turns
   */
  async showChanges({ id, turns }: Capture, base = turns?.base.id): Promise<void> {
    const { active, baseline } = this.session;
    if (base === undefined || active?.capture.id !== id) return;
    const own = this.session.baselineOf(active.capture);
    if (own && own.comparedCapture === undefined) return;
    if (operationsOfProfile(active.capture, active.profile) === undefined) return;
    // The user may choose a baseline while this one is loaded.
    await this.setForActive(base, () => this.session.baseline === baseline).catch(ignored('the changes are not shown'));
  }

  private async apply(
    id: string,
    options: ComparisonOptions & Pick<Baseline, 'comparedSubject' | 'comparedCapture' | 'isOfSameRun'>,
    mustApply = false,
    isWanted: (baseline: Baseline) => boolean = () => true,
  ): Promise<Capture> {
    const capture = await this.captures.captureOf(id, { mayLackProfiles: options.comparedCapture !== undefined });
    try {
      const paths = await this.sources.workspaceFilesOf(capture);
      const baseline: Baseline = { capture, movedFiles: (before, now) => movedFiles(paths, before, now), ...options };
      const release = await this.try(baseline, mustApply);
      if (isWanted(baseline)) this.session.compareWith(baseline);
      release();
    } finally {
      this.captures.unloadUnused(capture);
    }
    return capture;
  }

  /** Changes options of the comparison, if there is a baseline. Throws the same errors as `set`. */
  async change(options: Partial<ComparisonOptions>): Promise<void> {
    const { baseline } = this.session;
    if (!baseline) return;
    const { mode, normalize, totals, perSecond, comparedSubject, comparedCapture, isOfSameRun } = baseline;
    const compared = { comparedSubject, comparedCapture, ...(isOfSameRun && { isOfSameRun }) };
    const kept = { mode, normalize, totals, ...(perSecond && { perSecond }) };
    await this.apply(baseline.capture.id, { ...kept, ...compared, ...options });
  }

  /** Restores the baselines from before a window reload. Never rejects. */
  restore(): Promise<void> {
    return (this.restoring ??= this.restoreOnce());
  }

  private async restoreOnce(): Promise<void> {
    const { baselines: remembered } = this.remembered;
    let lost = 0;
    for (const { id, ...options } of remembered) {
      // The user may have set baselines meanwhile.
      const isWanted = (baseline: Baseline) =>
        this.session.baselines.every((each) => baselineKey(each) !== baselineKey(baseline));
      await this.apply(id, { ...DEFAULT_OPTIONS, ...options }, false, isWanted).catch(() => lost++);
    }
    if (lost === 0) return;
    this.remembered.keepBaselines(this.session.baselines);
    const what = lost === 1 ? 'The baseline' : `${lost} baselines`;
    inBackground(showWarningMessage(`${what} can no longer be read: profiles are shown without a comparison.`));
  }

  /**
   * Derives the comparison of the active profile with the baseline, if it is to be compared. The returned function
   * unloads the derived profile.
   * @throws ComparisonError if the two cannot be compared; EngineError for other failures
   */
  private async try(baseline: Baseline, mustApply: boolean): Promise<() => void> {
    const { active } = this.session;
    const compared = active && comparisonOf(baseline, active.capture, active.profile);
    if (!active || !compared) return () => undefined;
    if (typeof compared === 'string') {
      if (mustApply) refuse(compared, baseline, active);
      return () => undefined;
    }
    const attempt = { ...active, baseline: compared };
    const profile = this.engine.derive(derivationOf(attempt));
    try {
      await this.engine.ask('summary', { profile });
      return () => this.engine.unload(profile);
    } catch (error) {
      this.engine.unload(profile);
      throw asComparisonError(error, attempt);
    }
  }

  /** Warns that lines are not compared because operations are unknown, unless the last warning was for this pair. */
  private warnOfUnknownOperations(): void {
    const { active, baseline, whyNotCompared } = this.session;
    if (!active || !baseline || whyNotCompared !== 'operations') return;
    const pair = `${baseline.capture.id} ${active.profile.summary.id}`;
    if (pair === this.lastWarning) return;
    this.lastWarning = pair;
    const shown = active.profile;
    const before = baseline.capture.profiles.find(({ label }) => label === shown.label);
    const misfit = misfitOf(active.capture, shown) ?? (before && misfitOf(baseline.capture, before));
    inBackground(this.offerTotals(active.capture, baseline.capture, misfit));
  }

  private async offerTotals(shown: Capture, before: Capture, misfit: Misfit | undefined): Promise<void> {
    if (misfit) return this.sayMisfit(shown, misfit);
    const mixed = [shown, before].find((capture) => casesOf(capture).length > 1);
    const profile = profileAgainTitle(mixed);
    const chosen = await showWarningMessage(whyNotComparedPerOperation(shown, mixed), profile, 'Compare Totals');
    if (chosen === 'Compare Totals') await this.change({ totals: true });
    if (chosen === profile) await profileAgain(shown, mixed);
  }

  private async sayMisfit({ title }: Capture, { text, place }: Misfit): Promise<void> {
    const actions = openButton(place);
    const chosen = await showWarningMessage(`${text} So lines of ${title} are not compared.`, ...Object.keys(actions));
    if (chosen) await actions[chosen]();
  }

  /** Checks a newly shown comparison. If the engine refuses it, shows the profile without a comparison, and says so. */
  private async check(): Promise<void> {
    const { active } = this.session;
    if (!active?.baseline || active === this.lastChecked) return;
    this.lastChecked = active;
    try {
      await this.engine.ask('summary', { profile: active.queryId });
    } catch (error) {
      const failure = asComparisonError(error, active);
      if (!(failure instanceof ComparisonError) || this.session.active !== active) return;
      const { incomparable = [], ...baseline } = active.baseline;
      this.session.compareWith({ ...baseline, incomparable: new Set([...incomparable, active.profile]) });
      const chosen = await showWarningMessage(`${failure.message} The profile is shown without a comparison.`, 'Compare with…');
      if (chosen) await vscode.commands.executeCommand('linecost.compareWith');
    }
  }
}
