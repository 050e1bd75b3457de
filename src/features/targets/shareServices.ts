import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { writeWhole } from '../../captures/disk/wholeFile';
import { shownCommand } from '../../common/shownCommand';
import type { FleetSource } from '../../fleet/fleetSource';
import { KIND_NAMES } from '../../fleet/kindNames';
import { instanceNames } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import type { Output } from '../../ui/output';
import { warn } from '../../ui/loggedMessage';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { askModal, pickSeveral, showInformationMessage } from '../../ui/window';
import { ImportedParts } from './commandApproval';
import type { SavedTargets } from './savedTargets';
import { fileText, fileTextIn, parsedJson, serversIn, type Servers, SERVICES_FILE } from './servicesFile';

interface ShareParts {
  readonly targets: SavedTargets;
  readonly memento: vscode.Memento;
  readonly output: Output;
}

/** The version of the file that the user was last asked about. */
const ASKED = 'linecost.askedServicesFile';

/** Writes services and stores, without their secrets, to the file of the workspace. Throws an Error for the user. */
export async function exportServices({ targets }: ShareParts): Promise<void> {
  requireTrust('Linecost writes no file in an untrusted workspace');
  const file = servicesFile();
  await requireNoLink(file);
  const saved = { services: targets.list(), stores: (await targets.sources()).list() };
  const chosen = await pickServers(saved, `Share in ${SERVICES_FILE}`);
  if (!chosen) return;
  const secret = [...chosen.services, ...chosen.stores].find(mayHaveSecret);
  if (secret) {
    const question = `A command or a header of ${secret.name} may have a password or token. It is written to ${SERVICES_FILE} as it is.`;
    if ((await askModal(question, 'Write It', plainTexts(secret).join('\n'))) === undefined) return;
  }
  const before = await fileTextIn(file);
  // Throws if other parts of the file would be lost.
  if (before !== undefined) parsedJson(before);
  const replace = `Replace the services and stores in ${SERVICES_FILE}?`;
  if (before !== undefined && (await askModal(replace, 'Replace', 'Other parts of the file stay.')) === undefined) return;
  await mkdir(dirname(file), { recursive: true });
  await writeWhole(file, fileText(chosen, before));
  const open = 'Open File';
  const message = `${SERVICES_FILE} has ${countText(chosen)}, without their saved secrets. Commands and headers are as you wrote them.`;
  if ((await showInformationMessage(message, open)) !== open) return;
  await vscode.window.showTextDocument(vscode.Uri.file(file));
}

/** Adds what the file of the workspace proposes, or replaces what has its names. Throws an Error for the user. */
export async function importServices({ targets, memento }: ShareParts): Promise<void> {
  requireTrust('Linecost reaches no service in an untrusted workspace');
  const text = await fileTextIn(servicesFile());
  if (text === undefined) {
    throw new PreconditionError(`This workspace has no file ${SERVICES_FILE}: "Linecost: Share Services…" writes it.`);
  }
  await memento.update(ASKED, hashOf(text));
  const sources = await targets.sources();
  const [services, stores] = [targets.list(), sources.list()];
  const proposed = await serversIn(text);
  const withIds = {
    services: proposed.services.map((service) => ({ ...service, id: idOf(service, services) })),
    stores: proposed.stores.map((store) => ({ ...store, id: idOf(store, stores) })),
  };
  const chosen = await pickServers(withIds, `Import from ${SERVICES_FILE}`, (server) => {
    const own = [...services, ...stores].find(({ id }) => id === server.id);
    if (!own) return undefined;
    const isMoved = isElsewhere(own, server) || ('kind' in own && 'kind' in server && isCountedElsewhere(own, server));
    return isMoved ? 'replaces yours, with its secrets' : 'replaces yours';
  });
  const imported = new ImportedParts(memento);
  for (const target of chosen?.services ?? []) {
    const own = services.find(({ id }) => id === target.id);
    for (const command of [target.forward, target.load?.command]) {
      const isKnown = command === undefined || [own?.forward, own?.load?.command].includes(command);
      if (!isKnown) await imported.add(target.id, command);
    }
    // Secrets of a service were entered for its addresses.
    if (own && isElsewhere(own, target)) await targets.remove(own.id);
    await targets.save(target);
  }
  for (const source of chosen?.stores ?? []) {
    const own = stores.find(({ id }) => id === source.id);
    if (own?.address !== source.address) await imported.add(source.id, source.address);
    const counter = source.requests;
    if (counter && own?.requests?.address !== counter.address) await imported.add(source.id, counter.address);
    if (own && isElsewhere(own, source)) await sources.remove(own.id);
    if (own && isCountedElsewhere(own, source)) await sources.forgetCounterSecrets(own);
    await sources.save(source);
  }
  if (chosen) await vscode.commands.executeCommand('linecost.services.focus');
}

/** That of the own server with this name, or a new one. */
function idOf({ name }: Pick<Server, 'name'>, own: readonly Server[]): string {
  return own.find((each) => each.name === name)?.id ?? randomUUID();
}

