import { waitHeading } from '../../profile/text/waitWords';
import * as vscode from 'vscode';
import { sampleTypeNames } from '../../profile/text/sampleTypeNames';
import { amountOf, totalLabel } from '../../profile/text/amountText';
import { isPerRequest } from '../../profile/text/relativeUnits';
import { refinementText } from '../../profile/text/chipText';
import { type Active, type FigureForm, formOf, type Session } from '../../captures/session';
import { baselineName, shownTitle } from '../../captures/baselineName';
import { perWorkOf } from '../../captures/loadedCapture';
import { COLUMN_STYLES, type ColumnStyle, type ColumnStyles, isWrapped, settingFor } from '../../captures/loaded/columnStyles';
import type { FigureForms } from '../../captures/loaded/figureForms';
import { nextForm, offeredForms } from '../../captures/loaded/nextFigures';
import { type PickItem, showMenu } from '../../ui/window';
import { nextType } from './nextSampleType';

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

/** VS Code does not tell extensions which keys the user chose. */
const KEYS = { type: 'Ctrl/Cmd+F8', form: 'Ctrl/Cmd+F7', costs: 'Ctrl/Cmd+F10' } as const;

const FORMS: Readonly<Record<FigureForm, string>> = {
  total: 'Totals',
  percent: 'Percent of the total',
  perOperation: 'Per operation',
  perSecond: 'Per second',
};

interface MenuParts {
  readonly session: Session;
  readonly styles: ColumnStyles;
  readonly figureForms: Pick<FigureForms, 'show'>;
  readonly hasDisk: boolean;
}

/** The menu of the status bar item: sample types, forms and styles of costs, the comparison, and actions. */
export async function switchSampleType(parts: MenuParts): Promise<void> {
  const { active, baseline } = parts.session;
  if (!active) return baseline && vscode.commands.executeCommand('linecost.comparisonOptions');
  const choices = [
    ...typeChoices(parts.session, active),
    ...formChoices(parts.figureForms, active),
    ...styleChoices(parts.styles),
    ...(parts.hasDisk ? comparisonChoices(parts.session, active) : []),
    ...refinementChoices(active),
    separator('Actions'),
    { icon: 'flame', label: 'Show flame graph', act: command('linecost.showFlameGraph') },
    { icon: 'output', label: 'Show output', act: command('linecost.showOutput') },
    { icon: 'clear-all', label: 'Clear profile', act: command('linecost.clear') },
  ];
  const chosen = await showMenu(choices, choices.find(({ isCurrent }) => isCurrent), {
    title: `Linecost: ${shownTitle(active, Date.now())}`,
    placeHolder: 'Choose a sample type, form, style or action',
  });
  await chosen?.act?.();
}

const command = (id: string) => () => vscode.commands.executeCommand(id);

/** The sample types of all profiles of the capture. */
function typeChoices(session: Session, active: Active): Choice[] {
  const next = nextType(active, 1);
  const kinds = active.capture.profiles.map(({ label: kind, summary }) => ({ ...summary, label: kind }));
  return sampleTypeNames(kinds).flatMap(({ profile, sampleType, name }): Choice[] => {
    const { id } = profile;
    const amount = amountOf(profile, sampleType);
    const isShown = id === active.profile.summary.id && sampleType === active.sampleType;
    const isNext = next?.id === id && next.sampleType === sampleType;
    const choice = {
      icon: isShown ? 'check' : 'blank',
      label: name,
      description: withKey(totalLabel(amount.value, amount), isNext && KEYS.type),
      isCurrent: isShown,
      act: () => session.choose(id, sampleType),
    };
    return sampleType === 0 ? [separator(waitHeading(profile.label)), choice] : [choice];
  });
}

function formChoices(forms: MenuParts['figureForms'], active: Active): Choice[] {
  const [shown, next] = [formOf(active), nextForm(active)];
  const isOfRequests = isPerRequest(perWorkOf(active.profile));
  return [
    separator('Costs as'),
    ...offeredForms(active).map((form): Choice => ({
      icon: form === shown ? 'check' : 'blank',
      label: form === 'perOperation' && isOfRequests ? 'Per request' : FORMS[form],
      description: withKey('', form === next && form !== shown && KEYS.form),
      act: () => forms.show(form),
    })),
  ];
}

function styleChoices(styles: ColumnStyles): Choice[] {
  const { isHidden } = styles;
  const setting = settingFor();
  return [
    separator('Costs in the editor'),
    ...COLUMN_STYLES.filter((style) => style !== 'off').map((style): Choice => ({
      icon: style === setting && !isHidden ? 'check' : 'blank',
      ...STYLES[style],
      act: () => styles.choose(style),
    })),
    { icon: 'blank', label: isHidden ? 'Show costs' : 'Hide costs', description: KEYS.costs, act: () => styles.toggle() },
  ];
}

function comparisonChoices({ baseline }: Session, active: Active): Choice[] {
  const named = baseline && `baseline ${baselineName(baseline.capture, active.capture, Date.now())}`;
  return [
    separator('Comparison'),
    ...(baseline
      ? [{ icon: 'git-compare', label: 'Comparison options…', description: named, act: command('linecost.comparisonOptions') }]
      : [{ icon: 'git-compare', label: 'Set as baseline', act: command('linecost.setBaseline') }]),
    { icon: 'blank', label: 'Compare with…', act: command('linecost.compareWith') },
    ...(baseline ? [{ icon: 'blank', label: 'Clear baseline', act: command('linecost.clearBaseline') }] : []),
  ];
}

function refinementChoices({ refinement }: Active): Choice[] {
  const text = refinementText(refinement);
  return [
    separator('Refinement'),
    { icon: 'filter', label: 'Refine…', description: text, act: command('linecost.refine') },
    ...(text === '' ? [] : [{ icon: 'blank', label: 'Remove refinement', act: command('linecost.clearRefinement') }]),
  ];
}

function withKey(text: string, key: string | false): string {
  return [text, key].filter(Boolean).join(' · ');
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
