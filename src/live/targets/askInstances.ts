import { isAbort } from '../../profile/common/guard';
import { ignored } from '../../profile/common/ignored';
import type { Connection } from '../../http/connection';
import { hasStatus, obstacleOf } from '../../http/httpFailure';
import { httpGet } from '../../http/httpGet';
import { readIndex } from '../pprofIndex';
import type { Instance } from './instances';
import type { InstanceAnswer, TargetState } from './targetState';

/** How long an instance may take to answer, in milliseconds. */
const LIMIT_MS = 5000;
const NAME_LIMITS = { limitMs: LIMIT_MS, slowAdvice: '', maxBytes: 64 << 10, maxUnpackedBytes: 64 << 10 };
/** Names of programs that say nothing of the service. */
const USUAL_NAMES = /^(?:main|app|server|service|__debug_bin\d*|___go_build.*)?$/;

/** Asks instances for the profiles that they offer, side by side. Rejects only with the signal's reason. */
export async function askInstances(instances: readonly Instance[], signal: AbortSignal): Promise<TargetState> {
  const answers = await Promise.all(instances.map((instance) => ask(instance, signal)));
  return { askedAt: Date.now(), answers };
}

async function ask({ name: instance, url, connection }: Instance, signal: AbortSignal): Promise<InstanceAnswer> {
  // The folder of an address that is that of a profile.
  const index = new URL('.', url);
  try {
    const { profiles, isListed } = await readIndex(index, signal, LIMIT_MS, connection);
    const program = isListed ? await programName(index, connection, signal).catch(ignored('the program is not known')) : undefined;
    return { instance, profiles: isListed ? profiles.map(({ name }) => name) : [], ...(program && { program }) };
  } catch (error) {
    if (isAbort(error)) throw error;
    return { instance, profiles: [], failure: failureText(error, instance), obstacle: obstacleOf(error) };
  }
}

function failureText(error: unknown, instance: string): string {
  if (hasStatus(error, 401) || hasStatus(error, 403)) {
    return `${instance} refuses the request (${error.status}): "Edit Service…" has its credentials and headers.`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** The name of the program, from the command line that net/http/pprof serves; its arguments may be secret. */
async function programName(index: URL, connection: Connection, signal: AbortSignal): Promise<string | undefined> {
  const { status, body } = await httpGet({ url: new URL('cmdline', index), connection, signal, ...NAME_LIMITS });
  if (status !== 200) return undefined;
  const [path = ''] = new TextDecoder().decode(body).split('\0', 1);
  const name = path.split(/[/\\]/).at(-1)!.replace(/\.(?:exe|test)$/, '');
  return USUAL_NAMES.test(name) || !/^[\w.-]{1,40}$/.test(name) ? undefined : name;
}
