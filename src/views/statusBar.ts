import * as vscode from 'vscode';
import { label } from '../profile/measurement';
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
    const { type } = active.profile.summary.sampleTypes[active.sampleType];
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

/** What a click on the status bar item offers: sample types, profiles of the run, and what to do with them. */
export async function switchProfile(session: Session): Promise<void> {
  const active = session.active;
  if (!active) return;
  const choices: Choice[] = [
    separator('Sample type'),
    ...active.profile.summary.sampleTypes.map(({ type, unit }, i) => ({
      label: mark(i === active.sampleType, type),
      description: forLabel(label(active.profile.summary.totals[i], unit)),
      act: () => session.switchSampleType(i),
    })),
  ];
  if (active.run.profiles.length > 1) {
    choices.push(separator('Profile of this run'));
    for (const profile of active.run.profiles) {
      const types = profile.summary.sampleTypes.map(({ type }) => type).join(', ');
      choices.push({
        label: mark(profile === active.profile, profile.label),
        description: forLabel(types),
        act: () => session.activate(active.run, profile),
      });
    }
  }
  const command = (id: string) => () => vscode.commands.executeCommand(id);
  choices.push(
    separator('Actions'),
    { label: '$(flame) Show flame graph', act: command('linecost.showFlameGraph') },
    { label: '$(output) Show output', act: command('linecost.showOutput') },
    { label: '$(clear-all) Clear', description: 'take all marks away', act: command('linecost.clear') },
  );
  const chosen = await vscode.window.showQuickPick(choices, {
    title: `Linecost: ${active.run.title}`,
    placeHolder: 'Switch the sample type or the profile',
  });
  await chosen?.act?.();
}

function separator(name: string): Choice {
  return { label: name, kind: vscode.QuickPickItemKind.Separator };
}

function mark(current: boolean, text: string): string {
  return `${current ? '$(check)' : '$(blank)'} ${forLabel(text)}`;
}