/** Offers to import what the workspace's file proposes, once for each version of it. Asks no address of anything. */
export async function offerImport(parts: ShareParts): Promise<void> {
  const file = vscode.workspace.workspaceFolders?.[0] && vscode.workspace.isTrusted ? servicesFile() : undefined;
  const text = file && (await fileTextIn(file).catch((error: Error) => parts.output.warn(error.message)));
  if (text === undefined || parts.memento.get(ASKED) === hashOf(text)) return;
  await parts.memento.update(ASKED, hashOf(text));
  let count: string;
  try {
    const known = fileText({ services: parts.targets.list(), stores: (await parts.targets.sources()).list() }, text);
    const servers = await serversIn(text);
    if (servers.services.length + servers.stores.length === 0 || known === text) return;
    count = countText(servers);
  } catch (error) {
    return warn((error as Error).message, parts.output);
  }
  const choose = 'Choose…';
  const message = `This workspace proposes ${count} to profile, in ${SERVICES_FILE}.`;
  if ((await showInformationMessage(message, choose)) === choose) await importServices(parts);
}

/** `a service`, `3 services and a store`. */
function countText({ services, stores }: Servers<unknown, unknown>): string {
  const counts = [[services.length, 'service'], [stores.length, 'store']] as const;
  const texts = counts.flatMap(([count, noun]) => (count === 0 ? [] : count === 1 ? `a ${noun}` : `${count} ${noun}s`));
  return texts.join(' and ');
}

type Server = ServiceTarget | FleetSource;

function isElsewhere(own: Server, other: Server): boolean {
  const reached = (server: Server) => {
    const where = 'kind' in server ? [server.kind, server.address] : [server.addresses, server.forward];
    return JSON.stringify([where, tlsOf(server)]);
  };
  return reached(own) !== reached(other);
}

function isCountedElsewhere({ requests: own }: FleetSource, { requests: other }: FleetSource): boolean {
  return JSON.stringify([own?.address, tlsOf(own)]) !== JSON.stringify([other?.address, tlsOf(other)]);
}

function tlsOf(server: Pick<Server, 'tls'> | undefined) {
  return Object.entries(server?.tls ?? {}).filter(([, value]) => value !== undefined).sort();
}

function servicesFile(): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) throw new PreconditionError(`Open a folder first: the services are in its ${SERVICES_FILE}.`);
  return join(folder, SERVICES_FILE);
}

/**
 * Lets the user choose services and stores; undefined if none are chosen.
 * @param lost what the user loses of their own by choosing one
 */
async function pickServers(
  { services, stores }: Servers,
  title: string,
  lost: (server: Server) => string | undefined = () => undefined,
): Promise<Servers | undefined> {
  if (services.length + stores.length === 0) {
    throw new PreconditionError('No service is saved yet.', { title: 'Add Service…', command: 'linecost.addService' });
  }
  const itemOf = (server: Server, where: string) => ({
    label: server.name,
    description: [lost(server), where].filter(Boolean).join(' · '),
    detail: detailOf(server),
    picked: lost(server) === undefined,
    server,
  });
  const items = [
    ...services.map((target) => itemOf(target, instanceNames(target.addresses).join(', '))),
    ...stores.map((source) => itemOf(source, `${KIND_NAMES[source.kind]} · ${source.address}`)),
  ];
  const placeHolder = 'Choose services and stores. Their secrets are not in the file';
  const chosen = (await pickSeveral(items, { title: `Linecost: ${title}`, placeHolder }))?.map(({ server }) => server) ?? [];
  if (chosen.length === 0) return undefined;
  const isChosen = (server: Server): boolean => chosen.includes(server);
  return { services: services.filter(isChosen), stores: stores.filter(isChosen) };
}

/** What a service runs, and what is not safe. */
function detailOf(server: Server): string {
  const { forward = undefined, load = undefined } = 'kind' in server ? {} : server;
  const commands = [forward, load?.command].flatMap((command) => (command ? `$ ${shownCommand(command)}` : []));
  const requests = 'kind' in server ? server.requests : undefined;
  const isUnchecked = server.tls?.isUnchecked || requests?.tls?.isUnchecked;
  return [...commands, requests && `requests: ${requests.address}`, isUnchecked && 'certificate not checked'].filter(Boolean).join(' · ');
}

const MAYBE_SECRET = /authorization|bearer|cookie|passw|secret|token|api-?key|sshpass|:\/\/[^\s/:]{1,200}:|\s(?:-u|-a|--user)[\s=]/i;

function mayHaveSecret(server: Server): boolean {
  return plainTexts(server).some((text) => MAYBE_SECRET.test(text));
}

/** What is written as it is, besides addresses. */
function plainTexts(server: Server): string[] {
  const { forward = undefined, load = undefined } = 'kind' in server ? {} : server;
  const headers = [server.headers, 'kind' in server ? server.requests?.headers : undefined];
  const lines = headers.flatMap((each = {}) => Object.entries(each).map(([name, value]) => `${name}: ${value}`));
  return [forward, load?.command, ...lines].filter((text) => text !== undefined);
}

/** Throws a PreconditionError if the path is a link: the file that it leads to may not be one of the workspace. */
async function requireNoLink(file: string): Promise<void> {
  const isLink = await lstat(file).then((entry) => entry.isSymbolicLink(), () => false);
  if (!isLink) return;
  throw new PreconditionError(`${SERVICES_FILE} is a link to another file, which is not replaced: remove the link first.`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
