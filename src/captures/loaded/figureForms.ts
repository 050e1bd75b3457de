import * as vscode from 'vscode';
import { type Active, type FigureForm, formOf, type Session } from '../session';
import { whyNotPerOperation } from './whyNotPerOperation';
import { setStatusBarMessage } from '../../ui/window';

const SECTION = 'linecost';
const SETTING = 'figures';
/** What to know about totals of profiles that may be of different amounts of work. */
export const MORE_WORK = 'Totals: more work done shows as growth.';
/** How long the status bar says why a form was left out. */
const SHOWN_MS = 8000;
const FORMS: readonly FigureForm[] = ['total', 'percent', 'perOperation'];

/** Stores the form of figures in the setting, and passes the setting to the session. */
export class FigureForms implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;
  /** The number of updates of the setting that have not finished. */
  private writing = 0;

  constructor(private readonly session: Session) {
    this.readSetting();
    this.subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (this.writing === 0 && event.affectsConfiguration(`${SECTION}.${SETTING}`)) this.readSetting();
    });
  }

  /** Shows costs in the next form that applies to the active profile; says why if costs per operation do not. */
  async next(): Promise<void> {
    const { active } = this.session;
    if (!active) return;
    const whyNot = formOf(active) === 'percent' && !active.baseline ? whyNotPerOperation(active) : undefined;
    if (whyNot) setStatusBarMessage(whyNot.text, SHOWN_MS);
    if (active.baseline?.shares) return this.switchTotals(active);
    await this.choose(nextForm(active));
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Switches a comparison between shares and totals. */
  private switchTotals({ baseline }: Active): void {
    const totals = baseline?.shares === 'shown';
    if (totals) setStatusBarMessage(MORE_WORK, SHOWN_MS);
    if (this.session.baseline) this.session.compareWith({ ...this.session.baseline, totals });
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

  private readSetting(): void {
    const form = vscode.workspace.getConfiguration(SECTION).get<unknown>(SETTING);
    this.session.showFiguresAs(FORMS.find((each) => each === form) ?? 'total');
  }
}

/** The form after the shown one. In a comparison, its options decide between totals and costs per operation. */
export function nextForm(active: Active): FigureForm {
  const shown = formOf(active);
  if (active.baseline?.shares) return shown === 'percent' ? 'total' : 'percent';
  const plain = active.baseline ? [formOf({ ...active, form: undefined })] : ['total' as const];
  const offered: FigureForm[] = [...plain, 'percent'];
  if (!active.baseline && !whyNotPerOperation(active)) offered.push('perOperation');
  return offered[(offered.indexOf(shown) + 1) % offered.length];
}
