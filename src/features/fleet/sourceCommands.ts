import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { ServerSecrets } from '../../http/serverAccess';
import { hasStatus } from '../../http/httpFailure';
import type { FleetKind, FleetSource } from '../../fleet/fleetSource';
import { KIND_NAMES, placeOf } from '../../fleet/kindNames';
import { type TypedSource, typedSource } from '../../fleet/typedSource';
import { isAbort } from '../../profile/common/guard';
import { requireTrust } from '../../ui/preconditionError';
import { askModal, showInputBox, showQuickPick } from '../../ui/window';
import type { Edited } from '../targets/editServer';
import type { SavedSources } from '../targets/savedSources';
import { askFreeName, freeName } from '../targets/serviceName';
import { answerOf, type SourceAnswer, stateText } from './askSource';
import { problemOfSource, withAddress } from './sourceAddress';
import { askSourceAccess } from './sourceFields';

const ADD = 'Linecost: Add Profile Store';

interface OfferedKind {
  readonly kind: FleetKind;
  readonly detail: string;
  readonly placeHolder: string;
  readonly prompt: string;
}

const KINDS: readonly OfferedKind[] = [
  {
    kind: 'pyroscope',
    detail: 'Also Grafana Cloud Profiles, and a data source of Grafana',
    placeHolder: 'http://localhost:4040, https://grafana.example.com/connections/datasources/edit/UID',
    prompt: "Its address, or that of the data source's page in Grafana",
  },
  {
    kind: 'parca',
    detail: 'The server that parca-agent sends profiles to',
    placeHolder: 'http://localhost:7070',
    prompt: 'Its address',
  },
  {
    kind: 'cloudProfiler',
    detail: 'Profiles of services that run in Google Cloud',
    placeHolder: 'my-project-7',
    prompt: "The project's id",
  },
  {
    kind: 'files',
    detail: 'A folder, a pattern or an HTTP listing of profiles: artifacts of CI, a bucket',
    placeHolder: '/srv/profiles/**/*.pb.gz, https://artifacts.example.com/profiles/',
    prompt: 'An absolute folder or pattern, or the address of a listing',
  },
];

/**
 * Asks for the kind, the address and the name of a store, saves it and shows it. Says beside the name which server
 * answers. Throws an Error for the user.
 */
export async function addSource(sources: SavedSources): Promise<void> {
  requireTrust('Linecost reaches no store in an untrusted workspace');
  const items = KINDS.map((each) => ({ label: KIND_NAMES[each.kind], detail: each.detail, each }));
  const kind = (await showQuickPick(items, { title: `${ADD} (1 of 3)`, placeHolder: 'What keeps the profiles' }))?.each;
  const typed = kind && (await askAddress(kind, sources));
  if (!typed) return;
  const answered = await answeredSource(newSource(kind.kind, typed), sources);
  if (!answered) return;
  const { target, secrets, answer } = answered;
  const value = freeName(sources, target.name);
  const asked = { title: `${ADD} (3 of 3)`, prompt: promptFor(value, answer), value, noun: 'store' };
  const name = await askFreeName(sources, asked);
  if (name === undefined) return;
  const named = { ...target, name };
  await sources.save(named, secrets);
  if (answer) sources.tellState(named, answer.state);
  await vscode.commands.executeCommand('linecost.services.focus');
}

async function askAddress(
  { kind, placeHolder, prompt }: OfferedKind,
  sources: SavedSources,
): Promise<TypedSource | undefined> {
  const usual = { pyroscope: 'http://localhost:4040', parca: 'http://localhost:7070', cloudProfiler: '', files: '' }[kind];
  const isSaved = sources.list().some(({ address }) => address === usual);
  const text = await showInputBox({
    title: `${ADD} (2 of 3)`,
    prompt,
    placeHolder,
    value: isSaved ? '' : usual,
    ignoreFocusOut: true,
    validateInput: (value) => problemOfSource(kind, value),
  });
  return text === undefined ? undefined : typedSource(kind, text);
}

function newSource(kind: FleetKind, typed: TypedSource): Edited<FleetSource> {
  const { address } = typed;
  const name = placeOf({ kind, address }).split('/').filter(Boolean).at(kind === 'files' ? -1 : 0)!;
  return withAddress<FleetSource>({ target: { id: randomUUID(), name, kind, address }, secrets: {} }, typed);
}

interface Answered extends Edited<FleetSource> {
  /** undefined if the user did not wait for it. */
  readonly answer: SourceAnswer | undefined;
}

/** What a new store answers, with the credentials that it wants. undefined if the user cancels these. */
async function answeredSource(edited: Edited<FleetSource>, sources: SavedSources): Promise<Answered | undefined> {
  const answer = await answerTo(edited.target, edited.secrets, sources);
  const isRefused = [401, 403].some((status) => hasStatus(answer?.error, status));
  if (!isRefused) return { ...edited, answer };
  const withCredentials = await askSourceAccess(edited, answer!.error!.message);
  if (!withCredentials) return undefined;
  const { authorization, headers } = withCredentials.target;
  if (!authorization && !headers) return { ...withCredentials, answer };
  return { ...withCredentials, answer: await answerTo(withCredentials.target, withCredentials.secrets, sources) };
}

async function answerTo(
  source: FleetSource,
  secrets: ServerSecrets,
  sources: SavedSources,
): Promise<SourceAnswer | undefined> {
  const store = await sources.openWith(source, secrets);
  return answerOf(source, store).catch((error: unknown) => {
    if (isAbort(error)) return undefined;
    throw error;
  });
}

function promptFor(name: string, answer: SourceAnswer | undefined): string {
  if (!answer) return 'Its name. It was not asked which server it is.';
  return `Its name. ${stateText(name, answer.state)}${answer.error ? ' You can save it all the same.' : ''}`;
}

export async function renameSource(source: FleetSource, sources: SavedSources): Promise<void> {
  const asked = { title: 'Linecost: Rename Profile Store', prompt: 'The name of the store', value: source.name, noun: 'store' };
  const name = await askFreeName(sources, asked, source.id);
  if (name === undefined) return;
  const state = sources.stateOf(source);
  const renamed = { ...source, name };
  await sources.save(renamed);
  if (state) sources.tellState(renamed, state);
}

/** Removes a store and its secrets, once the user agrees. */
export async function removeSource(source: FleetSource, sources: SavedSources): Promise<void> {
  const detail = 'Its secrets are removed too. Captures that were taken from it stay.';
  if ((await askModal(`Remove the profile store ${source.name}?`, 'Remove', detail)) === 'Remove') await sources.remove(source.id);
}
