import * as vscode from 'vscode';
import type { Session } from '../session';
import { showInformationMessage } from '../../ui/window';

/** The default of the setting `linecost.columns.style`. */
const DEFAULT_STYLE = 'compact';

/** How line costs are drawn in the editor, in the order of the setting. */
export const COLUMN_STYLES = [DEFAULT_STYLE, 'columns', 'endOfLine', 'heatOnly', 'margin', 'off'] as const;
export type ColumnStyle = (typeof COLUMN_STYLES)[number];

/** Whether the costs are in front of the code. VS Code wraps lines as if such costs had no width. */
export function isInFront(style: ColumnStyle): boolean {
  return style === 'compact' || style === 'columns';
}

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

/** The effect of Toggle Costs on every document, until the style is set or another capture is shown. */
class ToggledCosts {
  private state: 'shown' | 'hidden' | undefined;
  /** The active capture at the last toggle. */
  private capture: object | undefined;

  get areShown(): boolean {
    return this.state === 'shown';
  }

  get areHidden(): boolean {
    return this.state === 'hidden';
  }

  /** @param isHidden whether costs are hidden now, by an earlier toggle or by the setting */
  toggle(isHidden: boolean, capture: object | undefined): void {
    this.state = isHidden ? 'shown' : 'hidden';
    this.capture = capture;
  }

  /** Lets the setting decide again. */
  reset(): void {
    this.state = undefined;
  }

  /**
   * Called when a capture is shown. Costs that were hidden for another one are no longer hidden, because a user who
   * profiles again wants to see them. Returns whether this has changed anything.
   */
  resetFor(capture: object | undefined): boolean {
    if (!this.areHidden || capture === this.capture) return false;
    this.reset();
    return true;
  }
}

const SHOWN = 'linecost.saidWordWrap';

/**
 * Whether VS Code wraps the lines of a document, by the settings of its language. VS Code does not tell extensions
 * about its command "Toggle Word Wrap".
 */
export function isWrapped(document: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration('editor', document).get('wordWrap', 'off') !== 'off';
}

/** How the costs of a wrapped document are drawn instead: VS Code wraps as if costs in front of a line had no width. */
export function styleOfWrapped(style: ColumnStyle): ColumnStyle {
  return isInFront(style) ? 'endOfLine' : style;
}

/** Explains once, and never again, why costs are at the ends of wrapped lines. */
export async function explainWordWrap(memento: vscode.Memento): Promise<void> {
  if (memento.get(SHOWN)) return;
  await memento.update(SHOWN, true);
  // VS Code cuts off longer messages without a button.
  await showInformationMessage('Costs are at the line ends while word wrap is on.');
}
