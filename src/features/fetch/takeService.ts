import type { MeasuredInstance, MeasuredService } from '../../captures/disk/captureStore';
import type { PartFacts } from '../../engine/queries';
import type { QueryEngine } from '../../engine/client';
import { plainAddress } from '../../live/pprofAddress';
import { type FetchProgress, fetchProgressText } from '../../live/profileRequest';
import type { TakenSet } from '../../live/set/takeSet';
import { takeSets } from '../../live/set/takeSets';
import type { Instance } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { memoryLimit } from '../../ui/settings/memoryLimit';
import { type PartOfInstance, ServiceSums } from './serviceSums';
import { type LackedPart, serviceNotes } from './serviceWords';

export interface TakeServiceOptions {
  /** How long the CPU profile and the differences take. */
  readonly seconds: number;
  /** For how long to wait while another client takes a CPU profile, in milliseconds. */
  readonly patienceMs?: number;
  readonly signal: AbortSignal;
  /**
   * Aborted when no more instances are to be measured. What `keeps` answers then decides whether those that are
   * complete become the capture, or the signal's reason is thrown.
   */
  readonly stop?: AbortSignal;
  /** @param count how many instances are complete; at least 1 */
  readonly keeps?: (count: number) => Promise<boolean>;
  readonly report: (stage: string) => void;
}

/** All kinds of profiles of a service, added up over its instances. */
export interface TakenService {
  /** Those with samples; gzipped. */
  readonly profiles: readonly { readonly label: string; readonly bytes: Uint8Array }[];
  readonly service: MeasuredService;
  readonly lacked: readonly LackedPart[];
  /** Instances that failed, by why. */
  readonly failed: readonly { readonly name: string; readonly error: Error }[];
}

/**
 * Takes a set of each instance of a service. Throws CaptureError if none of them can be profiled, EngineError, or the
 * signal's reason on abort.
 */
export async function takeService(
  { id, name }: ServiceTarget,
  instances: readonly Instance[],
  { seconds, patienceMs = 0, signal: whole, stop = whole, keeps, report }: TakeServiceOptions,
  engine: QueryEngine,
): Promise<TakenService> {
  const taken: { readonly instance: Instance; readonly set: TakenSet }[] = [];
  const isOne = instances.length === 1;
  const sums = new ServiceSums(engine, whole, !isOne);
  const signal = AbortSignal.any([whole, stop]);
  const adding: Promise<void>[] = [];
  const onProgress = (label: string, state: FetchProgress): void => report(stageText(label, state));
  const tellCount = (): void => report(`${taken.length} of ${instances.length} instances`);
  if (!isOne) tellCount();
  const options = { seconds, patienceMs, signal, maxUnpackedBytes: memoryLimit(), ...(isOne && { onProgress }) };
  const add = async (instance: Instance, set: TakenSet): Promise<void> => {
    await sums.add(instance.name, set);
    taken.push({ instance, set: withoutBytes(set) });
    if (!isOne) tellCount();
  };
  const failed = await takeSets(instances, options, (instance, set) => {
    const added = add(instance, set);
    adding.push(added.catch(() => undefined));
    return added;
  }).catch(async (error: unknown) => {
    await Promise.all(adding);
    const isStopped = stop.aborted && !whole.aborted;
    if (!isStopped || taken.length === 0 || !(await keeps?.(taken.length))) throw error;
    const complete = new Set(taken.map(({ instance }) => instance));
    const rest = instances.filter((instance) => !complete.has(instance));
    return rest.map((instance) => ({ instance, error: new Error('It was cancelled before these had answered.') }));
  });
  if (taken.length === 0) throw failed[0].error;
  report('reading the profiles');
  const profiles = await sums.end();
  const missing = taken.flatMap(({ instance: { name: of }, set }) => {
    return set.missing.map((each): LackedPart => ({ ...each, instance: of, reason: each.error.message }));
  });
  const lacked = [...missing, ...sums.parts.flatMap(unusableParts)];
  const measured = taken.map(({ instance }): MeasuredInstance => {
    return { name: instance.name, address: plainAddress(instance) };
  });
  const sets = taken.map(({ set }) => set);
  const notes = serviceNotes({ name, seconds, sets, parts: sums.parts, lacked });
  return {
    profiles: profiles.flatMap(({ label, bytes, sampleCount }) => (bytes && sampleCount > 0 ? { label, bytes } : [])),
    service: { target: id, name, instances: measured, seconds, ...(notes.length > 0 && { notes }) },
    lacked,
    failed: failed.map(({ instance, error }) => ({ name: instance.name, error })),
  };
}

const NOTHING = new Uint8Array();

/** What the sums have, or wait to add, need not be kept twice. */
function withoutBytes(set: TakenSet): TakenSet {
  return { ...set, parts: set.parts.map(({ before: _, ...part }) => ({ ...part, bytes: NOTHING })) };
}

function stageText(label: string, state: FetchProgress): string {
  return `${label}: ${fetchProgressText(state)}`;
}

function unusableParts({ label, instance, facts: { problem } }: PartOfInstance): LackedPart[] {
  return problem ? [{ label, instance, reason: problemText(instance, problem), isNotOffered: false }] : [];
}

function problemText(instance: string, problem: NonNullable<PartFacts['problem']>): string {
  switch (problem) {
    case 'restarted':
      return `${instance} was restarted in the middle: it has counted less than before.`;
    case 'build':
      return `Another build of ${instance} was deployed in the middle.`;
    case 'start':
      return `${instance} answered late, with what it has counted since its start.`;
    default:
      return `${instance} sent what cannot be read (${problem.unreadable.replace(/\.$/, '')}).`;
  }
}
