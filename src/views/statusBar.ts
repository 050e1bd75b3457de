import * as vscode from 'vscode';
import { label } from '../profile/measurement';
import { sampleTypeNames, typeText } from '../profile/kindWords';
import type { Active, Session } from '../session';
import { kindName } from '../workbench/kindName';
import { forLabel } from '../workbench/plainText';
import { SessionStatus } from './sessionStatus';

/** Names the active profile, its sample type and total; a click leads to all that can be switched. */
export class ProfileStatus extends SessionStatus {
  constructor(session: Session) {
    super(session, { id: 'linecost.profile', name: 'Linecost Profile', priority: 51, command: 'linecost.switchProfile' });
  }

  protected update(): void {
    const active = this.session.active;
    if (!active) return this.item.hide();
    const type = typeText(active.profile.summary.sampleTypes, active.sampleType);
    const kind = kindName(active.profile, type, active.run.title);
    const words = [active.run.title, kind, type, totalText(active)].filter((word) => word !== undefined);
    this.item.text = `$(flame) ${words.map(forLabel).join(' · ')}`;
    this.item.tooltip = 'Linecost: switch the profile or the sample type, open the flame graph, or clear';
    this.item.accessibilityInformation = {
      label: `Linecost profile ${active.run.title}${kind ? ` ${kind}` : ''}, sample type ${type}, total ${totalText(active)}`,
      role: 'button',
    };
    this.item.show();
  }
}

function totalText({ profile: { summary }, sampleType }: Active): string {
  return label(summary.totals[sampleType], summary.sampleTypes[sampleType].unit);
}

interface Choice extends vscode.QuickPickItem {
  readonly act?: () => unknown;
}

/** What a click on the status bar item offers: the sample types of all the run's profiles, and what to do with them. */
export async function switchProfile(session: Session): Promise<void> {
  const active = session.active;
  if (!active) return;
  const kinds = active.run.profiles.map(({ label: kind, summary }) => ({ ...summary, label: kind }));
  const choices = sampleTypeNames(kinds).flatMap(({ profile, sampleType, name }): Choice[] => {
    const { id, totals, sampleTypes } = profile;
    const isShown = id === active.profile.summary.id && sampleType === active.sampleType;
    const choice = {
      label: mark(isShown, name),
      description: forLabel(label(totals[sampleType], sampleTypes[sampleType].unit)),
      act: () => session.choose(id, sampleType),
    };
    return sampleType === 0 ? [separator(forLabel(profile.label)), choice] : [choice];
  });
  const command = (id: string) => () => vscode.commands.executeCommand(id);
  choices.push(
    separator('Actions'),
    { label: '$(flame) Show flame graph', act: command('linecost.showFlameGraph') },
    { label: '$(output) Show output', act: command('linecost.showOutput') },
    { label: '$(clear-all) Clear', description: 'Clear annotations', act: command('linecost.clear') },
  );
  const chosen = await vscode.window.showQuickPick(choices, {
    title: `Linecost: ${active.run.title}`,
    placeHolder: 'Switch the sample type',
  });
  await chosen?.act?.();
}

function separator(name: string): Choice {
  return { label: name, kind: vscode.QuickPickItemKind.Separator };
}

function mark(current: boolean, text: string): string {
  return `${current ? '$(check)' : '$(blank)'} ${forLabel(text)}`;
}
