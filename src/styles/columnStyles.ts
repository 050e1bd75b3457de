import * as vscode from 'vscode';
import type { Session } from '../captures/session';
import { COLUMN_STYLES, type ColumnStyle, DEFAULT_STYLE } from './styleNames';
import { ToggledCosts } from './toggledCosts';
import { isWrapped, styleOfWrapped } from './wordWrap';

const SECTION = 'linecost.columns';
const SETTING = 'style';

/** How each document's costs are drawn: as the setting says, unless they are hidden or the document is wrapped. */
export class ColumnStyles implements vscode.Disposable {
  private readonly toggled = new ToggledCosts();
  private styles = new WeakMap<vscode.TextDocument, ColumnStyle>();
  private readonly wrapped = new WeakMap<vscode.TextDocument, boolean | undefined>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: { dispose(): unknown }[];

  constructor(
    private readonly session: Session,
    /** Called when a document is drawn in another style because of word wrap. */
    private readonly onWrapped: () => void,
  ) {
    this.subscriptions = [
      this.changed,
      vscode.workspace.onDidChangeConfiguration((event) => {
        const isStyle = event.affectsConfiguration(SECTION);
        if (isStyle) this.toggled.reset();
        if (isStyle || event.affectsConfiguration('editor.wordWrap')) this.update();
      }),
      session.onDidChange(() => {
        if (this.toggled.resetFor(this.session.active?.capture)) this.update();
      }),
    ];
  }

  /** Whether the user has hidden the costs of every document. */
  get isHidden(): boolean {
    return this.toggled.areHidden || (!this.toggled.areShown && settingFor() === 'off');
  }

  styleOf(document: vscode.TextDocument): ColumnStyle {
    const style = this.styles.get(document) ?? this.styleFor(document);
    this.styles.set(document, style);
    return style;
  }

  /** Shows costs that are hidden; else hides all until the next call, another capture or a change of the setting. */
  toggle(): void {
    this.toggled.toggle(this.isHidden, this.session.active?.capture);
    this.update();
  }

  /** Draws a document as wrapped or not; `undefined`: as the settings say. */
  setWrapped(document: vscode.TextDocument, isWrapped: boolean | undefined): void {
    this.wrapped.set(document, isWrapped);
    this.update();
  }

  /** Draws costs in a style from now on, and shows them if they are hidden. */
  async choose(style: ColumnStyle): Promise<void> {
    this.toggled.reset();
    this.update();
    const settings = vscode.workspace.getConfiguration(SECTION);
    const isOfWorkspace = settings.inspect(SETTING)?.workspaceValue !== undefined;
    const { Workspace, Global } = vscode.ConfigurationTarget;
    await settings.update(SETTING, style, isOfWorkspace ? Workspace : Global);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private styleFor(document: vscode.TextDocument): ColumnStyle {
    if (this.toggled.areHidden) return 'off';
    const setting = settingFor(document);
    const style = setting === 'off' && this.toggled.areShown ? DEFAULT_STYLE : setting;
    const isWrappedNow = this.wrapped.get(document) ?? isWrapped(document);
    const drawn = isWrappedNow ? styleOfWrapped(style) : style;
    if (drawn !== style) this.onWrapped();
    return drawn;
  }

  private update(): void {
    this.styles = new WeakMap();
    this.changed.fire();
  }
}

/** The style in the setting; the default style if the setting is invalid. */
export function settingFor(document?: vscode.TextDocument): ColumnStyle {
  const style = vscode.workspace.getConfiguration(SECTION, document).get<unknown>(SETTING);
  return COLUMN_STYLES.find((each) => each === style) ?? DEFAULT_STYLE;
}
