import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { writeWhole } from '../../captures/disk/wholeFile';
import { shownCommand } from '../../common/shownCommand';
import { instanceNames } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import type { Output } from '../../ui/output';
import { warn } from '../../ui/loggedMessage';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { askModal, pickSeveral, showInformationMessage } from '../../ui/window';
import { ImportedCommands } from './commandApproval';
import type { SavedTargets } from './savedTargets';
import { fileText, fileTextIn, parsedJson, servicesIn, SERVICES_FILE } from './servicesFile';

interface ShareParts {
  readonly targets: SavedTargets;
  readonly memento: vscode.Memento;
  readonly output: Output;
}

/** The version of the file that the user was last asked about. */
const ASKED = 'linecost.askedServicesFile';

/** Writes services, without their secrets, to the file of the workspace. Throws an Error for the user. */
export async function exportServices({ targets }: ShareParts): Promise<void> {
  requireTrust('Linecost writes no file in an untrusted workspace');
  const file = servicesFile();
  await requireNoLink(file);
  const chosen = await pickServices(targets.list(), `Share in ${SERVICES_FILE}`);
  if (!chosen) return;
  const secret = chosen.find(mayHaveSecret);
  if (secret) {
    const question = `A command or a header of ${secret.name} may have a password or token. It is written to ${SERVICES_FILE} as it is.`;
    if ((await askModal(question, 'Write It', plainTexts(secret).join('\n'))) === undefined) return;
  }
  const before = await fileTextIn(file);
  // Throws if other parts of the file would be lost.
  if (before !== undefined) parsedJson(before);
  const replace = `Replace the services in ${SERVICES_FILE}?`;
  if (before !== undefined && (await askModal(replace, 'Replace', 'Other parts of the file stay.')) === undefined) return;
  await mkdir(dirname(file), { recursive: true });
  await writeWhole(file, fileText(chosen, before));
  const open = 'Open File';
  const message = `${SERVICES_FILE} has ${chosen.length} of your services, without their saved secrets. Commands and headers are as you wrote them.`;
  if ((await showInformationMessage(message, open)) !== open) return;
  await vscode.window.showTextDocument(vscode.Uri.file(file));
}

/** Adds services of the file of the workspace, or replaces those with their names. Throws an Error for the user. */
export async function importServices({ targets, memento }: ShareParts): Promise<void> {
  requireTrust('Linecost reaches no service in an untrusted workspace');
  const text = await fileTextIn(servicesFile());
  if (text === undefined) {
    throw new PreconditionError(`This workspace has no file ${SERVICES_FILE}: "Linecost: Share Services…" writes it.`);
  }
  await memento.update(ASKED, hashOf(text));
  const saved = targets.list();
  const proposed = (await servicesIn(text)).map((service): ServiceTarget => {
    return { ...service, id: saved.find(({ name }) => name === service.name)?.id ?? randomUUID() };
  });
  const chosen = await pickServices(proposed, `Import from ${SERVICES_FILE}`, (target) => {
    const own = saved.find(({ id }) => id === target.id);
    if (!own) return undefined;
    return isElsewhere(own, target) ? 'replaces yours, with its secrets' : 'replaces yours';
  });
  const imported = new ImportedCommands(memento);
  for (const target of chosen ?? []) {
    const own = saved.find(({ id }) => id === target.id);
    for (const command of [target.forward, target.load?.command]) {
      const isKnown = command === undefined || [own?.forward, own?.load?.command].includes(command);
      if (!isKnown) await imported.add(target.id, command);
    }
    // Secrets of a service were entered for its addresses.
    if (own && isElsewhere(own, target)) await targets.remove(own.id);
    await targets.save(target);
  }
  if (chosen && chosen.length > 0) await vscode.commands.executeCommand('linecost.services.focus');
}

/** Offers to import the services of the workspace's file, once for each version of it. Asks no address of anything. */
export async function offerImport(parts: ShareParts): Promise<void> {
  const file = vscode.workspace.workspaceFolders?.[0] && vscode.workspace.isTrusted ? servicesFile() : undefined;
  const text = file && (await fileTextIn(file).catch((error: Error) => parts.output.warn(error.message)));
  if (text === undefined || parts.memento.get(ASKED) === hashOf(text)) return;
  await parts.memento.update(ASKED, hashOf(text));
  let count: number;
  try {
    const known = fileText(parts.targets.list(), text);
    const services = await servicesIn(text);
    if (services.length === 0 || known === text) return;
    count = services.length;
  } catch (error) {
    return warn((error as Error).message, parts.output);
  }
  const choose = 'Choose Services…';
  const message = `This workspace proposes ${count === 1 ? 'a service' : `${count} services`} to profile, in ${SERVICES_FILE}.`;
  if ((await showInformationMessage(message, choose)) === choose) await importServices(parts);
}

function isElsewhere(own: ServiceTarget, other: ServiceTarget): boolean {
  const reached = ({ addresses, tls = {}, forward }: ServiceTarget) =>
    JSON.stringify([addresses, Object.entries(tls).filter(([, value]) => value !== undefined).sort(), forward]);
  return reached(own) !== reached(other);
}

function servicesFile(): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) throw new PreconditionError(`Open a folder first: the services are in its ${SERVICES_FILE}.`);
  return join(folder, SERVICES_FILE);
}

/** @param lost what the user loses of their own by choosing a service */
async function pickServices(
  all: readonly ServiceTarget[],
  title: string,
  lost: (target: ServiceTarget) => string | undefined = () => undefined,
): Promise<ServiceTarget[] | undefined> {
  if (all.length === 0) {
    throw new PreconditionError('No service is saved yet.', { title: 'Add Service…', command: 'linecost.addService' });
  }
  const items = all.map((target) => ({
    label: target.name,
    description: [lost(target), instanceNames(target.addresses).join(', ')].filter(Boolean).join(' · '),
    detail: detailOf(target),
    picked: lost(target) === undefined,
    target,
  }));
  const chosen = await pickSeveral(items, { title: `Linecost: ${title}`, placeHolder: 'Choose services. Their secrets are not in the file' });
  return chosen?.map(({ target }) => target);
}

/** What a service runs, and what of it is not safe. */
function detailOf({ forward, load, tls }: ServiceTarget): string {
  const commands = [forward, load?.command].flatMap((command) => (command ? `$ ${shownCommand(command)}` : []));
  return [...commands, tls?.isUnchecked && 'certificate not checked'].filter(Boolean).join(' · ');
}

const MAYBE_SECRET = /authorization|bearer|cookie|passw|secret|token|api-?key|sshpass|:\/\/[^\s/:]{1,200}:|\s(?:-u|-a|--user)[\s=]/i;

function mayHaveSecret(target: ServiceTarget): boolean {
  return plainTexts(target).some((text) => MAYBE_SECRET.test(text));
}

/** What of a service is written as it is, besides its addresses. */
function plainTexts({ forward, load, headers = {} }: ServiceTarget): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
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
