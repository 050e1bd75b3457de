import * as vscode from 'vscode';
import { originOf } from '../../http/addressSecrets';
import { type CaptureError, isCaptureError } from '../../common/captureError';
import { CutMeasurement, needsSeconds, secondsOf, SHORT_SECONDS } from '../../live/profileSeconds';
import { type FetchProgress, fetchProgressText, fetchWhenFree } from '../../live/profileRequest';
import { hasStatus, StatusError, withTexts } from '../../http/httpFailure';
import type { PprofIndex } from '../../live/pprofIndex';
import { parseAddress, type PprofAddress } from '../../live/pprofAddress';
import { serverText } from '../../http/connection';
import { targetAt } from '../../live/targets/targetAt';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import type { QueryEngine } from '../../engine/client';
import type { Capture } from '../../captures/loadedCapture';
import type { Session } from '../../captures/session';
import { reportFailure } from '../../ui/failureMessage';
import { inBackground } from '../../ui/inBackground';
import { showInformationMessage, showWarningMessage } from '../../ui/window';
import type { Output } from '../../ui/output';
import { type Stages, withProgress } from '../../ui/progress';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { memoryLimit } from '../../ui/settings/memoryLimit';
import type { Sources } from '../../documents/sources';
import { AfterCapture } from '../profile/afterCapture';
import { offerSaving, SavedCredentials, withAuthorization, withCredentialsOf } from './credentials';
import { askAddress, askProfile, askSeconds, defaultSeconds, listProfiles, profileName, titleOf } from './askProfile';
import { addressOf, fetchedFrom, processBehind, typesInWorkspace } from './fetchedCapture';
import { noFetchedSamplesText } from '../profile/captureWarnings';
import { offerCancel } from '../profile/offerCancel';
import { offerTrace } from '../export/goToolTerminal';
import { RecentAddresses } from './recentAddresses';
import { type SavedServices, withConnectionTo, withSavedCredentials } from './serviceConnection';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { tickStep } from '../../ui/walkthrough';
import { ignored } from '../../profile/common/ignored';

/** For how long a fetch waits for a gap between the profiles of another client. */
const PATIENCE_MS = 60_000;
const ALWAYS_ON = 'If a profiler is always on, use its own profiles, or stop it for a while.';

export interface FetchParts {
  readonly session: Session;
  readonly engine: QueryEngine;
  readonly captures: LoadedCaptures;
  readonly sources: Sources;
  readonly output: Output;
  readonly memento: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
  readonly targets: SavedServices;
}

/** Cancels the fetch of a profile, by the profile's address: a service takes one CPU profile at a time. */
const takenNow = new Map<string, () => void>();

/**
 * Asks for address, profile and duration, fetches the profile and shows it. Throws CaptureError, EngineError,
 * AbortError or an Error for the user.
 */
export async function fetchLiveProfile(parts: FetchParts): Promise<void> {
  requireTrust('Linecost fetches nothing in an untrusted workspace');
  const recent = new RecentAddresses(parts.memento);
  const address = await askAddress(recent.list(), parts.targets.list());
  if (address) await offeringRetry(() => fetchFrom(address, parts), parts);
}

/** An address that the user entered. */
interface Entered {
  readonly typed: PprofAddress;
  /** The address with the saved secrets. */
  readonly target: PprofAddress;
}

interface Wanted {
  readonly url: URL;
  readonly seconds: number | undefined;
  /** The address to store with its secrets, if the user accepts the offer. */
  readonly target: PprofAddress;
  /** For how long to ask again while another client takes a CPU profile, in milliseconds. */
  readonly patienceMs?: number;
}

async function fetchFrom(address: string, parts: FetchParts): Promise<void> {
  const typed = parseAddress(address);
  const entered = { typed, target: await withSavedCredentials(typed, parts) };
  const { url, isIndex } = entered.target;
  if (isIndex) return fetchListed(await listProfiles(url, parts), entered, parts);
  try {
    await fetchNamed(url, entered, parts);
  } catch (error) {
    if (!isCaptureError(error) || error.failure !== 'notAProfile') throw error;
    const page = await listProfiles(url, parts).catch(ignored('the address is not known to list profiles'));
    if (!page?.isListed) throw error;
    await fetchListed(page, entered, parts);
  }
}

/**
 * Fetches one of the profiles that a service offers.
 * @param refused what the server answered instead of a profile, by the name of the profile
 */
async function fetchListed(
  index: PprofIndex | undefined,
  entered: Entered,
  parts: FetchParts,
  refused: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const chosen = index && (await askProfile(entered.target.url, index, refused));
  if (!index || !chosen) return;
  const { name, url } = chosen;
  try {
    await fetchNamed(url, entered, parts);
  } catch (error) {
    const answer = refusalOf(error);
    if (answer === undefined || !isCaptureError(error)) throw error;
    const isMissing = hasStatus(error, 404) && index.isListed;
    const message = `${serverText(url)} lists ${name}, but does not serve it: it responded with 404 Not Found for ${url.pathname}.`;
    await reportFailure(isMissing ? withTexts(error, message) : error, parts.output, {
      'Choose Another…': () => fetchListed(index, entered, parts, new Map([...refused, [name, answer]])),
    });
  }
}

