import { waitHeading } from '../../profile/text/waitWords';
import * as vscode from 'vscode';
import { sampleTypeNames } from '../../profile/text/sampleTypeNames';
import { amountOf, totalLabel } from '../../profile/text/amountText';
import type { Session } from '../../captures/session';
import { COLUMN_STYLES, type ColumnStyle, type ColumnStyles, isWrapped, settingFor } from '../../captures/loaded/columnStyles';
import { type PickItem, showMenu } from '../../ui/window';

interface Choice extends PickItem {
  /** Whether it is the shown sample type. */
  readonly isCurrent?: boolean;
  readonly act?: () => unknown;
}

const STYLES: Readonly<Record<Exclude<ColumnStyle, 'off'>, Required<Pick<PickItem, 'label' | 'description'>>>> = {
  compact: { label: 'Narrow column', description: 'cum in front of the code' },
  columns: { label: 'Flat and cum', description: 'two columns in front of the code' },
  endOfLine: { label: 'At line ends', description: 'flat and cum, and heat in the margin' },
  heatOnly: { label: 'Heat only', description: 'a tint and a bar on each line, without figures' },
  margin: { label: 'Heat in the margin', description: 'a bar beside the line numbers, without figures' },
};

/** The menu of the status bar item: the sample types of all profiles of the capture, the styles, and actions. */
export async function switchSampleType({ session, styles }: {
  readonly session: Session;
  readonly styles: ColumnStyles;
}): Promise<void> {
  const active = session.active;
  if (!active) return;
  const kinds = active.capture.profiles.map(({ label: kind, summary }) => ({ ...summary, label: kind }));
  const choices = sampleTypeNames(kinds).flatMap(({ profile, sampleType, name }): Choice[] => {
    const { id } = profile;
    const amount = amountOf(profile, sampleType);
    const isShown = id === active.profile.summary.id && sampleType === active.sampleType;
    const choice = {
      icon: isShown ? 'check' : 'blank',
      label: name,
      description: totalLabel(amount.value, amount),
      isCurrent: isShown,
      act: () => session.choose(id, sampleType),
    };
    return sampleType === 0 ? [separator(waitHeading(profile.label)), choice] : [choice];
  });
  const command = (id: string) => () => vscode.commands.executeCommand(id);
  const { isHidden } = styles;
  const setting = settingFor();
  choices.push(
    separator('Costs in the editor'),
    ...COLUMN_STYLES.filter((style) => style !== 'off').map((style): Choice => ({
      icon: style === setting && !isHidden ? 'check' : 'blank',
      ...STYLES[style],
      act: () => styles.choose(style),
    })),
    { icon: 'blank', label: isHidden ? 'Show costs' : 'Hide costs', act: () => styles.toggle() },
    separator('Actions'),
    { icon: 'flame', label: 'Show flame graph', act: command('linecost.showFlameGraph') },
    { icon: 'output', label: 'Show output', act: command('linecost.showOutput') },
    { icon: 'clear-all', label: 'Clear profile', act: command('linecost.clear') },
  );
  const chosen = await showMenu(choices, choices.find(({ isCurrent }) => isCurrent), {
    title: `Linecost: ${active.capture.title}`,
    placeHolder: 'Choose a sample type, where costs are drawn, or an action',
  });
  await chosen?.act?.();
}

function separator(name: string): Choice {
  return { label: name, kind: vscode.QuickPickItemKind.Separator };
}

/**
 * Toggles the word wrap of the active editor as VS Code does, and draws its costs accordingly: VS Code does not tell
 * extensions whether an editor is wrapped, except in the condition of a key.
 * @param isOn whether lines are wrapped afterwards
 */
export async function toggleWordWrap(isOn: boolean, styles: ColumnStyles): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  await vscode.commands.executeCommand('editor.action.toggleWordWrap');
  // A second toggle lets the setting decide again.
  if (document) styles.setWrapped(document, isOn === isWrapped(document) ? undefined : isOn);
}
