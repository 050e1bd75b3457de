import * as vscode from 'vscode';
import { forLabel, forLine, forMessage, forTitle, forTooltip } from './plainText';

/**
 * Wrappers of every VS Code function that shows text: notifications, progress, inputs, dialogs, the status bar, trees,
 * code lenses. They make all text plain, even trusted text; the linter keeps other modules from calling `vscode.window`
 * for these. Icons are passed by name, separately from the text beside them.
 */

type Say = (message: string, options: vscode.MessageOptions, ...buttons: string[]) => Thenable<string | undefined>;

/** A row of a quick pick. */
export interface PickItem extends vscode.QuickPickItem {
  /** Names of the icons before the label and before the detail. */
  readonly icon?: string;
  readonly detailIcon?: string;
}

/** Shows a notification. Resolves to the button that was clicked. */
export function showInformationMessage(message: string, ...buttons: string[]): Promise<string | undefined> {
  return tell((...parts) => vscode.window.showInformationMessage(...parts), message, {}, buttons);
}

export function showWarningMessage(message: string, ...buttons: string[]): Promise<string | undefined> {
  return tell((...parts) => vscode.window.showWarningMessage(...parts), message, {}, buttons);
}

export function showErrorMessage(message: string, ...buttons: string[]): Promise<string | undefined> {
  return tell((...parts) => vscode.window.showErrorMessage(...parts), message, {}, buttons);
}

/** @param detail below the question; has room for long paths, because the user must see all of them */
export function askModal(question: string, button: string, detail?: string): Promise<string | undefined> {
  const options = { modal: true, detail: detail && forTooltip(detail) };
  return tell((...parts) => vscode.window.showWarningMessage(...parts), question, options, [button]);
}

/** Shows a text in a dialog, which stays until it is closed. */
export async function tellModal(title: string, text: string): Promise<void> {
  const options = { modal: true, detail: forTooltip(text) };
  await tell((...parts) => vscode.window.showInformationMessage(...parts), title, options, []);
}

async function tell(
  say: Say,
  message: string,
  options: vscode.MessageOptions,
  buttons: readonly string[],
): Promise<string | undefined> {
  const labels = buttons.map(forMessage);
  const chosen = await say(forMessage(message), options, ...labels);
  return chosen === undefined ? undefined : buttons[labels.indexOf(chosen)];
}

export function withProgress<T>(
  options: vscode.ProgressOptions,
  act: (report: (message: string) => void, token: vscode.CancellationToken) => Thenable<T>,
): Thenable<T> {
  const shown = { ...options, title: options.title && forMessage(options.title) };
  return vscode.window.withProgress<T>(shown, (progress, token) =>
    act((message) => progress.report({ message: forMessage(message) }), token),
  );
}

/** @returns removes the message at once */
export function setStatusBarMessage(text: string, milliseconds: number): vscode.Disposable {
  return vscode.window.setStatusBarMessage(forLine(text), milliseconds);
}

interface StatusText {
  readonly icon: string;
  readonly words: readonly string[];
  /** Markdown is shown as it is. */
  readonly tooltip: string | vscode.MarkdownString;
  /** For screen readers. */
  readonly spoken: string;
}

/** An item on the left of the status bar. */
export class StatusItem implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;

  constructor(id: string, name: string, priority: number, command: string) {
    this.item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
    this.item.name = name;
    this.item.command = command;
  }

  show({ icon, words, tooltip, spoken }: StatusText): void {
    this.item.text = `$(${icon}) ${words.map(forLabel).join(' · ')}`;
    this.item.tooltip = typeof tooltip === 'string' ? forTooltip(tooltip) : tooltip;
    this.item.accessibilityInformation = { label: forTitle(spoken), role: 'button' };
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}

type PickOptions = vscode.QuickPickOptions & { readonly canPickMany?: false };

/** Lets the user pick one item. */
export async function showQuickPick<T extends PickItem>(
  items: readonly T[] | Promise<readonly T[]>,
  options: PickOptions,
): Promise<T | undefined> {
  const originals = new Map<vscode.QuickPickItem, T>();
  const plain = (items: readonly T[]) => {
    const shown = plainItems(items);
    shown.forEach((item, at) => originals.set(item, items[at]));
    return shown;
  };
  const shown = items instanceof Promise ? items.then(plain) : plain(items);
  const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem>(shown, plainOptions(options));
  return chosen && originals.get(chosen);
}

/** Lets the user pick one item; at first, Enter picks `active`. */
export function showMenu<T extends PickItem>(
  items: readonly T[],
  active: T | undefined,
  { title, placeHolder }: { readonly title: string; readonly placeHolder: string },
): Promise<T | undefined> {
  const menu = vscode.window.createQuickPick<vscode.QuickPickItem>();
  const shown = plainItems(items);
  menu.title = ownTitle(title);
  menu.placeholder = forTitle(placeHolder);
  menu.items = shown;
  menu.activeItems = shown.filter((_, at) => items[at] === active);
  return new Promise((resolve) => {
    menu.onDidAccept(() => {
      resolve(items[shown.indexOf(menu.selectedItems[0])]);
      menu.hide();
    });
    menu.onDidHide(() => {
      resolve(undefined);
      menu.dispose();
    });
    menu.show();
  });
}

