import * as vscode from 'vscode';
import { sampleTypeNames } from '../profile/text/sampleTypeNames';
import { label } from '../profile/text/measurement';
import type { Session } from '../session';
import { type PickItem, showQuickPick } from '../workbench/window';

interface Choice extends PickItem {
  readonly act?: () => unknown;
}

/** The menu of the status bar item: the sample types of all profiles of the capture, and actions. */
export async function switchProfile(session: Session): Promise<void> {
  const active = session.active;
  if (!active) return;
  const kinds = active.capture.profiles.map(({ label: kind, summary }) => ({ ...summary, label: kind }));
  const choices = sampleTypeNames(kinds).flatMap(({ profile, sampleType, name }): Choice[] => {
    const { id, totals, sampleTypes } = profile;
    const isShown = id === active.profile.summary.id && sampleType === active.sampleType;
    const choice = {
      icon: isShown ? 'check' : 'blank',
      label: name,
      description: label(totals[sampleType], sampleTypes[sampleType].unit),
      act: () => session.choose(id, sampleType),
    };
    return sampleType === 0 ? [separator(profile.label), choice] : [choice];
  });
  const command = (id: string) => () => vscode.commands.executeCommand(id);
  choices.push(
    separator('Actions'),
    { icon: 'flame', label: 'Show flame graph', act: command('linecost.showFlameGraph') },
    { icon: 'output', label: 'Show output', act: command('linecost.showOutput') },
    { icon: 'clear-all', label: 'Clear', description: 'Clear annotations', act: command('linecost.clear') },
  );
  const chosen = await showQuickPick(choices, {
    title: `Linecost: ${active.capture.title}`,
    placeHolder: 'Switch the sample type',
  });
  await chosen?.act?.();
}

function separator(name: string): Choice {
  return { label: name, kind: vscode.QuickPickItemKind.Separator };
}
