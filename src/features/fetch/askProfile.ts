import * as vscode from 'vscode';
import { serverText } from '../../http/connection';
import { type OfferedProfile, type PprofIndex, readIndex } from '../../live/pprofIndex';
import { MAX_SECONDS } from '../../live/maxSeconds';
import { isSeconds, isTracePath, SECONDS_TEXT, USUAL_SECONDS } from '../../live/profileSeconds';
import { instanceNames } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import type { Output } from '../../ui/output';
import { withProgress } from '../../ui/progress';
import { wholeNumber } from '../../ui/settings/wholeNumber';
import { createQuickPick, type PickItem, showInputBox, showQuickPick } from '../../ui/window';
import { withAuthorization } from './credentials';
import { type SavedServices, withConnectionTo } from './serviceConnection';

/** What a trace covers by default: a second of a busy service may be some megabytes. */
const TRACE_SECONDS = 5;

interface AddressItem extends PickItem {
  readonly address: string;
}

/**
 * Asks for the address of a profile, or of the page that lists profiles.
 * @param services that are saved; they are offered by name, first
 */
export function askAddress(
  recent: readonly string[],
  services: readonly ServiceTarget[],
  title = 'Fetch Profile',
): Promise<string | undefined> {
  const pick = createQuickPick<AddressItem>();
  pick.title = `Linecost: ${title}`;
  pick.placeholder = 'localhost:6060, or http://host/debug/pprof/heap, or …/profile?seconds=5';
  const offer = () => (pick.items = offeredAddresses(pick.value.trim(), recent, services));
  offer();
  pick.onDidChangeValue(offer);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      // Enter may be pressed before the list shows the typed text.
      const typed = pick.value.trim();
      const [chosen] = pick.selectedItems;
      const isShown = chosen && (chosen.address.includes(typed) || chosen.label.includes(typed));
      resolve(isShown ? chosen.address : typed || undefined);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** The rows for a typed text. Of a service with several instances, the others are found by their addresses. */
function offeredAddresses(
  typed: string,
  recent: readonly string[],
  services: readonly ServiceTarget[],
): readonly AddressItem[] {
  const saved = services.flatMap(({ name, addresses }) => {
    const names = instanceNames(addresses);
    const isNamed = name.includes(typed);
    return addresses.flatMap((address, at): AddressItem[] => {
      const isMeant = address !== typed && (isNamed ? at === 0 : address.includes(typed));
      return isMeant ? [{ label: name, description: names[at], address, alwaysShow: true }] : [];
    });
  });
  const known = new Set(services.flatMap(({ addresses }) => addresses));
  const before = recent.filter((address) => address !== typed && address.includes(typed) && !known.has(address))
    .map((address): AddressItem => ({ label: address, description: 'fetched before', address }));
  if (typed === '') return [...saved, ...before];
  const own: AddressItem = { label: typed, description: 'fetch from here', address: typed, alwaysShow: true };
  const isName = services.some(({ name }) => name === typed);
  return isName ? [...saved, own, ...before] : [own, ...saved, ...before];
}

/** The profiles that a service offers; undefined if the user cancels. */
export async function listProfiles(
  index: URL,
  { output, targets }: { readonly output: Output; readonly targets: SavedServices },
): Promise<PprofIndex | undefined> {
  const title = `Listing the profiles of ${serverText(index)}`;
  const read = (url: URL) => withProgress(title, async (_, signal) => {
    return withConnectionTo(url, targets, signal, (connection) => readIndex(url, signal, undefined, connection));
  });
  return (await withAuthorization(index, output, read))?.value;
}

/** @param refused what the server answered instead of a profile, by the name of the profile */
export async function askProfile(
  url: URL,
  { profiles, isListed }: PprofIndex,
  refused: ReadonlyMap<string, string>,
): Promise<OfferedProfile | undefined> {
  const items = profiles.map((profile) => ({
    label: profile.name,
    description: refused.get(profile.name) ?? (profile.count === undefined ? '' : `${profile.count}`),
    detail: profile.description,
    profile,
  }));
  const chosen = await showQuickPick(items, {
    title: `Linecost: Profiles of ${serverText(url)}`,
    placeHolder: isListed
      ? 'Choose a profile to fetch'
      : `${serverText(url)}${url.pathname} lists no profiles. Choose one that Go services usually have`,
    matchOnDetail: true,
  });
  return chosen?.profile;
}

/** Asks for how long to measure. */
export async function askSeconds(url: URL): Promise<number | undefined> {
  const text = await showInputBox({
    title: `Linecost: ${profileName(url)} of ${serverText(url)}`,
    prompt: `How many seconds should the ${isTracePath(url) ? 'trace' : 'profile'} cover?`,
    value: String(isTracePath(url) ? Math.min(TRACE_SECONDS, defaultSeconds()) : defaultSeconds()),
    validateInput: (value) => (isSeconds(value) ? undefined : SECONDS_TEXT),
  });
  return text === undefined ? undefined : Number(text);
}

export function defaultSeconds(): number {
  const seconds = vscode.workspace.getConfiguration('linecost.fetch').get<unknown>('seconds');
  return wholeNumber(seconds, 1, MAX_SECONDS) ?? USUAL_SECONDS;
}

/** The last part of the path. */
export function profileName(url: URL): string {
  return url.pathname.split('/').filter(Boolean).at(-1) ?? 'profile';
}

/** The profile in a sentence: `localhost:6060 heap`. */
export function titleOf(url: URL): string {
  return `${serverText(url)} ${profileName(url)}`;
}