/** Lets the user pick any number of items. */
export async function pickSeveral<T extends PickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T[] | undefined> {
  const shown = plainItems(items);
  const chosen = await vscode.window.showQuickPick(shown, { ...plainOptions(options), canPickMany: true });
  return chosen?.map((item) => items[shown.indexOf(item)]);
}

/** A quick pick that can change while it is shown. It shows its items as plain text, and returns the originals. */
export function createQuickPick<T extends PickItem>(): vscode.QuickPick<T> {
  const shown = vscode.window.createQuickPick<vscode.QuickPickItem>();
  const originals = new WeakMap<vscode.QuickPickItem, T>();
  return new Proxy(shown, {
    set: (_, name, value: unknown) => Reflect.set(shown, name, plainProperty(name, value, originals), shown),
    get: (_, name) => {
      const value = Reflect.get(shown, name, shown) as unknown;
      if (Array.isArray(value)) return value.map((item) => originals.get(item as T) ?? (item as unknown));
      return typeof value === 'function' ? (value.bind(shown) as unknown) : value;
    },
  }) as unknown as vscode.QuickPick<T>;
}

function plainProperty<T extends PickItem>(
  name: string | symbol,
  value: unknown,
  originals: WeakMap<vscode.QuickPickItem, T>,
): unknown {
  if (name === 'title') return value && ownTitle(value as string);
  if (name === 'placeholder') return value && forTitle(value as string);
  if (name !== 'items') return value;
  const items = value as readonly T[];
  const shown = plainItems(items);
  shown.forEach((item, at) => originals.set(item, items[at]));
  return shown;
}

function plainItems(items: readonly PickItem[]): vscode.QuickPickItem[] {
  return items.map(({ icon, label, description, detailIcon, detail, ...rest }) => ({
    ...rest,
    label: `${icon ? `$(${icon}) ` : ''}${forLabel(label)}`,
    description: description && forLine(description),
    detail: detail && `${detailIcon ? `$(${detailIcon}) ` : ''}${forLine(detail)}`,
  }));
}

/** A title of a quick pick, an input or a dialog, which says whose it is. */
function ownTitle(title: string): string {
  return forTitle(title.startsWith(OWN) ? title : OWN + title);
}

const OWN = 'Linecost: ';

function plainOptions<T extends { title?: string; placeHolder?: string }>(options: T): T {
  const { title, placeHolder } = options;
  return { ...options, title: title && ownTitle(title), placeHolder: placeHolder && forTitle(placeHolder) };
}

export interface InputOptions extends Omit<vscode.InputBoxOptions, 'validateInput'> {
  validateInput?(text: string): string | undefined;
}

export function showInputBox(options: InputOptions): Thenable<string | undefined> {
  const { prompt, validateInput } = options;
  const validated = (text: string) => {
    const problem = validateInput?.(text);
    return problem && forLine(problem);
  };
  return vscode.window.showInputBox({
    ...plainOptions(options),
    prompt: prompt && forLine(prompt),
    ...(validateInput && { validateInput: validated }),
  });
}

export function showOpenDialog(options: vscode.OpenDialogOptions): Thenable<vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog(plainOptions(options));
}

export function showSaveDialog(options: vscode.SaveDialogOptions): Thenable<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog(plainOptions(options));
}

export function createTerminal(options: vscode.TerminalOptions): vscode.Terminal {
  return vscode.window.createTerminal({ ...options, name: options.name && forMessage(options.name) });
}

/** A tree view whose rows are plain text. */
export function createTreeView<T>(
  id: string,
  provider: vscode.TreeDataProvider<T>,
  options: Omit<vscode.TreeViewOptions<T>, 'treeDataProvider'> = {},
): vscode.TreeView<T> {
  const treeDataProvider: vscode.TreeDataProvider<T> = {
    onDidChangeTreeData: provider.onDidChangeTreeData,
    getChildren: (row) => provider.getChildren(row),
    ...(provider.getParent && { getParent: (row: T) => provider.getParent!(row) }),
    getTreeItem: async (row) => plainRow(await provider.getTreeItem(row)),
  };
  return vscode.window.createTreeView(id, { ...options, treeDataProvider });
}

function plainRow(item: vscode.TreeItem): vscode.TreeItem {
  if (typeof item.label === 'string') item.label = forTitle(item.label);
  if (typeof item.description === 'string') item.description = forTitle(item.description);
  if (typeof item.tooltip === 'string') item.tooltip = forTooltip(item.tooltip);
  const { accessibilityInformation: spoken } = item;
  if (spoken) item.accessibilityInformation = { ...spoken, label: forTitle(spoken.label) };
  return item;
}

/** @param line 0-based */
export function codeLens(line: number, shown: vscode.Command & { readonly icon?: string }): vscode.CodeLens {
  const { icon, ...command } = shown;
  // VS Code drops a space after an icon, and all but one of several spaces.
  const text = forLine(command.title).replace(/ {2}/g, ' \u00a0');
  const title = `${icon ? `$(${icon})\u00a0` : ''}${text}`;
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { ...command, title });
}
