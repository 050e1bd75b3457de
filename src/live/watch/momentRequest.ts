import { isCaptureError } from '../../common/captureError';
import type { Instance } from '../targets/instances';
import { StatusError } from '../../http/httpFailure';
import { httpGet } from '../../http/httpGet';
import { readIndex } from '../pprofIndex';
import { fetchProfile } from '../profileRequest';
import { type MemStats, memStatsOfText, memStatsOfVars } from './memStats';

/** Above this many goroutines, their profile costs the service more than the rest. */
export const MAX_GOROUTINES = 10_000;
/** How long a service may take for an answer that it does not measure for, in milliseconds. */
const PATIENCE_MS = 10_000;
/** A service with so much text before its memory statistics is not asked for them again. */
const MAX_TEXT_BYTES = 4 << 20;

/** What one instance answers at a moment. */
export interface InstanceMoment {
  /** Unset if it is not taken, or another client measures. */
  readonly cpu?: Uint8Array;
  readonly heap?: Uint8Array;
  /** Unset above MAX_GOROUTINES. */
  readonly goroutine?: Uint8Array;
  /** The number of goroutines; unset if it is not known without their profile. */
  readonly goroutines?: number;
  readonly memory?: MemStats;
}

export interface MomentOptions {
  /** How long the CPU profile is measured; 0 for none. */
  readonly cpuSeconds: number;
  readonly maxUnpackedBytes: number;
  readonly signal: AbortSignal;
}

/** Takes what one instance answers, again and again. */
export class InstanceMoments {
  /** Where memory statistics are found; undefined if they are not. */
  private statistics: 'vars' | 'text' | undefined = 'vars';
  private hasIndex: boolean;

  constructor(readonly instance: Instance) {
    this.hasIndex = instance.isIndex;
  }

  /**
   * Takes the small ones first, since the CPU profile would have what they cost. Throws like fetchProfile, and
   * CaptureError `badAddress`-like failures of the instance; a kind that the service does not serve is left out.
   */
  async take({ cpuSeconds, ...limits }: MomentOptions): Promise<InstanceMoment> {
    const { signal } = limits;
    const goroutines = await this.countGoroutines(signal);
    const get = (name: string) => ifServed(this.profile(name, limits));
    const heap = await get('heap');
    const goroutine = goroutines !== undefined && goroutines > MAX_GOROUTINES ? undefined : await get('goroutine');
    const memory = await this.memory(signal);
    const cpu = cpuSeconds > 0 ? await ifFree(ifServed(this.profile('profile', { ...limits, seconds: cpuSeconds }))) : undefined;
    return {
      ...(cpu && { cpu }), ...(heap && { heap }), ...(goroutine && { goroutine }), ...(memory && { memory }),
      ...(goroutines !== undefined && { goroutines }),
    };
  }

  private async profile(
    name: string,
    options: Omit<MomentOptions, 'cpuSeconds'> & { readonly seconds?: number },
  ): Promise<Uint8Array> {
    const { connection } = this.instance;
    const timeoutMs = PATIENCE_MS + 1000 * (options.seconds ?? 0);
    return (await fetchProfile({ url: this.urlOf(name), connection, timeoutMs, ...options })).bytes;
  }

  /** The number beside `goroutine` on the page of profiles, which costs nothing. */
  private async countGoroutines(signal: AbortSignal): Promise<number | undefined> {
    if (!this.hasIndex) return undefined;
    const { url, connection } = this.instance;
    const index = await readIndex(url, signal, PATIENCE_MS, connection);
    this.hasIndex = index.isListed;
    return index.profiles.find(({ name }) => name === 'goroutine')?.count;
  }

  private async memory(signal: AbortSignal): Promise<MemStats | undefined> {
    if (this.statistics === 'vars') {
      const vars = memStatsOfVars(await this.text(this.varsUrl, signal));
      if (vars) return vars;
      this.statistics = 'text';
    }
    if (this.statistics === undefined) return undefined;
    const url = this.urlOf('heap');
    url.searchParams.set('debug', '1');
    const stats = memStatsOfText(await this.text(url, signal));
    if (!stats) this.statistics = undefined;
    return stats;
  }

  /** Empty if it is not served, or too long. */
  private async text(url: URL, signal: AbortSignal): Promise<string> {
    const { connection } = this.instance;
    const limits = { limitMs: PATIENCE_MS, slowAdvice: '', maxBytes: MAX_TEXT_BYTES, maxUnpackedBytes: MAX_TEXT_BYTES };
    try {
      const { status, body } = await httpGet({ url, connection, signal, ...limits });
      return status === 200 ? new TextDecoder().decode(body) : '';
    } catch (error) {
      if (isCaptureError(error)) return '';
      throw error;
    }
  }

  /** `…/debug/vars` for `…/debug/pprof/`. */
  private get varsUrl(): URL {
    return new URL('../vars', this.urlOf(''));
  }

  /** The profile with a name, beside the one that the address names. */
  private urlOf(name: string): URL {
    const { url, isIndex } = this.instance;
    const named = new URL(url);
    const folder = isIndex ? `${url.pathname.replace(/\/$/, '')}/` : url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1);
    named.pathname = `${folder}${name}`;
    named.searchParams.delete('debug');
    return named;
  }
}

/** Undefined if the service does not serve it. */
async function ifServed<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return undefined;
    throw error;
  }
}

/** Undefined while another client takes a CPU profile. */
async function ifFree<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isCaptureError(error) && error.failure === 'profilerInUse') return undefined;
    throw error;
  }
}
