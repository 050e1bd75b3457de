import * as vscode from 'vscode';
import type { FigureForm, Session } from '../session';
import { setStatusBarMessage } from '../../ui/window';
import type { NextFigures } from './nextFigures';

const SECTION = 'linecost';
const SETTING = 'figures';
/** How long the status bar says why a form was left out. */
const SHOWN_MS = 8000;
const FORMS: readonly FigureForm[] = ['total', 'percent', 'perOperation', 'perSecond'];

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
    const { nextFigures } = await import('./nextFigures');
    const { active } = this.session;
    if (active) await this.take(nextFigures(active));
  }

  /** Shows costs in a form of those that apply to the active profile. */
  async show(form: FigureForm): Promise<void> {
    const { figuresIn } = await import('./nextFigures');
    const { active } = this.session;
    if (active) await this.take(figuresIn(form, active));
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async take(step: NextFigures): Promise<void> {
    const { baseline } = this.session;
    if (step.remark) setStatusBarMessage(step.remark, SHOWN_MS);
    if ('form' in step) await this.choose(step.form);
    else if (baseline) this.session.compareWith({ ...baseline, ...step.compared });
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
