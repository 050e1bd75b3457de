import { setTimeout as delay } from 'node:timers/promises';
import { CaptureError } from '../../common/captureError';
import { isAbort } from '../../profile/common/guard';
import { type Connection, serverText } from '../../http/connection';
import { hasStatus, StatusError } from '../../http/httpFailure';
import { isSameServer } from '../../http/httpGet';
import { type PprofIndex, readIndex, usualProfiles } from '../pprofIndex';
import { type FetchedProfile, type FetchOptions, type FetchProgress, fetchProfile, fetchWhenFree } from '../profileRequest';
import { CutMeasurement } from '../profileSeconds';
import type { Instance } from '../targets/instances';
import { partsOf, type SetPart } from './setParts';

export interface SetOptions {
  /** How long the CPU profile and the differences take. */
  readonly seconds: number;
  /** Labels of the only profiles that are wanted, such as `cpu`; unset for all that the service offers. */
  readonly kinds?: readonly string[];
  readonly signal: AbortSignal;
  /** For how long to wait while another client takes a CPU profile, in milliseconds. */
  readonly patienceMs?: number;
  readonly maxUnpackedBytes?: number;
  /** Time limit of a request that is answered at once, in milliseconds. */
  readonly limitMs?: number;
  /** Whether the service itself makes differences, which keeps a connection open for each; default true. */
  readonly areDeltasServed?: boolean;
  /** Runs a request that is answered at once, when it is its turn; by default at once. */
  readonly inTurn?: <T>(act: () => Promise<T>) => Promise<T>;
  readonly onProgress?: (label: string, progress: FetchProgress) => void;
}

/** A profile of a set, as it was sent. */
export interface TakenPart extends Pick<SetPart, 'label' | 'how' | 'types' | 'count'> {
  readonly bytes: Uint8Array;
  /** The same profile at the beginning, to be subtracted. */
  readonly before?: Uint8Array;
}

/** What a service sent of one kind. */
type Sent = Pick<TakenPart, 'bytes' | 'before'>;

/** A profile that could not be taken. */
export interface MissingPart {
  readonly label: string;
  readonly error: CaptureError;
  /** Whether the service never said that it has this profile, and does not. */
  readonly isNotOffered: boolean;
}

/** All kinds of profiles of one process, of the same time. */
export interface TakenSet {
  readonly parts: readonly TakenPart[];
  readonly missing: readonly MissingPart[];
  /** By the clock of this machine, in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

const INDEX_MS = 15_000;
const LIMIT_MS = 30_000;
/** A difference over n seconds cannot arrive earlier, but clocks are not exact. */
const CLOCK_MS = 50;

/**
 * Takes all kinds of profiles of one process: a CPU profile, and what is allocated and waited for in the same time;
 * then its heap and goroutines. Profiles that cannot be taken are `missing`. Throws CaptureError if there is none, or
 * the signal's reason on abort.
 */
export async function takeSet(instance: Instance, options: SetOptions): Promise<TakenSet> {
  const { seconds, signal, kinds, inTurn = (act) => act() } = options;
  const index = await inTurn(() => indexOf(instance, options));
  const parts = partsOf(index, kinds);
  const taking = new Taking(instance, options);
  const timed = parts.filter(({ how }) => how === 'timed').map((part) => taking.take(part, () => taking.timed(part)));
  // The rest is of the time of the CPU profile, which may have to wait.
  if (timed.length > 0) await Promise.race([taking.hasBegun, ...timed]);
  const from = Date.now();
  const over = Promise.all([...timed, delay(1000 * seconds, undefined, { signal })]);
  // An abort is reported where `over` is awaited, which may be later.
  over.catch(() => undefined);
  const deltas = parts.filter(({ how }) => how === 'delta');
  await Promise.all(deltas.map((part) => taking.take(part, () => taking.delta(part, over))));
  await (timed.length + deltas.length > 0 ? over : undefined);
  const to = Date.now();
  const wholes = parts.filter(({ how }) => how === 'whole');
  await Promise.all(wholes.map((part) => taking.take(part, () => taking.whole(part))));
  signal.throwIfAborted();
  const order = ({ label }: Pick<SetPart, 'label'>): number => parts.findIndex((part) => part.label === label);
  const inOrder = <T extends Pick<SetPart, 'label'>>(list: readonly T[]): T[] => {
    return [...list].sort((a, b) => order(a) - order(b));
  };
  if (taking.parts.length === 0) throw taking.missing[0]?.error ?? nothingOffered(instance);
  return { parts: inOrder(taking.parts), missing: inOrder(taking.missing), from, to };
}

/** What the service offers. If only its list of profiles fails, these are the profiles that Go services have. */
async function indexOf({ url, isIndex, connection }: Instance, { signal, limitMs }: SetOptions): Promise<PprofIndex> {
  const index = isIndex ? url : new URL('.', url);
  try {
    return await readIndex(index, signal, Math.min(INDEX_MS, limitMs ?? INDEX_MS), connection);
  } catch (error) {
    const isList = error instanceof StatusError && ![401, 403, 429, 503].includes(error.status);
    if (!isList) throw error;
    return { profiles: usualProfiles(index), isListed: false };
  }
}

class Taking {
  readonly parts: TakenPart[] = [];
  readonly missing: MissingPart[] = [];
  private tellBegun = (): void => undefined;
  /** Resolves when the service measures. */
  readonly hasBegun = new Promise<void>((resolve) => (this.tellBegun = resolve));

