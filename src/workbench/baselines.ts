import * as vscode from 'vscode';
import { isBaselineFailure } from '../engine/baselineFailure';
import type { Engine } from '../engine/client';
import { type Active, type Baseline, comparedOf, derivationOf, type Run, type Session } from '../session';
import type { ActiveMemory } from './activeMemory';
import { baselineName } from './baselineName';
import { forMessage } from './plainText';
import type { Runs } from './runs';
import type { Sources } from './sources';

/** How a profile is compared with a baseline. */
export type ComparisonOptions = Pick<Baseline, 'mode' | 'normalize'>;

/** Percentages of what it was before are what one asks for as a rule. */
const USUAL: ComparisonOptions = { mode: 'diff_base', normalize: false };

/** Two profiles that cannot be compared; the message is a sentence for the user. */
export class ComparisonError extends Error {
  override readonly name = 'ComparisonError';
}

/** Sets what profiles are compared with, brings it back after a window reload, and tells where it cannot be. */
export class Baselines {
  private restoring: Promise<void> | undefined;
  private last = USUAL;
  private checked: Active | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly session: Session,
    private readonly runs: Runs,
    private readonly sources: Sources,
    private readonly memory: ActiveMemory,
  ) {
    session.onDidChange(() => {
      this.last = this.options;
      void this.check();
    });
  }

  /** Of the comparison that is shown, or else of the last one. */
  get options(): ComparisonOptions {
    const { mode, normalize } = this.session.baseline ?? this.last;
    return { mode, normalize };
  }

  /**
   * Compares all profiles of its kinds with a capture or a profile file. Where what is active cannot be, all stays.
   * @param mustApply refuses a baseline that has no profile of the kind that is active
   * @throws ComparisonError
   */
  async set(id: string, { options = this.options, mustApply = false } = {}): Promise<Run> {
    const run = await this.runs.runOf(id);
    try {
      const baseline = { run, paths: await this.sources.workspaceFilesOf(run), ...options };
      const tried = await this.try(baseline, mustApply);
      this.session.compareWith(baseline);
      tried();
    } finally {
      this.runs.letGo(run);
    }
    return run;
  }

  /** @throws ComparisonError */
  async change(options: Partial<ComparisonOptions>): Promise<void> {
    const { baseline } = this.session;
    if (baseline) await this.set(baseline.run.id, { options: { ...this.options, ...options } });
  }

  /** Brings back the baseline of before a window reload. Never rejects. */
  restore(): Promise<void> {
    return (this.restoring ??= this.bringBack());
  }

  private async bringBack(): Promise<void> {
    const { baseline: remembered } = this.memory;
    if (!remembered) return;
    const { id, mode, normalize } = remembered;
    try {
      if (!this.session.baseline) await this.set(id, { options: { mode, normalize } });
    } catch {
      this.memory.keepBaseline(undefined);
      void vscode.window.showWarningMessage('The baseline cannot be read any more: profiles are shown as they are.');
    }
  }

  /**
   * Makes the comparison of what is active, which is to be told when that is not needed any more.
   * @throws ComparisonError where it cannot be
   */
  private async try(baseline: Baseline, mustApply: boolean): Promise<() => void> {
    const { active } = this.session;
    const compared = active && comparedOf(baseline, active.run, active.profile);
    if (active && !compared && mustApply) throw otherKind(baseline, active);
    if (!active || !compared) return () => undefined;
    const attempt = { ...active, baseline: compared };
    const profile = this.engine.derive(derivationOf(attempt));
    try {
      await this.engine.ask('summary', { profile });
      return () => this.engine.forget(profile);
    } catch (error) {
      this.engine.forget(profile);
      throw asComparisonError(error, attempt);
    }
  }

  /** Another profile came to be compared with the baseline: where that cannot be, it is shown as it is. */
  private async check(): Promise<void> {
    const { active } = this.session;
    if (!active?.baseline || active === this.checked) return;
    this.checked = active;
    try {
      await this.engine.ask('summary', { profile: active.shown });
    } catch (error) {
      const failure = asComparisonError(error, active);
      if (!(failure instanceof ComparisonError) || this.session.active !== active) return;
      const { except = [], ...baseline } = active.baseline;
      this.session.compareWith({ ...baseline, except: new Set([...except, active.profile]) });
      const chosen = await vscode.window.showWarningMessage(`${failure.message} It is shown as it is.`, 'Compare with…');
      if (chosen) await vscode.commands.executeCommand('linecost.compareWith');
    }
  }
}

function otherKind({ run }: Baseline, { profile }: Active): ComparisonError {
  const types = profile.summary.sampleTypes.map(({ type }) => type).join(', ');
  const name = baselineName(run, undefined, Date.now());
  return new ComparisonError(forMessage(`${name} has no profile with ${types}: choose one of the same kind.`));
}

function asComparisonError(error: unknown, { run, baseline }: Active): unknown {
  if (!isBaselineFailure(error)) return error;
  const names = `${run.title} cannot be compared with ${baselineName(baseline!.run, undefined, Date.now())}`;
  const why = error.message.replace(`${error.field}: `, '');
  return new ComparisonError(forMessage(`${names}: ${why}.`));
}
