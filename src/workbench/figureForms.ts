import * as vscode from 'vscode';
import { type Active, type FigureForm, formOf, type Session } from '../session';
import { whyNotPerOperation } from './whyNotPerOperation';

const SECTION = 'linecost';
const SETTING = 'figures';
const FORMS: readonly FigureForm[] = ['total', 'percent', 'perOperation'];

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
  if (!active.baseline && !whyNotPerOperation(active)) offered.push('perOperation');
  return offered[(offered.indexOf(shown) + 1) % offered.length];
}
