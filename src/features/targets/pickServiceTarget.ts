import { instanceNames } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { isObject, isText } from '../../profile/common/shapes';
import { PreconditionError } from '../../ui/preconditionError';
import { showQuickPick } from '../../ui/window';
import type { SavedTargets } from './savedTargets';

const ADD = { title: 'Add Service…', command: 'linecost.addService' };

/**
 * The saved service that a command is about, as it is saved now: that of a row or of an id, or else the one that the
 * user picks. undefined if the user cancels. Throws a PreconditionError if it, or any, is not saved.
 * @param given what the command was called with: a row of the Services view, a target's id, or nothing
 * @param title of the list: `Profile Service`
 */
export async function givenOrPickedTarget(
  given: unknown,
  targets: SavedTargets,
  title: string,
): Promise<ServiceTarget | undefined> {
  const id = isText(given) ? given : isObject(given) && isObject(given.target) ? given.target.id : undefined;
  const found = isText(id) ? targets.find(id) : undefined;
  if (found) return found;
  if (isText(id)) throw new PreconditionError('This service is no longer saved: add it again.', ADD);
  return pickTarget(targets, title);
}

async function pickTarget(targets: SavedTargets, title: string): Promise<ServiceTarget | undefined> {
  const all = targets.list();
  if (all.length === 0) {
    throw new PreconditionError('No service is saved yet.', ADD);
  }
  if (all.length === 1) return all[0];
  const items = all.map((target) => {
    return { label: target.name, description: instanceNames(target.addresses).join(', '), target };
  });
  const options = { title: `Linecost: ${title}`, placeHolder: 'Choose a service', matchOnDescription: true };
  return (await showQuickPick(items, options))?.target;
}
