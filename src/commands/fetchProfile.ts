import * as vscode from 'vscode';
import { originOf } from '../capture/http/addressSecrets';
import { isCaptureError } from '../capture/captureError';
import { fetchProgressText } from '../capture/http/fetchProgress';
import { fetchProfile } from '../capture/http/profileRequest';
import { isSeconds, needsSeconds, SECONDS_TEXT, USUAL_SECONDS } from '../capture/http/profileSeconds';
import { readIndex } from '../capture/http/pprofIndex';
import { parseAddress, plainAddress, type PprofAddress } from '../capture/http/pprofAddress';
import type { CaptureRecord } from '../bench/captures/captureStore';
import type { Capture } from '../loadedCapture';
import type { Session } from '../session';
import { reportFailure } from '../workbench/failureMessage';
import { inBackground } from '../workbench/inBackground';
import {
  createQuickPick,
  showInformationMessage,
  showInputBox,
  showQuickPick,
  showWarningMessage,
} from '../workbench/window';
import type { Output } from '../workbench/output';
import { type Stages, withProgress } from '../workbench/progress';
import type { LoadedCaptures } from '../workbench/loadedCaptures';
import { memoryLimit } from '../workbench/memoryLimit';
import type { Sources } from '../workbench/sources';
import { AfterCapture } from './afterCapture';
import { withAuthorization } from './askCredentials';
import { noFetchedSamplesText } from './noSamples';
import { offerCancel } from './offerCancel';
import { RecentAddresses } from './recentAddresses';
import { offerSaving, SavedCredentials, withCredentialsOf } from './savedCredentials';
import { PreconditionError } from '../workbench/preconditionError';
import { requireTrust } from '../workbench/requireTrust';
import { tickStep } from '../workbench/walkthrough';

interface FetchParts {
  readonly session: Session;
  readonly captures: LoadedCaptures;
  readonly sources: Sources;
  readonly output: Output;
  readonly memento: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
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
  const address = await askAddress(recent.list());
  if (address) await offeringRetry(() => fetchFrom(address, parts), parts);
}

async function fetchFrom(address: string, parts: FetchParts): Promise<void> {
  const recent = new RecentAddresses(parts.memento);
  const saved = new SavedCredentials(parts.secrets);
  const typed = parseAddress(address);
  const target = await saved.fill(typed);
  const url = target.isIndex ? await askProfile(target.url, parts.output) : target.url;
  if (!url || (await offersCancel(url))) return;
  const seconds = needsSeconds(url) ? await askSeconds(url) : undefined;
  if (needsSeconds(url) && seconds === undefined) return;
  recent.add(typed);
  await fetchAndOffer(url, seconds, target, parts);
}

/** Fetches the profile of a capture again, with the same address and duration. Throws like fetchLiveProfile. */
export async function fetchAgain(record: CaptureRecord | undefined, parts: FetchParts): Promise<void> {
  requireTrust('Linecost fetches nothing in an untrusted workspace');
  const fetched = record?.fetched ?? (record?.subject === undefined ? undefined : { address: record.subject });
  if (record?.target || !fetched) {
    throw new PreconditionError('No profile was fetched yet.', { title: 'Fetch Profile…', command: 'linecost.fetchProfile' });
  }
  const target = await new SavedCredentials(parts.secrets).fill(parseAddress(fetched.address));
  if (await offersCancel(target.url)) return;
  const seconds = needsSeconds(target.url) ? (fetched.seconds ?? defaultSeconds()) : undefined;
  await offeringRetry(() => fetchAndOffer(target.url, seconds, target, parts), parts);
}

/** Calls `act`. If the service cannot be reached, the message offers to try again, or to enter another address. */
async function offeringRetry(act: () => Promise<void>, parts: FetchParts): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isCaptureError(error) || error.failure !== 'unreachable') throw error;
    await reportFailure(error, parts.output, {
      'Try Again': () => offeringRetry(act, parts),
      'Change Address…': () => fetchLiveProfile(parts),
    });
  }
}

