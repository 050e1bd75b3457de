import { originOf } from '../../http/addressSecrets';
import { plainAddress } from '../../live/pprofAddress';
import { isTimed, secondsOf } from '../../live/profileSeconds';
import { type LocalProcess, servingProcess } from '../../live/servingProcess';
import type { CaptureRecord, FetchedFrom } from '../../captures/disk/captureStore';
import type { QueryEngine } from '../../engine/client';
import type { LoadedProfile } from '../../captures/loadedCapture';
import { intervalText } from '../../profile/text/intervalText';
import { titleOf } from './askProfile';
import { ignored } from '../../profile/common/ignored';
import { typeText } from '../../profile/text/sampleTypeNames';
import type { Active } from '../../captures/session';
import type { Sources } from '../../documents/sources';

/** What is known of a fetched profile besides its bytes. */
type Fetched = Required<Pick<CaptureRecord, 'title' | 'subject' | 'fetched'>>;

/** Starts to look for the process behind an address. Call before the fetch, because the process may end meanwhile. */
export function processBehind(url: URL): Promise<LocalProcess | undefined> {
  return servingProcess(url).catch(ignored('the process of the service is not known'));
}

/** The process behind an address, if it is that of the profile, and does not only forward to it, as ssh does. */
export async function servedProcess(
  profile: LoadedProfile | undefined,
  process: Promise<LocalProcess | undefined>,
  engine: QueryEngine,
): Promise<FetchedFrom['process'] | undefined> {
  return profile && servedBy(await process, await fileOf(profile, engine));
}

/**
 * Names a fetched profile. What `…/heap?seconds=5` answers, the difference between two moments, has a name and a
 * subject of its own: it is not compared with `…/heap`, which counts from the start of the program.
 * @param seconds how long the program was measured, if the user chose it
 */
export async function fetchedFrom(
  { url, seconds }: { readonly url: URL; readonly seconds: number | undefined },
  profile: LoadedProfile | undefined,
  process: Promise<LocalProcess | undefined>,
  engine: QueryEngine,
): Promise<Fetched> {
  const interval = profile && intervalText(profile.summary);
  const wanted = secondsOf(url);
  const isDifference = interval !== undefined && wanted !== undefined && !isTimed(url);
  const served = await servedProcess(profile, process, engine);
  const fetched: FetchedFrom = {
    address: plainAddress({ url }),
    ...(seconds !== undefined && { seconds }),
    ...(served && { process: served }),
  };
  return {
    title: isDifference ? `${titleOf(url)} ${interval}` : titleOf(url),
    subject: isDifference ? `${addressOf(url)}?seconds=${wanted}` : addressOf(url),
    fetched,
  };
}

/** The address without its query. */
export function addressOf(url: URL): string {
  return `${originOf(url)}${url.pathname}`;
}

async function fileOf({ summary }: LoadedProfile, engine: QueryEngine): Promise<string> {
  const facts = await engine.ask('programFacts', { profile: summary.id }).catch(ignored('the facts of the program are not known'));
  return facts?.file ?? '';
}

function servedBy(process: LocalProcess | undefined, file: string): FetchedFrom['process'] | undefined {
  if (!process || file === '' || process.program.replace(/ \(deleted\)$/, '') !== file.replace(/ \(deleted\)$/, '')) {
    return undefined;
  }
  const { pid, startedAt, processors } = process;
  return { pid, startedAt, ...(processors !== undefined && { processors }) };
}

/** The names of the other sample types under which lines of the workspace have costs. */
export async function typesInWorkspace(
  active: Active,
  sources: Pick<Sources, 'pathsOf'>,
  engine: QueryEngine,
): Promise<string[]> {
  const { queryId: profile, profile: { summary: { sampleTypes } } } = active;
  const paths = await sources.pathsOf(active, await engine.ask('files', { profile }));
  const files = [...paths].filter(([, { isInWorkspace }]) => isInWorkspace).map(([file]) => file);
  const names: string[] = [];
  for (const [sampleType, { unit, type }] of sampleTypes.entries()) {
    if (sampleType === active.sampleType || files.length === 0 || (type === 'samples' && unit === 'count')) continue;
    const costs = await engine.ask('fileCosts', { profile, sampleType, files });
    const areCosts = (column: Float64Array) => column.some((value) => value !== 0);
    if (costs.some(({ flat, cum }) => areCosts(flat) || areCosts(cum))) names.push(typeText(sampleTypes, sampleType));
  }
  return names;
}
