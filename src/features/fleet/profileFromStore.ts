import type { Capture } from '../../captures/loadedCapture';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import type { SavedSources } from '../targets/savedSources';
import { askNewQuery, chooseQuery, editQuery, type QueryParts } from './askQuery';
import { orEditStore } from './editStore';
import { KnownQueries } from './knownQueries';
import { givenSource, savedSources } from './pickSource';
import { type FleetParts, profileFleet, type StoreQuestion } from './profileFleet';
import { StoreChoices } from './storeChoices';

/**
 * Asks what to ask of a store, known questions first, and shows what it answers. Throws an Error for the user,
 * CaptureError, EngineError or AbortError.
 * @param given a row of the Services view, a source's id, or nothing
 */
export async function profileFromStore(given: unknown, parts: FleetParts): Promise<void> {
  requireTrust('Linecost reaches no store in an untrusted workspace');
  const sources = await parts.targets.sources();
  const source = givenSource(given, sources);
  const known = new KnownQueries(parts.memento);
  const chosen = await chooseQuery(source ? [source] : savedSources(sources), known);
  if (!chosen) return;
  const { asked, isToChange } = chosen;
  if (asked && !isToChange) return void (await ask({ source: chosen.source, asked }, parts));
  const edited = await orEditStore(chosen.source, parts.output, async () => {
    const making = await queryParts(chosen.source, sources, parts);
    return asked ? editQuery(asked, making) : askNewQuery(making);
  });
  if (edited) await ask({ source: chosen.source, asked: edited }, parts);
}

/** Asks a store, and shows what it answers. Throws like profileFleet. */
export function ask(question: StoreQuestion, parts: FleetParts): Promise<Capture | undefined> {
  return profileFleet(question, parts, (changed) => changeQuery(changed, parts));
}

/** Shows a question to change, and asks it. Throws like profileFromStore. */
async function changeQuery({ source, asked }: StoreQuestion, parts: FleetParts): Promise<void> {
  const sources = await parts.targets.sources();
  const edited = await orEditStore(source, parts.output, async () => {
    return editQuery(asked, await queryParts(source, sources, parts));
  });
  if (edited) await ask({ source, asked: edited }, parts);
}

/** Asks the question of a capture again: a relative time is now another one. Throws like profileFromStore. */
export async function askAgain(record: CaptureRecord | undefined, parts: FleetParts): Promise<void> {
  requireTrust('Linecost reaches no store in an untrusted workspace');
  await ask(questionOf(record, await parts.targets.sources()), parts);
}

/** The question of a capture, to its store as it is saved now. Throws a PreconditionError if there is none. */
export function questionOf(record: CaptureRecord | undefined, sources: SavedSources): StoreQuestion {
  const { fleet } = record ?? {};
  if (!fleet) throw new PreconditionError('Choose a capture from a profile store.');
  const source = sources.find(fleet.source);
  const add = { title: 'Add Profile Store…', command: 'linecost.addStore' };
  if (!source) throw new PreconditionError(`The profile store ${fleet.name} is no longer saved: add it again.`, add);
  return { source, asked: fleet.asked };
}

/** By the source's id: what a store offers is cached for a minute. */
const choicesOf = new Map<string, { readonly of: string; readonly choices: StoreChoices }>();

export async function queryParts(
  source: StoreQuestion['source'],
  sources: SavedSources,
  { memento }: Pick<FleetParts, 'memento'>,
): Promise<QueryParts> {
  const of = sources.keyOf(source);
  const store = await sources.open(source);
  const cached = choicesOf.get(source.id);
  const choices = cached?.of === of ? cached.choices : new StoreChoices(store);
  choicesOf.set(source.id, { of, choices });
  return { source, choices, known: new KnownQueries(memento) };
}
