import { homedir } from 'node:os';
import { CaptureError } from '../../common/captureError';
import { runProcess } from '../../common/processes/runProcess';
import { isCount, isObject, isText } from '../../profile/common/shapes';

/** How long kubectl may take to list something, in milliseconds. */
const LIMIT_MS = 10_000;
/** In characters. Longer lists are not read. */
const MAX_LENGTH = 4 << 20;

/** How a cluster is asked. */
export interface KubectlOptions {
  readonly env: Readonly<Record<string, string>>;
  /** A cluster and a user, by its name in kubectl's configuration; unset for the current one. */
  readonly context?: string | undefined;
  readonly signal: AbortSignal;
  readonly limitMs?: number;
}

/** A cluster and a user, of kubectl's configuration. */
export interface KubeContext {
  readonly name: string;
  readonly isCurrent: boolean;
  /** The namespace that kubectl uses unless it is told another. */
  readonly namespace: string;
}

/** What a port can be forwarded to. */
export interface Workload {
  /** `deploy/api`, `pod/api-6d4cf56db6-x7k2p`. */
  readonly resource: string;
  /** `api`. */
  readonly name: string;
  /** `2 of 3 ready`, `Running`. */
  readonly state: string;
  /** The ports that its containers declare, the likeliest one first. */
  readonly ports: readonly number[];
}

/** Those of kubectl's configuration, the current one first. Throws CaptureError `toolNotFound` or `unreachable`. */
export async function contextsOf(options: KubectlOptions): Promise<KubeContext[]> {
  const config = await answered(['config', 'view'], options);
  const current = fieldOf(config, 'current-context');
  const contexts = listIn(config, 'contexts').flatMap((each): KubeContext[] => {
    const [name, namespace] = [fieldOf(each, 'name'), fieldOf(fieldOf(each, 'context'), 'namespace')];
    if (!isText(name)) return [];
    return [{ name, isCurrent: name === current, namespace: isText(namespace) ? namespace : 'default' }];
  });
  return contexts.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** The names of the namespaces of a cluster. Throws CaptureError, also if the user may not list them. */
export async function namespacesOf(options: KubectlOptions): Promise<string[]> {
  return listIn(await answered(['get', 'namespaces'], options), 'items').flatMap((item) => nameOf(item) ?? []);
}

/** The deployments and pods of a namespace. Throws CaptureError, also if the user may list neither. */
export async function workloadsOf(namespace: string, options: KubectlOptions): Promise<Workload[]> {
  const get = (kinds: string): Promise<unknown> => answered(['get', kinds, '-n', namespace], options);
  const list = await get('deployments,pods').catch((error: unknown) => {
    if (!isForbidden(error)) throw error;
    return get('pods');
  });
  return listIn(list, 'items').flatMap((item) => workloadOf(item) ?? []);
}

/** Why a text names no namespace; undefined if it does. */
export function namespaceProblem(text: string): string | undefined {
  if (NAME.test(text.trim())) return undefined;
  return 'Enter a namespace: lower-case letters, digits and -, not beginning with -.';
}

/** Why a text names nothing to which a port can be forwarded; undefined if it does. */
export function resourceProblem(text: string): string | undefined {
  const [name, kind = 'pod', ...more] = text.trim().split('/').reverse();
  if (more.length === 0 && NAME.test(name) && /^[a-z][a-z.]*$/.test(kind)) return undefined;
  return 'Enter the name of a pod, or deploy/NAME: lower-case letters, digits, - and dots, not beginning with -.';
}

/** The words of the command that makes a port of a pod reachable as a port of this machine. */
export function portForward(
  { resource, namespace, port, context }: {
    readonly resource: string; readonly namespace: string; readonly port: number; readonly context?: string | undefined;
  },
  localPort: number,
): string[] {
  const cluster = context === undefined ? [] : [`--context=${context}`];
  return ['kubectl', 'port-forward', resource, `${localPort}:${port}`, '-n', namespace, ...cluster];
}

/** Names of objects of Kubernetes: DNS subdomains. */
const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

async function answered(args: readonly string[], options: KubectlOptions): Promise<unknown> {
  const { env, context, signal, limitMs = LIMIT_MS } = options;
  const cluster = context === undefined ? [] : [`--context=${context}`];
  const words = [...args, '-o', 'json', ...cluster];
  const kept = { head: MAX_LENGTH, tail: 1000 };
  const run = { file: 'kubectl', args: words, cwd: homedir(), env, signal, timeoutMs: limitMs, kept };
  const result = await runProcess(run).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? notFound() : error;
  });
  const command = `kubectl ${args.slice(0, 2).join(' ')}`;
  if (result.timedOut) throw failed(`${command} has not ended after ${Math.round(limitMs / 1000)} s.`);
  if (result.exitCode !== 0) throw failed(`${command} failed: ${sentenceIn(result.stderr)}`);
  if (result.stdout.length > MAX_LENGTH) throw failed(`${command} lists too much to choose from.`);
  try {
    return JSON.parse(result.stdout) as unknown;
  } catch {
    throw failed(`${command} printed something else than JSON.`);
  }
}

function workloadOf(item: unknown): Workload | undefined {
  const name = nameOf(item);
  const [kind, spec, status] = [fieldOf(item, 'kind'), fieldOf(item, 'spec'), fieldOf(item, 'status')];
  if (name === undefined) return undefined;
  if (kind === 'Pod') {
    const phase = fieldOf(status, 'phase');
    return { resource: `pod/${name}`, name, state: isText(phase) ? phase : '', ports: portsOf(spec) };
  }
  if (kind !== 'Deployment') return undefined;
  const [ready, wanted] = [fieldOf(status, 'readyReplicas'), fieldOf(spec, 'replicas')];
  const state = `${isCount(ready) ? ready : 0} of ${isCount(wanted) ? wanted : 1} ready`;
  return { resource: `deploy/${name}`, name, state, ports: portsOf(fieldOf(fieldOf(spec, 'template'), 'spec')) };
}

/** Of the pprof handlers, by their name; else the declared ones. */
function portsOf(podSpec: unknown): number[] {
  const ports = listIn(podSpec, 'containers').flatMap((container) => listIn(container, 'ports'));
  const numbered = ports.flatMap((each) => {
    const [port, name] = [fieldOf(each, 'containerPort'), fieldOf(each, 'name')];
    const isLikely = port === USUAL_PORT || (isText(name) && /pprof|debug/i.test(name));
    return isCount(port) ? [{ port, isLikely }] : [];
  });
  return [...new Set(numbered.sort((a, b) => Number(b.isLikely) - Number(a.isLikely)).map(({ port }) => port))];
}

/** Of services that follow the documentation of net/http/pprof. */
const USUAL_PORT = 6060;

function nameOf(item: unknown): string | undefined {
  const name = fieldOf(fieldOf(item, 'metadata'), 'name');
  return isText(name) && NAME.test(name) ? name : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}

function isForbidden(error: unknown): boolean {
  return error instanceof CaptureError && /\(Forbidden\)/.test(error.message);
}

/** The first line of an error, as a sentence. */
function sentenceIn(stderr: string): string {
  const [line = ''] = stderr.trim().split(/[\r\n]+/, 1);
  return line === '' ? 'it printed no reason.' : `${line.slice(0, 300).replace(/\.$/, '')}.`;
}

function notFound(): CaptureError {
  const message = 'kubectl was not found: install it, or start VS Code with its folder on the PATH.';
  return new CaptureError('toolNotFound', message);
}

function failed(message: string): CaptureError {
  return new CaptureError('unreachable', message);
}
