import type * as vscode from 'vscode';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { profileService, type ServiceParts } from '../fetch/profileService';
import type { ServiceLoad } from '../fetch/serviceLoad';
import { ImportedParts } from '../targets/commandApproval';
import type { SavedTargets } from '../targets/savedTargets';
import { changeLoadCommand } from './askLoadCommand';
import { type LoadedTarget, measuredUnderLoad } from './loadAround';

export interface LoadParts extends ServiceParts {
  readonly targets: SavedTargets;
  readonly memento: vscode.Memento;
}

/**
 * Profiles a service while its load command runs; asks for the command first if it has none. Throws like
 * profileService.
 * @param isAgain whether it was profiled under load before: then it is an error if it has no load command
 */
export async function loadService(target: ServiceTarget, parts: LoadParts, isAgain = false): Promise<void> {
  requireTrust('Linecost runs no load command in an untrusted workspace');
  if (isAgain && !isLoaded(target)) {
    const message = `${target.name} has no load command any more: enter one, or profile it without a load.`;
    throw new PreconditionError(message, { title: 'Change Load Command…', command: 'linecost.changeLoad', args: [target.id] });
  }
  const loaded = isLoaded(target) ? target : await changeLoadCommand(target, parts.targets);
  if (!loaded) return;
  await new ImportedParts(parts.memento).approve(loaded, loaded.load.command);
  await profileService(loaded, parts, { load: loadOf(loaded, parts) });
}

function loadOf(target: LoadedTarget, parts: LoadParts): ServiceLoad {
  const change = async (): Promise<void> => {
    const changed = await changeLoadCommand(target, parts.targets);
    if (changed) await loadService(changed, parts);
  };
  return {
    around: (measure, options) => measuredUnderLoad(target, measure, options, parts.output),
    actions: { 'Change Load Command…': change },
  };
}

/** Whether it has a load command. */
export function isLoaded(target: ServiceTarget): target is LoadedTarget {
  return target.load !== undefined;
}
