import type { QueryEngine } from '../../engine/client';
import type { Active } from '../../captures/session';
import type { Sources, UnfoundFile } from '../../documents/sources';
import type { EmptyReason, HelpfulMessage } from './noHotLines';

/** The heaviest lines whose files are named first. */
const HOTTEST = 200;
const MAX_NAMED = 2;

/** Why no line of a profile can be opened: its files have no names, no lines, or were not found. */
export interface Unfound {
  readonly reason: EmptyReason;
  /** The names of files that may be the user's and were not found, heaviest first. Empty for the other reasons. */
  readonly names: readonly UnfoundFile[];
}

/** Looks at the names of the profile's files; undefined if those that may be the user's were found elsewhere. */
export async function unfoundFiles(
  engine: QueryEngine,
  { active, sources }: { readonly active: Active; readonly sources: Sources },
  signal?: AbortSignal,
): Promise<Unfound | undefined> {
  const { queryId: profile, sampleType } = active;
  const files = await engine.ask('files', { profile }, signal);
  if (files.length === 0) return { reason: 'nameless', names: [] };
  const { lines } = await engine.ask('hotLines', { profile, sampleType, order: 'cum', limit: HOTTEST }, signal);
  if (lines.length === 0) return { reason: 'lineless', names: [] };
  const names = await sources.unfoundOf(active, [...new Set([...lines.map(({ file }) => file), ...files])]);
  return names.length === 0 ? undefined : { reason: 'unfound', names };
}

/**
 * `No line …, which names /app/x.go, /app/y.go and 3 more files: they were not found here.` If each of them may be one
 * of several files: `The active profile names /app/x.go: 2 files of this workspace match it.`
 */
export function unfoundText({ text }: HelpfulMessage, files: readonly UnfoundFile[]): string {
  const more = files.length - MAX_NAMED;
  const names = files.map(({ name }) => name);
  const shown = more > 0 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${more} more` : names.join(' and ');
  if (areAllAmbiguous(files)) {
    const matching = files.length === 1 ? `${files[0].matches} files of this workspace match it` : 'several files of this workspace match each';
    return `The active profile names ${shown}: ${matching}.`;
  }
  const outcome = names.length === 1 ? 'it was not found here' : 'they were not found here';
  return `${text.replace(/\.$/, '')}, which names ${shown}: ${outcome}.`;
}

/** Whether the user only has to choose which files are meant. */
export function areAllAmbiguous(files: readonly UnfoundFile[]): boolean {
  return files.every(({ matches }) => matches > 1);
}
