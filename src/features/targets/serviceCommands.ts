import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { instanceNames, instancesOf } from '../../live/targets/instances';
import type { ServerSecrets } from '../../http/serverAccess';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { answersText, type TargetState } from '../../live/targets/targetState';
import { type TypedAddresses, typedAddresses } from '../../live/targets/typedAddresses';
import { requireTrust } from '../../ui/preconditionError';
import { askModal, showInputBox } from '../../ui/window';
import { RecentAddresses } from '../fetch/recentAddresses';
import { firstAnswers } from './askService';
import type { SavedTargets } from './savedTargets';
import { problemOf } from './serviceAddresses';
import { askServiceName, freeName } from './serviceName';

interface ServiceParts {
  readonly targets: SavedTargets;
  readonly memento: vscode.Memento;
}

const ADD = 'Linecost: Add Service';

/**
 * Asks for the address and the name of a service, saves it and shows it. Says beside the name what the service answers.
 * Throws an Error for the user.
 */
export async function addService({ targets, memento }: ServiceParts): Promise<void> {
  requireTrust('Linecost reaches no service in an untrusted workspace');
  const typed = await askAddresses(targets, memento);
  if (!typed) return;
  const { target, secrets } = newTarget(typed);
  const state = await firstAnswers(target.name, await instancesOf(target, secrets ?? {}, ''));
  const value = freeName(targets, state?.answers.find(({ program }) => program)?.program ?? target.name);
  const name = await askServiceName(targets, { title: `${ADD} (2 of 2)`, prompt: promptFor(value, state), value });
  if (name === undefined) return;
  const named = { ...target, name };
  await targets.save(named, secrets);
  if (state) targets.tellState(named, state);
  await vscode.commands.executeCommand('linecost.services.focus');
}

async function askAddresses(targets: SavedTargets, memento: vscode.Memento): Promise<TypedAddresses | undefined> {
  const saved = new Set(targets.list().flatMap(({ addresses }) => addresses));
  const text = await showInputBox({
    title: `${ADD} (1 of 2)`,
    prompt: 'Its address, or those of all instances, separated by spaces',
    placeHolder: 'localhost:6060, https://api.example.com/internal/prof/, unix:/run/api.sock',
    value: new RecentAddresses(memento).list().find((address) => !saved.has(address)) ?? '',
    ignoreFocusOut: true,
    validateInput: problemOf,
  });
  return text === undefined ? undefined : typedAddresses(text);
}

interface NewTarget {
  readonly target: ServiceTarget;
  readonly secrets?: ServerSecrets;
}

function newTarget({ addresses, credentials }: TypedAddresses): NewTarget {
  const [name] = instanceNames(addresses);
  const authorization = credentials && { authorization: { kind: 'basic', user: credentials.user } as const };
  const short = name.split('/').at(-1)!.replace(/\.sock(?:et)?$/, '') || name;
  return {
    target: { id: randomUUID(), name: short, addresses, ...authorization },
    ...(credentials && { secrets: { password: credentials.password } }),
  };
}

function promptFor(name: string, state: TargetState | undefined): string {
  if (!state) return 'Its name. It was not asked for its profiles.';
  const isReached = state.answers.some(({ failure }) => failure === undefined);
  return `Its name. ${answersText(name, state)}${isReached ? '' : ' You can save it all the same.'}`;
}

export async function renameService(target: ServiceTarget, targets: SavedTargets): Promise<void> {
  const asked = { title: 'Linecost: Rename Service', prompt: 'The name of the service', value: target.name };
  const name = await askServiceName(targets, asked, target);
  if (name === undefined) return;
  const state = targets.stateOf(target);
  await targets.save({ ...target, name });
  if (state) targets.tellState(target, state);
}

/** Removes a service and its secrets, once the user agrees. */
export async function removeService(target: ServiceTarget, targets: SavedTargets): Promise<void> {
  const detail = 'Its secrets are removed too. Captures that were taken from it stay.';
  if ((await askModal(`Remove the service ${target.name}?`, 'Remove', detail)) === 'Remove') await targets.remove(target.id);
}
