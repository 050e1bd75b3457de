import type { Capture } from '../../captures/loadedCapture';
import type { MeasuredService } from '../../captures/disk/captureStore';
import { isCaptureError } from '../../common/captureError';
import { CutMeasurement, SHORT_SECONDS } from '../../live/profileSeconds';
import type { Instance } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { ignored } from '../../profile/common/ignored';
import { reportFailure } from '../../ui/failureMessage';
import { type Actions, warn } from '../../ui/loggedMessage';
import { requireTrust } from '../../ui/preconditionError';
import { withProgress } from '../../ui/progress';
import { setStatusBarMessage } from '../../ui/window';
import { AfterCapture } from '../profile/afterCapture';
import { offerCancel } from '../profile/offerCancel';
import { defaultSeconds } from './askProfile';
import { processBehind, servedProcess } from './fetchedCapture';
import { type FetchParts, offerOtherCode } from './fetchProfile';
import { type TakenService, takeService } from './takeService';
import { failedText, lackedText } from './serviceWords';

export interface ServiceParts extends Omit<FetchParts, 'memento' | 'secrets'> {
  readonly targets: {
    /** With what is needed to reach them. Throws CaptureError. */
    instances(target: ServiceTarget, signal: AbortSignal): Promise<readonly Instance[]>;
  };
}

export interface ServiceClick {
  /** How long to measure; unset for the target's own seconds, or those of the settings. */
  readonly seconds?: number;
  /** For how long to wait while another client takes a CPU profile, in milliseconds. */
  readonly patienceMs?: number;
}

/** For how long a short profile waits for a gap between those of another client. */
const PATIENCE_MS = 60_000;
const NOTE_MS = 10_000;

/** Cancels what is taken of a service, by the target's id. */
const takenNow = new Map<string, () => void>();

/**
 * Takes all kinds of profiles of a service, as one capture, and shows it. A message says what is missing and why.
 * Throws CaptureError if there is nothing, EngineError, AbortError or an Error for the user.
 */
export async function profileService(
  target: ServiceTarget,
  parts: ServiceParts,
  click: ServiceClick = {},
): Promise<void> {
  requireTrust('Linecost fetches nothing in an untrusted workspace');
  const cancel = takenNow.get(target.id);
  if (cancel) {
    const message = `${target.name} is being profiled already. Cancel it, or wait until it ends.`;
    return offerCancel({ message, cancel }, 'Cancel Profile');
  }
  const ending = new AfterCapture(parts.session);
  const controller = new AbortController();
  takenNow.set(target.id, () => controller.abort());
  try {
    const { capture, taken } = await withProgress(`Profiling ${target.name}`, (progress, signal) => {
      const report = (stage: string): void => progress.report(stage);
      return captureService(target, parts, { ...click, signal: AbortSignal.any([signal, controller.signal]), report });
    }).finally(() => takenNow.delete(target.id));
    tell(taken, target, parts);
    void ending.lead(capture, { openFallback: () => offerOtherCode(capture, parts) }).catch(ignored('no message leads to the costs'));
  } catch (error) {
    if (!isCaptureError(error)) throw error;
    await reportFailure(error, parts.output, waysOn(error, target, parts));
  } finally {
    ending.dispose();
  }
}

interface CaptureOptions extends ServiceClick {
  readonly signal: AbortSignal;
  readonly report: (stage: string) => void;
}

interface ServiceCapture {
  readonly capture: Capture;
  readonly taken: TakenService;
}

/** Takes all kinds of profiles of a service, stores them as one capture and shows it. Throws like takeService. */
async function captureService(
  target: ServiceTarget,
  { targets, captures, engine }: ServiceParts,
  { seconds = target.seconds ?? defaultSeconds(), patienceMs = 0, signal, report }: CaptureOptions,
): Promise<ServiceCapture> {
  const instances = await targets.instances(target, signal);
  // The process may end meanwhile.
  const process = instances.length === 1 ? processBehind(instances[0].url) : undefined;
  let taken: TakenService | undefined;
  const capture = await captures.drafts.keep(async (inProgress) => {
    taken = await takeService(target, instances, { seconds, patienceMs, signal, report }, engine);
    if (taken.profiles.length === 0) throw new Error(`${target.name} was idle: none of its profiles has samples. Measure it under load.`);
    await Promise.all(taken.profiles.map(({ label, bytes }, i) => inProgress.take({ label, fileName: `${i}.pprof` }, bytes)));
    const served = process && (await servedProcess(inProgress.profiles()[0], process, engine));
    const service = served ? withProcess(taken.service, served) : taken.service;
    return { title: target.name, subject: target.id, service, results: [], sources: new Map() };
  }, signal);
  return { capture, taken: taken! };
}

type Served = NonNullable<MeasuredService['instances'][number]['process']>;

function withProcess(service: MeasuredService, process: Served): MeasuredService {
  return { ...service, instances: service.instances.map((instance) => ({ ...instance, process })) };
}

/** Says what is missing, with ways on, and in the status bar what only the service can change. */
function tell(taken: TakenService, target: ServiceTarget, parts: ServiceParts): void {
  const { lacked, failed, service: { instances, notes = [] } } = taken;
  const count = instances.length + failed.length;
  for (const { instance, label, reason } of lacked) parts.output.info(`${instance} ${label}: ${reason}`);
  for (const { name, error } of failed) parts.output.info(`${name}: ${error.message}`);
  for (const note of notes) parts.output.info(`${target.name}: ${note}`);
  const message = [failedText(target.name, failed, count), lackedText(target.name, lacked, instances.length)].filter(Boolean).join(' ');
  const error = lacked.find(({ error: cause }) => cause instanceof CutMeasurement || cause?.failure === 'profilerInUse')?.error;
  if (message !== '') warn(message, parts.output, error ? waysOn(error, target, parts) : retry(target, parts));
  else if (notes.length > 0) setStatusBarMessage(`${target.name}: ${notes.join(' ')}`, NOTE_MS);
}

/** Buttons for what to do about a profile that could not be taken. */
function waysOn(error: unknown, target: ServiceTarget, parts: ServiceParts): Actions {
  const shorter = (seconds: number, patienceMs?: number): Actions => ({
    [`Take ${seconds} s Instead`]: () => profileService(target, parts, { seconds, ...(patienceMs !== undefined && { patienceMs }) }),
  });
  if (error instanceof CutMeasurement) return error.shorterSeconds === undefined ? {} : shorter(error.shorterSeconds);
  const isInUse = isCaptureError(error) && error.failure === 'profilerInUse';
  return { ...retry(target, parts), ...(isInUse && shorter(SHORT_SECONDS, PATIENCE_MS)) };
}

function retry(target: ServiceTarget, parts: ServiceParts): Actions {
  return { 'Try Again': () => profileService(target, parts) };
}