/** What the server answered instead of a profile; undefined for another error. */
function refusalOf(error: unknown): string | undefined {
  if (!isCaptureError(error) || error instanceof CutMeasurement) return undefined;
  if (error.failure === 'notAProfile') return 'not a profile';
  return error instanceof StatusError && error.failure === 'httpStatus' ? `not served (${error.status})` : undefined;
}

async function fetchNamed(url: URL, { typed, target }: Entered, parts: FetchParts): Promise<void> {
  if (await offersCancel(url)) return;
  const seconds = needsSeconds(url) ? await askSeconds(url) : undefined;
  if (needsSeconds(url) && seconds === undefined) return;
  new RecentAddresses(parts.memento).add(typed);
  await fetchAndOffer({ url, seconds, target }, parts);
}

/** Fetches the profile of a capture again, with the same address and duration. Throws like fetchLiveProfile. */
export async function fetchAgain(record: CaptureRecord | undefined, parts: FetchParts): Promise<void> {
  requireTrust('Linecost fetches nothing in an untrusted workspace');
  const fetched = record?.fetched ?? (record?.subject === undefined ? undefined : { address: record.subject });
  if (record?.target || !fetched) {
    throw new PreconditionError('No profile was fetched yet.', { title: 'Fetch Profile…', command: 'linecost.fetchProfile' });
  }
  const target = await withSavedCredentials(parseAddress(fetched.address), parts);
  if (await offersCancel(target.url)) return;
  const seconds = needsSeconds(target.url) ? (fetched.seconds ?? defaultSeconds()) : undefined;
  await offeringRetry(() => fetchAndOffer({ url: target.url, seconds, target }, parts), parts);
}

/** Calls `act`. If nothing answers at the address, the message offers to try again, or to enter another address. */
async function offeringRetry(act: () => Promise<void>, parts: FetchParts): Promise<void> {
  try {
    await act();
  } catch (error) {
    const isMissing = hasStatus(error, 404);
    if (!isMissing && !(isCaptureError(error) && error.failure === 'unreachable')) throw error;
    await reportFailure(error, parts.output, {
      ...(!isMissing && { 'Try Again': () => offeringRetry(act, parts) }),
      'Change Address…': () => fetchLiveProfile(parts),
    });
  }
}

async function fetchAndOffer(wanted: Wanted, parts: FetchParts): Promise<void> {
  const { url, target } = wanted;
  const fetched = await withAuthorization(url, parts.output, (authorized) => {
    return offeringShorter({ ...wanted, url: authorized }, parts);
  });
  if (!fetched?.value) return;
  const isSameServer = originOf(fetched.url) === originOf(target.url);
  const withSecrets = isSameServer ? { ...target, url: withCredentialsOf(target.url, fetched.url) } : target;
  await offerSaving(withSecrets, new SavedCredentials(parts.secrets));
}

/** If this profile is being fetched, says so, with a button that cancels it. @returns whether it is */
async function offersCancel(url: URL): Promise<boolean> {
  const cancel = takenNow.get(addressOf(url));
  if (!cancel) return false;
  const message = `${titleOf(url)} is being taken already. Cancel it, or wait until it ends.`;
  await offerCancel({ message, cancel }, 'Cancel Profile');
  return true;
}

/**
 * Fetches a profile. If it takes too long, or another client takes a CPU profile, the message offers a shorter one.
 * @returns whether the profile was fetched as it was wanted
 */
async function offeringShorter(wanted: Wanted, parts: FetchParts): Promise<boolean> {
  try {
    await fetchAndShow(wanted, parts);
    return true;
  } catch (error) {
    if (error instanceof CutMeasurement) await offerShorter(error, wanted, parts);
    else if (isCaptureError(error) && error.failure === 'profilerInUse') await offerTurn(error, wanted, parts);
    else throw error;
    return false;
  }
}

async function offerShorter(error: CutMeasurement, wanted: Wanted, parts: FetchParts): Promise<void> {
  const { shorterSeconds: seconds } = error;
  const takeShorter = () => fetchAndOffer({ ...wanted, seconds }, parts);
  await reportFailure(error, parts.output, seconds === undefined ? {} : { [shorterText(seconds)]: takeShorter });
}

/** Offers to take the profile when the other client's ends, or a short one between two of a continuous profiler. */
async function offerTurn(error: CaptureError, wanted: Wanted, parts: FetchParts): Promise<void> {
  const { url, seconds = secondsOf(url), patienceMs } = wanted;
  const short = Math.min(SHORT_SECONDS, seconds ?? SHORT_SECONDS);
  const message = patienceMs === undefined
    ? `${error.message} If a profiler is always on, ${short} s may fit between two of its profiles.`
    : `${serverText(url)} took another CPU profile for ${patienceMs / 1000} s without a gap. ${ALWAYS_ON}`;
  const [again, shorter] = ['Try Again', shorterText(short)];
  const chosen = await showInformationMessage(message, again, shorter);
  if (chosen === again) await fetchAndOffer({ ...wanted, patienceMs: undefined }, parts);
  if (chosen === shorter) await fetchAndOffer({ ...wanted, seconds: short, patienceMs: PATIENCE_MS }, parts);
}

