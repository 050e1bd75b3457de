import type { AnsweredRequests } from '../../captures/disk/answeredRequests';
import type { MeasuredInstance } from '../../captures/disk/captureStore';
import type { BenchmarkResult } from '../../bench/parseOutput';
import { CaptureError } from '../../common/captureError';
import type { QueryEngine } from '../../engine/client';
import type { LoadResult } from '../../live/load/loadResult';
import { plainAddress } from '../../live/pprofAddress';
import { takeSets } from '../../live/set/takeSets';
import type { Instance } from '../../live/targets/instances';
import type { Output } from '../../ui/output';
import { memoryLimit } from '../../ui/settings/memoryLimit';
import { type LoadedTarget, measuredUnderLoad } from './loadAround';

/** What one load of a service showed. */
export interface ServiceTurn {
  readonly result: BenchmarkResult;
  readonly load: LoadResult;
  readonly requests: AnsweredRequests;
  /** The CPU profiles of its instances. */
  readonly profiles: readonly Uint8Array[];
  readonly instances: readonly MeasuredInstance[];
}

export interface TurnOptions {
  /** The name of the result, that of both sides. */
  readonly name: string;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

interface TurnParts {
  readonly engine: QueryEngine;
  readonly output: Output;
}

/**
 * Puts load on a service and takes its CPU profile meanwhile. Throws CaptureError if it cannot be measured,
 * EngineError, or the signal's reason on abort.
 */
export async function serviceTurn(
  target: LoadedTarget,
  instances: readonly Instance[],
  { name, seconds, signal }: TurnOptions,
  { engine, output }: TurnParts,
): Promise<ServiceTurn> {
  const profiles: Uint8Array[] = [];
  const measure = async (): Promise<void> => {
    const options = { seconds, kinds: ['cpu'], signal, maxUnpackedBytes: memoryLimit() };
    const failed = await takeSets(instances, options, async (_, { parts, missing }) => {
      const none = (): CaptureError => new CaptureError('notAProfile', `${target.name} has no CPU profile.`);
      if (parts.length === 0) throw missing[0]?.error ?? none();
      profiles.push(...parts.map(({ bytes }) => new Uint8Array(bytes)));
    });
    if (failed.length > 0) throw failed[0].error;
  };
  const around = { service: instances[0].url, seconds, signal, report: () => undefined };
  const { load, requests, notes } = await measuredUnderLoad(target, measure, around, output);
  if (!load || !requests) {
    throw new CaptureError('failed', `The load of ${target.name} says too little: ${notes.join(' ')}`);
  }
  const nanos = await cpuNanos(profiles, engine, signal);
  const { p50, p99 } = load.latency ?? {};
  const values = [
    { value: load.requestsPerSecond, unit: 'req/s' },
    ...(p50 === undefined ? [] : [{ value: p50, unit: 'p50-ns' }]),
    ...(p99 === undefined ? [] : [{ value: p99, unit: 'p99-ns' }]),
    { value: nanos / requests.count, unit: 'cpu-ns/req' },
  ];
  const iterations = load.requests ?? requests.count;
  const result = { name, baseName: name, subName: '', procs: 1, iterations, values, config: {}, line: 1 };
  const measured = instances.map((instance) => ({ name: instance.name, address: plainAddress(instance) }));
  return { result, load, requests, profiles, instances: measured };
}

async function cpuNanos(profiles: readonly Uint8Array[], engine: QueryEngine, signal: AbortSignal): Promise<number> {
  let sum = 0;
  for (const bytes of profiles) {
    // The worker takes the bytes over.
    const source = { kind: 'bytes', bytes: new Uint8Array(bytes) } as const;
    const { id, sampleTypes, totals } = await engine.ask('load', { source }, signal);
    sum += totals[sampleTypes.findIndex(({ type }) => type === 'cpu')] ?? 0;
    await engine.ask('unload', { profile: id });
  }
  return sum;
}

/** The requests of all turns. */
export function allRequests(turns: readonly ServiceTurn[]): AnsweredRequests {
  const sumOf = (figure: (requests: AnsweredRequests) => number): number => {
    return turns.reduce((sum, { requests }) => sum + figure(requests), 0);
  };
  const [count, seconds] = [sumOf((each) => each.count), sumOf((each) => each.seconds)];
  const failed = sumOf((each) => each.count * (each.failed ?? 0)) / count;
  return { count, perSecond: count / seconds, seconds, ...(failed > 0 && { failed }) };
}
