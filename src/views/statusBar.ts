import * as vscode from 'vscode';
import { label } from '../profile/measurement';
import { sampleTypeNames } from '../profile/kindWords';
import type { Active, Session } from '../session';
import { kindName } from '../workbench/kindName';
import { type PickItem, showQuickPick } from '../workbench/messages';
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
    this.item.show({
      icon: 'flame',
      words,
      tooltip: 'Linecost: switch the profile or the sample type, open the flame graph, or clear',
      spoken: `Linecost profile ${active.run.title}${kind ? ` ${kind}` : ''}, sample type ${type}, total ${totalText(active)}`,
    });
  }
}

function totalText({ profile: { summary }, sampleType }: Active): string {
  return label(summary.totals[sampleType], summary.sampleTypes[sampleType].unit);
}

interface Choice extends PickItem {
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
    title: `Linecost: ${active.run.title}`,
    placeHolder: 'Switch the sample type',
  });
  await chosen?.act?.();
}

function separator(name: string): Choice {
  return { label: name, kind: vscode.QuickPickItemKind.Separator };
}