function shorterText(seconds: number): string {
  return `Take ${seconds} s Instead`;
}

async function fetchAndShow(wanted: Wanted, parts: FetchParts): Promise<void> {
  const { session } = parts;
  const { url } = wanted;
  const title = titleOf(url);
  const ending = new AfterCapture(session);
  const controller = new AbortController();
  takenNow.set(addressOf(url), () => controller.abort());
  try {
    const capture = await withProgress(`Fetching ${title}`, (progress, signal) => {
      return takeCapture(wanted, parts, progress, AbortSignal.any([signal, controller.signal]));
    }).finally(() => takenNow.delete(addressOf(url)));
    if (!capture) return warnOfNoSamples(wanted, parts);
    if ('trace' in capture) return offerTrace({ ...capture, name: title });
    const service = targetAt(url, parts.targets.list());
    if (service) parts.targets.tellProfiled(service);
    tickStep('fetch');
    void ending.lead(capture, { openFallback: () => offerOtherCode(capture, parts) }).catch(ignored('no message leads to the costs'));
  } finally {
    ending.dispose();
  }
}

/** Fetches a profile and shows it, unless it is a trace, or has no samples, for which it returns undefined. */
async function takeCapture(
  wanted: Wanted,
  { captures, engine, targets }: Pick<FetchParts, 'captures' | 'engine' | 'targets'>,
  progress: Stages,
  signal: AbortSignal,
): Promise<Capture | { readonly trace: Uint8Array } | undefined> {
  const { seconds, patienceMs = 0 } = wanted;
  const url = withDuration(wanted);
  const process = processBehind(url);
  let trace: Uint8Array | undefined;
  const capture = await captures.drafts.keep(async (inProgress) => {
    const options = {
      url,
      seconds,
      signal,
      maxUnpackedBytes: memoryLimit(),
      onProgress: (state: FetchProgress) => progress.report(fetchProgressText(state)),
    };
    const onWaiting = (): void => progress.report('waiting until no other CPU profile is taken');
    const { bytes, isTrace } = await withConnectionTo(url, targets, signal, (connection) => {
      return fetchWhenFree({ ...options, connection }, patienceMs, onWaiting);
    });
    if (isTrace) {
      trace = bytes;
      return undefined;
    }
    progress.report('reading the profile');
    await inProgress.take({ label: profileName(url), fileName: 'profile.pprof' }, bytes);
    if (inProgress.isEmpty()) return undefined;
    const known = await fetchedFrom({ url, seconds }, inProgress.profiles()[0], process, engine);
    return { ...known, results: [], sources: new Map() };
  }, signal);
  return trace ? { trace } : capture;
}

/** The URL, with the wanted duration if it has one of its own: Fetch Again takes the duration of the URL. */
function withDuration({ url, seconds }: Wanted): URL {
  const timed = new URL(url);
  if (seconds !== undefined && secondsOf(url) !== undefined) timed.searchParams.set('seconds', String(seconds));
  return timed;
}

/** The button is for a service that enables the profile later. VS Code cuts off long messages without a button. */
function warnOfNoSamples(wanted: Wanted, parts: FetchParts): void {
  const { url } = wanted;
  const again = 'Fetch Again';
  const warning = showWarningMessage(noFetchedSamplesText(titleOf(url), profileName(url)), again);
  inBackground(warning.then(async (chosen) => {
    if (chosen !== again || (await offersCancel(url))) return;
    await offeringShorter(wanted, parts);
  }));
}

/**
 * Offers the flame graph of a service without costs in the code of the workspace under the shown sample type, and its
 * hottest line wherever that is.
 */
export async function offerOtherCode(
  { title }: Capture,
  { session, sources, engine }: Pick<FetchParts, 'session' | 'sources' | 'engine'>,
): Promise<void> {
  const { active } = session;
  const other = active && (await typesInWorkspace(active, sources, engine).catch(ignored('other sample types are not offered', [])));
  const { type } = active?.profile.summary.sampleTypes[active.sampleType] ?? { type: '' };
  const message = other && other.length > 0
    ? `${title} was fetched. The code of this workspace has no ${type}, but ${other.join(', ')}.`
    : `${title} was fetched. None of its costs is in the code of this workspace.`;
  if (other && other.length > 0) {
    const choose = 'Choose Sample Type…';
    if ((await showInformationMessage(message, choose)) === choose) {
      await vscode.commands.executeCommand('linecost.switchSampleType');
    }
    return;
  }
  const [show, go] = ['Show Flame Graph', 'Go to Hottest Line'];
  const chosen = await showInformationMessage(message, show, go);
  if (chosen === show) await vscode.commands.executeCommand('linecost.showFlameGraph');
  if (chosen === go) await vscode.commands.executeCommand('linecost.goToHottestLine');
}
