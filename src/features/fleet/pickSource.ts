import type { FleetSource } from '../../fleet/fleetSource';
import { KIND_NAMES, placeOf } from '../../fleet/kindNames';
import { isObject, isText } from '../../profile/common/shapes';
import { PreconditionError } from '../../ui/preconditionError';
import { showQuickPick } from '../../ui/window';
import type { SavedSources } from '../targets/savedSources';

const ADD = { title: 'Add Profile Store…', command: 'linecost.addStore' };

/**
 * The saved store that a command is about, as it is saved now: that of a row or of an id; undefined if neither is
 * given. Throws a PreconditionError if it is not saved.
 * @param given what the command was called with: a row of the Services view, a source's id, or nothing
 */
export function givenSource(given: unknown, sources: SavedSources): FleetSource | undefined {
  const id = isText(given) ? given : isObject(given) && isObject(given.source) ? given.source.id : undefined;
  if (!isText(id)) return undefined;
  const found = sources.find(id);
  if (!found) throw new PreconditionError('This profile store is no longer saved: add it again.', ADD);
  return found;
}

/**
 * The given store, or else the one that the user picks. undefined if the user cancels. Throws a PreconditionError if
 * it, or any, is not saved.
 * @param title of the list: `Test Profile Store`
 */
export async function givenOrPickedSource(
  given: unknown,
  sources: SavedSources,
  title: string,
): Promise<FleetSource | undefined> {
  const found = givenSource(given, sources);
  if (found) return found;
  const all = savedSources(sources);
  if (all.length === 1) return all[0];
  const items = all.map((source) => ({ icon: 'database', label: source.name, description: placeText(source), source }));
  const options = { title: `Linecost: ${title}`, placeHolder: 'Choose a profile store', matchOnDescription: true };
  return (await showQuickPick(items, options))?.source;
}

/** At least one. Throws a PreconditionError if none is saved. */
export function savedSources(sources: SavedSources): readonly FleetSource[] {
  const all = sources.list();
  if (all.length === 0) throw new PreconditionError('No profile store is saved yet.', ADD);
  return all;
}

/** `Pyroscope · pyroscope.example.com`. */
export function placeText(source: FleetSource): string {
  return `${KIND_NAMES[source.kind]} · ${placeOf(source)}`;
}
