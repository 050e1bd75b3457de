import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { argumentText } from '../../common/argumentWords';
import { isCaptureError } from '../../common/captureError';
import { freePort } from '../../live/targets/freePort';
import {
  contextsOf, type KubeContext, type KubectlOptions, namespaceProblem, namespacesOf, portForward, resourceProblem,
  workloadsOf,
} from '../../live/targets/kubectl';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { withProgress } from '../../ui/progress';
import { type PickItem, showInputBox, showQuickPick } from '../../ui/window';
import { testService } from './askService';
import { definedVariables } from './definedVariables';
import type { SavedTargets } from './savedTargets';
import { askServiceName, freeName } from './serviceName';

const TITLE = 'Linecost: Connect to a Kubernetes Pod';
const USUAL_PORT = 6060;
const INSTALL = 'https://kubernetes.io/docs/tasks/tools/';

/**
 * Asks for a pod or deployment of a Kubernetes cluster, and saves it as a service behind a port that kubectl forwards.
 * Tests it at once. What kubectl cannot list is typed. Throws an Error for the user, or AbortError.
 */
export async function addPod(targets: SavedTargets): Promise<void> {
  requireTrust('Linecost runs no kubectl in an untrusted workspace');
  const contexts = await listed('Reading the clusters of kubectl', contextsOf).catch(offerKubectl);
  const context = await chosenContext(contexts);
  if (!context) return;
  const cluster = contexts.length > 1 ? context.name : undefined;
  const namespace = await chosenNamespace(context, cluster);
  if (namespace === undefined) return;
  const workload = await chosenWorkload(namespace, cluster);
  if (!workload) return;
  const port = await askPort(workload);
  if (port === undefined) return;
  const value = freeName(targets, workload.name);
  const name = await askServiceName(targets, { title: TITLE, prompt: 'The name of the service', value });
  if (name === undefined) return;
  const localPort = await freePort(portsOf(targets));
  const words = portForward({ resource: workload.resource, namespace, port, context: cluster }, localPort);
  const target = { id: randomUUID(), name, addresses: [`localhost:${localPort}`], forward: argumentText(words) };
  await targets.save(target);
  await vscode.commands.executeCommand('linecost.services.focus');
  await testService(target, targets);
}

function listed<T>(title: string, list: (options: KubectlOptions) => Promise<T>, context?: string): Promise<T> {
  return withProgress(title, (_, signal) => list({ env: definedVariables(), context, signal }));
}

function offerKubectl(error: unknown): never {
  if (!isCaptureError(error) || error.failure !== 'toolNotFound') throw error;
  const args = [vscode.Uri.parse(INSTALL)];
  throw new PreconditionError(error.message, { title: 'How to Install kubectl', command: 'vscode.open', args });
}

async function chosenContext(contexts: readonly KubeContext[]): Promise<KubeContext | undefined> {
  if (contexts.length === 0) {
    throw new PreconditionError('kubectl has no cluster: log in to one, until "kubectl config get-contexts" lists it.');
  }
  if (contexts.length === 1) return contexts[0];
  const items = contexts.map((context) => {
    return { label: context.name, description: context.isCurrent ? 'current context' : '', context };
  });
  return (await showQuickPick(items, { title: TITLE, placeHolder: 'Choose a cluster' }))?.context;
}

async function chosenNamespace(context: KubeContext, cluster: string | undefined): Promise<string | undefined> {
  const found = await orReason(listed('Listing the namespaces', namespacesOf, cluster));
  if (typeof found === 'string') {
    const text = await askText(`The namespace. ${found}`, context.namespace, namespaceProblem);
    return text?.trim();
  }
  const names = [...new Set([...found.filter((name) => name === context.namespace), ...found])];
  const items = names.map((label) => ({ label, description: label === context.namespace ? 'current namespace' : '' }));
  const typed = { label: OTHER, description: '' };
  const chosen = await showQuickPick([...items, typed], { title: TITLE, placeHolder: 'Choose a namespace' });
  if (chosen !== typed) return chosen?.label;
  return (await askText('The namespace', context.namespace, namespaceProblem))?.trim();
}

const OTHER = 'Enter a Name…';

interface Chosen {
  readonly resource: string;
  readonly name: string;
  readonly ports: readonly number[];
}

async function chosenWorkload(namespace: string, cluster: string | undefined): Promise<Chosen | undefined> {
  const title = `Listing the pods of ${namespace}`;
  const found = await orReason(listed(title, (options) => workloadsOf(namespace, options), cluster));
  if (typeof found === 'string') return typedWorkload(found);
  if (found.length === 0) return typedWorkload(`None was found in the namespace ${namespace}.`);
  const items = found.map((workload): PickItem & { workload?: Chosen } => {
    return { label: workload.resource, description: workload.state, workload };
  });
  const placeHolder = 'Choose a deployment, whose pods may be replaced, or one pod';
  const chosen = await showQuickPick([...items, { label: OTHER, description: '' }], { title: TITLE, placeHolder });
  return chosen && (chosen.workload ?? typedWorkload());
}

/** @param reason why nothing was listed */
async function typedWorkload(reason = ''): Promise<Chosen | undefined> {
  const text = (await askText(`A pod, or deploy/NAME. ${reason}`, '', resourceProblem))?.trim();
  if (text === undefined) return undefined;
  const resource = text.includes('/') ? text : `pod/${text}`;
  return { resource, name: resource.split('/').at(-1)!, ports: [] };
}

async function askPort({ resource, ports }: Chosen): Promise<number | undefined> {
  const declared = ports.length > 0 ? ` It declares ${ports.slice(0, 8).join(', ')}.` : '';
  const prompt = `The port of ${resource} that serves its profiles.${declared}`;
  const text = await askText(prompt, String(ports[0] ?? USUAL_PORT), (typed) => {
    const isPort = /^\s*\d{1,5}\s*$/.test(typed) && Number(typed) > 0 && Number(typed) < 65536;
    return isPort ? undefined : 'Enter a port: 1 to 65535.';
  });
  return text === undefined ? undefined : Number(text);
}

function askText(
  prompt: string,
  value: string,
  validateInput: (text: string) => string | undefined,
): Thenable<string | undefined> {
  return showInputBox({ title: TITLE, prompt, value, validateInput, ignoreFocusOut: true });
}

/** Why nothing was listed, if that does not keep the user from typing a name. */
async function orReason<T>(list: Promise<T>): Promise<T | string> {
  return list.catch((error: unknown) => {
    if (isCaptureError(error)) return error.message;
    throw error;
  });
}

function portsOf(targets: SavedTargets): Set<number> {
  const addresses = targets.list().flatMap((target) => target.addresses);
  return new Set(addresses.map((address) => Number(/:(\d+)(?:\/|$)/.exec(address)?.[1])));
}