  constructor(private readonly instance: Instance, private readonly options: SetOptions) {}

  async take({ url: _, isListed, ...part }: SetPart, act: () => Promise<Sent>): Promise<void> {
    const { label } = part;
    try {
      this.parts.push({ ...part, ...(await act()) });
    } catch (error) {
      if (isAbort(error) || !(error instanceof CaptureError)) throw error;
      this.missing.push({ label, error, isNotOffered: !isListed && hasStatus(error, 404) });
    }
  }

  async timed({ url, label }: SetPart): Promise<Sent> {
    const { seconds, patienceMs = 0, onProgress } = this.options;
    const report = (state: FetchProgress): void => {
      this.tellBegun();
      onProgress?.(label, state);
    };
    const request = { ...this.request(url), seconds, onProgress: report };
    const { bytes } = checked(await fetchWhenFree(request, patienceMs, () => undefined));
    return { bytes };
  }

  whole({ url, label }: SetPart): Promise<Sent> {
    const { limitMs = LIMIT_MS, onProgress, inTurn = (act) => act() } = this.options;
    const report = (state: FetchProgress): void => onProgress?.(label, state);
    const request = { ...this.request(url), timeoutMs: limitMs, onProgress: report };
    return inTurn(async () => checked(await fetchProfile(request)));
  }

  /**
   * What the service counted during the set. A service that does not make the difference itself answers too early, with
   * what it has counted since its start; so does one that may not answer that late.
   * @param over when the set's time has passed
   */
  async delta(part: SetPart, over: Promise<unknown>): Promise<Sent> {
    const { seconds, signal, areDeltasServed = true } = this.options;
    const begin = performance.now();
    const first = areDeltasServed ? await this.served(part) : undefined;
    if (first && performance.now() - begin >= 1000 * seconds - CLOCK_MS) return first;
    const { bytes: before } = first ?? (await this.whole(part));
    // Of many instances, the first answer may be late.
    await Promise.all([over, first ? undefined : delay(1000 * seconds, undefined, { signal })]);
    const { bytes } = await this.whole(part);
    return { bytes, before };
  }

  /** The difference that the service makes; undefined if it refuses to. */
  private async served({ url }: SetPart): Promise<Sent | undefined> {
    const { seconds } = this.options;
    try {
      const { bytes } = checked(await fetchProfile({ ...this.request(url), seconds }));
      return { bytes };
    } catch (error) {
      if (error instanceof CutMeasurement || hasStatus(error, 400)) return undefined;
      throw error;
    }
  }

  private request(url: URL): Pick<FetchOptions, 'url' | 'connection' | 'signal' | 'maxUnpackedBytes'> {
    const { signal, maxUnpackedBytes } = this.options;
    const limits = maxUnpackedBytes !== undefined && { maxUnpackedBytes };
    return { url, connection: this.connectionTo(url), signal, ...limits };
  }

  /** Headers and certificates are for the server of the address: its list may have been redirected to another one. */
  private connectionTo(url: URL): Connection {
    return isSameServer(this.instance.url, url) ? this.instance.connection : {};
  }
}

function checked(fetched: FetchedProfile): FetchedProfile {
  if (!fetched.isTrace) return fetched;
  throw new CaptureError('notAProfile', `${serverText(fetched.url)}${fetched.url.pathname} sends an execution trace, not a profile.`);
}

function nothingOffered({ name }: Instance): CaptureError {
  return new CaptureError('notAProfile', `${name} offers none of these profiles.`);
}
