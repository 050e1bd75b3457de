import * as vscode from 'vscode';
import { type OfferedProfile, type PprofIndex, readIndex } from '../../live/pprofIndex';
import { isSeconds, isTracePath, MAX_SECONDS, SECONDS_TEXT, USUAL_SECONDS } from '../../live/profileSeconds';
import type { Output } from '../../ui/output';
import { withProgress } from '../../ui/progress';
import { wholeNumber } from '../../ui/settings/wholeNumber';
import { createQuickPick, showInputBox, showQuickPick } from '../../ui/window';
import { withAuthorization } from './credentials';

/** What a trace covers by default: a second of a busy service may be some megabytes. */
const TRACE_SECONDS = 5;

/** Asks for the address of a profile, or of the page that lists profiles. */
export function askAddress(recent: readonly string[], title = 'Fetch Profile'): Promise<string | undefined> {
  const pick = createQuickPick();
  pick.title = `Linecost: ${title}`;
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

/** The profiles that a service offers; undefined if the user cancels. */
export async function listProfiles(index: URL, output: Output): Promise<PprofIndex | undefined> {
  const title = `Listing the profiles of ${index.host}`;
  const read = (url: URL) => withProgress(title, (_, signal) => readIndex(url, signal));
  return (await withAuthorization(index, output, read))?.value;
}

/** @param refused what the server answered instead of a profile, by the name of the profile */
export async function askProfile(
  { host, pathname }: URL,
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
    title: `Linecost: Profiles of ${host}`,
    placeHolder: isListed
      ? 'Choose a profile to fetch'
      : `${host}${pathname} lists no profiles. Choose one that Go services usually have`,
    matchOnDetail: true,
  });
  return chosen?.profile;
}

/** Asks for how long to measure. */
export async function askSeconds(url: URL): Promise<number | undefined> {
  const text = await showInputBox({
    title: `Linecost: ${profileName(url)} of ${url.host}`,
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
  return `${url.host} ${profileName(url)}`;
}
