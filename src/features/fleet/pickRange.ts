import * as vscode from 'vscode';
import { COMMIT_LABELS, versionLabelAmong } from '../../fleet/buildLabels';
import type { FleetQuery } from '../../fleet/fleetQuery';
import type { AskedRange } from '../../fleet/measuredFleet';
import { DAY_MS, rangeText } from '../../fleet/timePieces';
import { typedRange } from '../../fleet/typedRange';
import { askedRangeText } from '../../fleet/fleetWords';
import { ignored } from '../../profile/common/ignored';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { type PickItem, showInputBox } from '../../ui/window';
import { pickLoaded } from './pickLoaded';
import type { StoreChoices } from './storeChoices';

const HOUR_MS = 3_600_000;
const LAST_MS = [HOUR_MS / 4, HOUR_MS, DAY_MS, 7 * DAY_MS];
/** For how long the list waits for the labels, in milliseconds: it is useful without them. */
const LABELS_MS = 2000;

interface RangeItem extends PickItem {
  /** Unset for times that are typed. */
  readonly range?: AskedRange;
}

export interface RangeChoice {
  readonly title: string;
  /** Present choices, for which labels and values are offered. */
  readonly query: FleetQuery;
  readonly versionLabel: string | undefined;
}

/** Asks for a time. undefined if the user cancels. Throws CaptureError. */
export async function pickRange(
  { title, query, versionLabel }: RangeChoice,
  choices: StoreChoices,
): Promise<AskedRange | undefined> {
  const between = { icon: 'calendar', label: 'From … To …', description: 'two times, typed' };
  const { maxAgeMs } = choices.store;
  const chosen = await pickLoaded<RangeItem>(async (signal) => {
    const timed = LAST_MS.map((ms): RangeItem => {
      const range = { kind: 'last', ms } as const;
      const isCut = maxAgeMs !== undefined && ms >= maxAgeMs;
      const text = askedRangeText(range, { now: Date.now() });
      const description = isCut ? 'the store may leave out what is older' : '';
      return { icon: 'history', label: `${text.charAt(0).toUpperCase()}${text.slice(1)}`, description, range };
    });
    const own = AbortSignal.any([signal, AbortSignal.timeout(LABELS_MS)]);
    const builds = await buildItems(query, versionLabel, choices, own).catch(ignored('no builds are offered', []));
    return [...timed, between, ...builds];
  }, { title, placeHolder: 'The time that the profile covers' });
  return chosen && (chosen.range ?? askTimes(title, query));
}

async function askTimes(title: string, { range }: FleetQuery): Promise<AskedRange | undefined> {
  const text = await showInputBox({
    title,
    prompt: 'Two times of this machine, such as 2026-11-28 12:00 to 13:00, or 23:00 to now',
    value: rangeText(range),
    ignoreFocusOut: true,
    validateInput: (typed) => (typedRange(typed, Date.now()) ? undefined : 'Enter two times with "to" between them. The first is the earlier one.'),
  });
  const times = text === undefined ? undefined : typedRange(text, Date.now());
  return times && { kind: 'between', ...times };
}

/** The label that names versions; undefined if none is known. */
export async function versionLabelOf(
  query: FleetQuery,
  known: string | undefined,
  choices: StoreChoices,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (known !== undefined) return known;
  const names = new Set(await choices.labelNames(query, signal));
  return versionLabelAmong(names, known);
}

/** The commit of the workspace, if the store has profiles of it, and the last deploy. */
async function buildItems(
  query: FleetQuery,
  known: string | undefined,
  choices: StoreChoices,
  signal: AbortSignal,
): Promise<RangeItem[]> {
  const label = await versionLabelOf(query, known, choices, signal);
  if (label === undefined) return [];
  const names = await choices.labelNames(query, signal);
  const week = { ...query, range: { from: query.range.to - 7 * DAY_MS, to: query.range.to } };
  const labels = [...new Set([label, ...COMMIT_LABELS.filter((name) => names.includes(name))])];
  const builds = await Promise.all(labels.map(async (name): Promise<RangeItem[]> => {
    const [values, commit] = await Promise.all([choices.labelValues(name, week, signal), presentCommit(signal)]);
    const value = commit && values.find((each) => isOfCommit(each, commit));
    return value === undefined ? [] : [{
      icon: 'git-commit', label: 'This Commit', description: `${name} ${value}`, range: { kind: 'build', label: name, value },
    }];
  }));
  const deploy: RangeItem = {
    icon: 'rocket', label: 'Since the Last Deploy', description: `by the label ${label}`, range: { kind: 'deploy', label },
  };
  return [...builds.flat().slice(0, 1), deploy];
}

interface PresentCommit {
  readonly hash: string;
  readonly tags: readonly string[];
}

/** HEAD of the workspace's repository; undefined if there is none. */
async function presentCommit(signal: AbortSignal): Promise<PresentCommit | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) return undefined;
  const { offeredRevisions } = await import('../../go/git/revisions');
  const place = { cwd: folder.uri.fsPath, env: goEnvironmentOf(folder.uri).env, signal };
  const revisions = await offeredRevisions(place).catch(ignored('the commit of the workspace is not known', []));
  const [head] = revisions;
  if (!head) return undefined;
  const tags = revisions.filter(({ kind, hash }) => kind === 'tag' && hash === head.hash).map(({ name }) => name);
  return { hash: head.hash, tags };
}

function isOfCommit(value: string, { hash, tags }: PresentCommit): boolean {
  return (/^[0-9a-f]{7,40}$/.test(value) && hash.startsWith(value)) || tags.some((tag) => tag === value || tag === `v${value}`);
}