/** @param target the address to store with its secrets, if the user accepts the offer */
async function fetchAndOffer(
  url: URL,
  seconds: number | undefined,
  target: PprofAddress,
  parts: FetchParts,
): Promise<void> {
  const fetched = await withAuthorization(url, parts.output, (authorized) => {
    return whenProfilerIsFree(() => fetchAndShow(authorized, seconds, parts));
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

/** Calls `act`; while another client profiles the service, offers to try again. @returns whether `act` succeeded */
async function whenProfilerIsFree(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!isCaptureError(error) || error.failure !== 'profilerInUse') throw error;
    const again = 'Try Again';
    return (await showInformationMessage(error.message, again)) === again && whenProfilerIsFree(act);
  }
}

async function fetchAndShow(url: URL, seconds: number | undefined, parts: FetchParts): Promise<void> {
  const { session, captures, sources } = parts;
  const title = titleOf(url);
  const ending = new AfterCapture(session);
  const controller = new AbortController();
  takenNow.set(addressOf(url), () => controller.abort());
  try {
    const capture = await withProgress(`Fetching ${title}`, (progress, signal) => {
      return takeCapture(url, seconds, parts, progress, AbortSignal.any([signal, controller.signal]));
    }).finally(() => takenNow.delete(addressOf(url)));
    if (!capture) return warnOfNoSamples(url, seconds, parts);
    void sources.snapshot(capture).then(() => captures.saveSources(capture)).catch(() => undefined);
    tickStep('fetch');
    void ending.lead(capture, { openFallback: () => offerOtherCode(title) }).catch(() => undefined);
  } finally {
    ending.dispose();
  }
}

/** Returns undefined, and keeps the profile that was shown before, if the fetched one has no samples. */
async function takeCapture(
  url: URL,
  seconds: number | undefined,
  { captures }: Pick<FetchParts, 'captures'>,
  progress: Stages,
  signal: AbortSignal,
): Promise<Capture | undefined> {
  const inProgress = captures.begin(signal);
  try {
    const { bytes } = await fetchProfile({
      url,
      seconds,
      signal,
      maxUnpackedBytes: memoryLimit(),
      onProgress: (state) => progress.report(fetchProgressText(state)),
    });
    progress.report('reading the profile');
    await inProgress.take({ label: profileName(url), fileName: 'profile.pprof' }, bytes);
    if (inProgress.isEmpty()) {
      await inProgress.discard();
      return undefined;
    }
    const subject = addressOf(url);
    const fetched = { address: plainAddress({ url }), ...(seconds !== undefined && { seconds }) };
    return await inProgress.finish({ title: titleOf(url), subject, fetched, results: [], sources: new Map() });
  } catch (error) {
    await inProgress.discard();
    throw error;
  }
}

function addressOf(url: URL): string {
  return `${originOf(url)}${url.pathname}`;
}

function titleOf(url: URL): string {
  return `${url.host} ${profileName(url)}`;
}

/** The button is for a service that enables the profile later. VS Code cuts off long messages without a button. */
function warnOfNoSamples(url: URL, seconds: number | undefined, parts: FetchParts): void {
  const again = 'Fetch Again';
  const warning = showWarningMessage(noFetchedSamplesText(titleOf(url), profileName(url)), again);
  inBackground(warning.then(async (chosen) => {
    if (chosen !== again || (await offersCancel(url))) return;
    await whenProfilerIsFree(() => fetchAndShow(url, seconds, parts));
  }));
}

/** Offers the flame graph of a service whose code is not in the workspace, and its hottest line wherever that is. */
async function offerOtherCode(title: string): Promise<void> {
  const message = `${title} was fetched. None of its costs is in the code of this workspace.`;
  const [show, go] = ['Show Flame Graph', 'Go to Hottest Line'];
  const chosen = await showInformationMessage(message, show, go);
  if (chosen === show) await vscode.commands.executeCommand('linecost.showFlameGraph');
  if (chosen === go) await vscode.commands.executeCommand('linecost.goToHottestLine');
}

function askAddress(recent: readonly string[]): Promise<string | undefined> {
  const pick = createQuickPick();
  pick.title = 'Linecost: Fetch Profile';
  pick.placeholder = 'localhost:6060, or http://host/debug/pprof/heap, or …/profile?seconds=5';
  const offer = () => {
    const typed = pick.value.trim();
    const matching = recent.filter((address) => address !== typed && address.includes(typed));
    const items = matching.map((label) => ({ label, description: 'fetched before' }));
    pick.items = typed ? [{ label: typed, description: 'fetch from here', alwaysShow: true }, ...items] : items;
  };
  offer();
  pick.onDidChangeValue(offer);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      // Enter may be pressed before the list shows the typed text.
      const typed = pick.value.trim();
      const chosen = pick.selectedItems[0]?.label;
      resolve(chosen?.includes(typed) ? chosen : typed || undefined);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

async function askProfile(index: URL, output: Output): Promise<URL | undefined> {
  const title = `Listing the profiles of ${index.host}`;
  const read = (url: URL) => withProgress(title, (_, signal) => readIndex(url, signal));
  const listed = await withAuthorization(index, output, read);
  if (!listed) return undefined;
  const items = listed.value.map(({ name, count, description, url }) => ({
    label: name,
    description: count === undefined ? '' : `${count}`,
    detail: description,
    url,
  }));
  const chosen = await showQuickPick(items, {
    title: `Linecost: Profiles of ${index.host}`,
    placeHolder: 'Choose a profile to fetch',
    matchOnDetail: true,
  });
  return chosen?.url;
}

async function askSeconds(url: URL): Promise<number | undefined> {
  const text = await showInputBox({
    title: `Linecost: ${profileName(url)} of ${url.host}`,
    prompt: 'How many seconds should the profile cover?',
    value: String(defaultSeconds()),
    validateInput: (value) => (isSeconds(value) ? undefined : SECONDS_TEXT),
  });
  return text === undefined ? undefined : Number(text);
}

function defaultSeconds(): number {
  return vscode.workspace.getConfiguration('linecost.fetch').get('seconds', USUAL_SECONDS);
}

function profileName(url: URL): string {
  return url.pathname.split('/').filter(Boolean).at(-1) ?? 'profile';
}
