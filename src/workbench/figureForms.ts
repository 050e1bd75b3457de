import * as vscode from 'vscode';
import { isPerOperation } from '../profile/text/measurement';
import { unitPerOperation } from '../profile/sampleType';
import { isBenchmark, operationsOfProfile } from '../loadedCapture';
import { type Active, type FigureForm, formOf, hasOwnFigures, type Session } from '../session';
import { casesOf, profileAgainTitle } from './profileAgain';

const SECTION = 'linecost';
const SETTING = 'figures';
const FORMS: readonly FigureForm[] = ['total', 'percent', 'perOperation'];

/** Profiles the benchmark of the active capture again, so that its operations are known. */
export const PROFILE_AGAIN_COMMAND = 'linecost.profileForOperations';

/** Why costs cannot be shown per operation, with a command that helps. */
export interface WhyTotals {
  readonly text: string;
  readonly way?: { readonly title: string; readonly command: string };
}

/** Keeps the form of figures in the setting, and the session in step with it. */
export class FigureForms implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;
  /** The number of changes that the setting does not have yet. */
  private writing = 0;

  constructor(private readonly session: Session) {
    this.follow();
    this.subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (this.writing === 0 && event.affectsConfiguration(`${SECTION}.${SETTING}`)) this.follow();
    });
  }

  /** Shows costs in the next form that applies to the active profile. */
  async next(): Promise<void> {
    const { active } = this.session;
    if (active) await this.choose(nextForm(active));
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async choose(form: FigureForm): Promise<void> {
    this.session.showFiguresAs(form);
    const settings = vscode.workspace.getConfiguration(SECTION);
    const isOfWorkspace = settings.inspect(SETTING)?.workspaceValue !== undefined;
    const { Workspace, Global } = vscode.ConfigurationTarget;
    this.writing++;
    try {
      await settings.update(SETTING, form, isOfWorkspace ? Workspace : Global);
    } finally {
      this.writing--;
    }
  }

  private follow(): void {
    const form = vscode.workspace.getConfiguration(SECTION).get<unknown>(SETTING);
    this.session.showFiguresAs(FORMS.find((each) => each === form) ?? 'total');
  }
}

/** The form after the shown one. A comparison is per operation or of totals: its own options say which. */
export function nextForm(active: Active): FigureForm {
  const shown = formOf(active);
  const plain = active.baseline ? [formOf({ ...active, form: undefined })] : ['total' as const];
  const offered: FigureForm[] = [...plain, 'percent'];
  if (!active.baseline && !whyTotals(active)) offered.push('perOperation');
  return offered[(offered.indexOf(shown) + 1) % offered.length];
}

/** Why a profile without comparison has no costs per operation; undefined: it has. */
export function whyTotals({ capture, profile, sampleType, refinement }: Active): WhyTotals | undefined {
  const valueType = profile.summary.sampleTypes[sampleType];
  if (!isBenchmark(capture)) return { text: 'Only the profile of a benchmark has operations.' };
  if (operationsOfProfile(capture, profile) === undefined) return uncounted(capture);
  if (hasOwnFigures(refinement)) {
    return { text: 'Means and divided values are not costs per operation.', way: { title: 'Change the refinement', command: 'linecost.refine' } };
  }
  if (isPerOperation(unitPerOperation(valueType))) return undefined;
  return { text: `${valueType.type} is not a cost per operation.`, way: { title: 'Switch the sample type', command: 'linecost.switchProfile' } };
}

function uncounted(capture: Active['capture']): WhyTotals {
  const processors = new Set(capture.results.map(({ procs }) => procs));
  if (processors.size > 1) return { text: 'Rounds with several processor counts (-cpu) share this profile.' };
  const cases = casesOf(capture).length;
  const title = profileAgainTitle(cases > 1 ? capture : undefined);
  const text = cases > 1
    ? `${cases} cases share this profile: profile one alone for costs per operation.`
    : 'The operations in this profile were not counted: profile the benchmark again for costs per operation.';
  return { text, ...(vscode.workspace.isTrusted && { way: { title, command: PROFILE_AGAIN_COMMAND } }) };
}
