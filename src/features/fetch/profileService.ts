import * as vscode from 'vscode';
import type { Capture } from '../../captures/loadedCapture';
import { comparedLoads } from '../../captures/comparisonHead';
import { loadText } from '../../captures/loadText';
import type { MeasuredService } from '../../captures/disk/captureStore';
import { isCaptureError } from '../../common/captureError';
import { CutMeasurement, SHORT_SECONDS } from '../../live/profileSeconds';
import { isOfTime } from '../../live/set/setParts';
import type { Instance } from '../../live/targets/instances';
import type { LoadResult } from '../../live/load/loadResult';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { isOfAccess } from '../../http/httpFailure';
import { ignored } from '../../profile/common/ignored';
import { reportFailure } from '../../ui/failureMessage';
import { type Actions, warn } from '../../ui/loggedMessage';
import { requireTrust } from '../../ui/preconditionError';
import { withProgress } from '../../ui/progress';
import { setStatusBarMessage, showInformationMessage } from '../../ui/window';
import { AfterCapture } from '../profile/afterCapture';
import { offerCancel } from '../profile/offerCancel';
import { defaultSeconds } from './askProfile';
import { processBehind, servedProcess } from './fetchedCapture';
import { type FetchParts, offerOtherCode } from './fetchProfile';
import type { Loaded, ServiceLoad } from './serviceLoad';
import { type TakenService, takeService } from './takeService';
import { failedText, lackedText } from './serviceWords';

export type ServiceParts = Omit<FetchParts, 'memento' | 'secrets'>;

export interface ServiceClick {
  /** How long to measure; unset for the target's own seconds, or those of the settings. */
  readonly seconds?: number;
  /** For how long to wait while another client takes a CPU profile, in milliseconds. */
  readonly patienceMs?: number;
  readonly load?: ServiceLoad;
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
    const { capture, taken, loadNotes } = await withProgress(`Profiling ${target.name}`, (progress, signal) => {
      const report = (stage: string): void => progress.report(stage);
      const options = { ...click, signal: AbortSignal.any([signal, controller.signal]), report };
      return parts.targets.use(target, options.signal, (instances) => {
        return captureService(target, instances, parts, options);
      });
    }).finally(() => takenNow.delete(target.id));
    parts.targets.tellProfiled(target);
    tell(taken, target, parts, click);
    if (click.load) tellLoad(capture, loadNotes, click.load, parts);
    void ending.lead(capture, { openFallback: () => offerOtherCode(capture, parts) }).catch(ignored('no message leads to the costs'));
  } catch (error) {
    if (!isCaptureError(error)) throw error;
    await reportFailure(error, parts.output, { ...waysOn(error, target, parts, click), ...click.load?.actions });
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
  readonly loadNotes: readonly string[];
}

/** Takes all kinds of profiles of a service, stores them as one capture and shows it. Throws like takeService. */
async function captureService(
  target: ServiceTarget,
  instances: readonly Instance[],
  { captures, engine }: ServiceParts,
  { seconds = target.seconds ?? defaultSeconds(), patienceMs = 0, signal, report, load }: CaptureOptions,
): Promise<ServiceCapture> {
  // Cancel ends what is measured, and may keep what has come.
  const whole = new AbortController().signal;
  let isAsked = false;
  const keeps = (count: number): Promise<boolean> => {
    isAsked = true;
    return keepsWhatCame(target, count, instances.length);
  };
  // The process may end meanwhile.
  const process = instances.length === 1 ? processBehind(instances[0].url) : undefined;
  let taken: TakenService | undefined;
  let loadNotes: readonly string[] = [];
  const capture = await captures.drafts.keep(async (inProgress) => {
    const options = { seconds, patienceMs, signal: whole, stop: signal, keeps, report };
    const take = () => takeService(target, instances, options, engine);
    const around = { service: instances[0].url, seconds, signal: whole, stop: signal, report };
    const loaded = await (load?.around(take, around) ?? unloaded(take));
    taken = loaded.measured;
    // Cancelled while the load went on.
    if (signal.aborted && !isAsked && !(await keeps(taken.service.instances.length))) signal.throwIfAborted();
    loadNotes = notesOf(loaded);
    const requests = taken.failed.length === 0 ? loaded.requests : undefined;
    const { profiles } = taken;
    if (profiles.length === 0) throw nothingMeasured(target.name, taken);
    await Promise.all(profiles.map(({ label, bytes }, i) => {
      const ofLoad = requests && isOfTime(label) && { requests };
      return inProgress.take({ label, fileName: `${i}.pprof`, ...ofLoad }, bytes);
    }));
    const served = process && (await servedProcess(inProgress.profiles()[0], process, engine));
    const service = withLoad(served ? withProcess(taken.service, served) : taken.service, loaded.load, loadNotes);
    return { title: target.name, subject: target.id, service, results: [], sources: new Map() };
  }, whole);
  return { capture, taken: taken!, loadNotes };
}

/** A service that did nothing, unless what it sent could not be used. */
function nothingMeasured(name: string, { lacked, service: { instances } }: TakenService): Error {
  const text = lackedText(name, lacked, instances.length);
  return new Error(text ?? `${name} was idle: none of its profiles has samples. Measure it under load.`);
}

/** Asks whether the instances that are complete when the user cancels are kept. */
async function keepsWhatCame({ name }: ServiceTarget, count: number, of: number): Promise<boolean> {
  const keep = 'Keep What Came';
  const what = of === 1 ? `${name} was` : `${count} of ${of} instances of ${name} were`;
  const message = `${what} profiled before it was cancelled.`;
  return (await showInformationMessage(message, keep)) === keep;
}

async function unloaded(take: () => Promise<TakenService>): Promise<Loaded<TakenService>> {
  return { measured: await take(), notes: [] };
}

/** What is not known of a load, which was for all instances. */
function notesOf({ measured: { failed }, requests, notes }: Loaded<TakenService>): readonly string[] {
  const some = 'Costs per request are not known, because some instances were not profiled.';
  return requests && failed.length > 0 ? [...notes, some] : notes;
}

function withLoad(service: MeasuredService, load: LoadResult | undefined, more: readonly string[]): MeasuredService {
  const notes = [...(service.notes ?? []), ...more];
  return { ...service, ...(load && { load }), ...(notes.length > 0 && { notes }) };
}

type Served = NonNullable<MeasuredService['instances'][number]['process']>;

function withProcess(service: MeasuredService, process: Served): MeasuredService {
  return { ...service, instances: service.instances.map((instance) => ({ ...instance, process })) };
}

/** Says what is missing, with ways on, and in the status bar what only the service can change. */
function tell(taken: TakenService, target: ServiceTarget, parts: ServiceParts, click: ServiceClick): void {
  const { lacked, failed, service: { instances, notes = [] } } = taken;
  const count = instances.length + failed.length;
  for (const { instance, label, reason } of lacked) parts.output.info(`${instance} ${label}: ${reason}`);
  for (const { name, error } of failed) parts.output.info(`${name}: ${error.message}`);
  for (const note of notes) parts.output.info(`${target.name}: ${note}`);
  const message = [failedText(target.name, failed, count), lackedText(target.name, lacked, instances.length)].filter(Boolean).join(' ');
  const error = lacked.find(({ error: cause }) => cause instanceof CutMeasurement || cause?.failure === 'profilerInUse')?.error;
  if (message !== '') warn(message, parts.output, error ? waysOn(error, target, parts, click) : retry(target, parts, click.load));
  else if (notes.length > 0) setStatusBarMessage(`${target.name}: ${notes.join(' ')}`, NOTE_MS);
}

/** Says how the service did under load, in a comparison also how that differs, and what is not known. */
function tellLoad(
  { title: name, service }: Capture,
  notes: readonly string[],
  { actions }: ServiceLoad,
  parts: ServiceParts,
): void {
  const { load } = service ?? {};
  if (notes.length > 0) warn(`${name}: ${notes.join(' ')}`, parts.output, actions);
  if (!load) return;
  const { active } = parts.session;
  const compared = active && comparedLoads(active);
  parts.output.info(`${name}: ${loadText(load)}`);
  setStatusBarMessage(`${name}: ${compared ?? loadText(load)}`, NOTE_MS);
}

/** Buttons for what to do about a profile that could not be taken. */
function waysOn(error: unknown, target: ServiceTarget, parts: ServiceParts, { load }: ServiceClick): Actions {
  const shorter = (seconds: number, patienceMs?: number): Actions => {
    const click = { seconds, ...(patienceMs !== undefined && { patienceMs }), ...(load && { load }) };
    return { [`Take ${seconds} s Instead`]: () => profileService(target, parts, click) };
  };
  if (error instanceof CutMeasurement) return error.shorterSeconds === undefined ? {} : shorter(error.shorterSeconds);
  const isInUse = isCaptureError(error) && error.failure === 'profilerInUse';
  const edit = { 'Edit Service…': () => vscode.commands.executeCommand('linecost.editService', target.id) };
  return {
    ...retry(target, parts, load),
    ...(isInUse && shorter(SHORT_SECONDS, PATIENCE_MS)),
    ...(isOfAccess(error) && edit),
  };
}

function retry(target: ServiceTarget, parts: ServiceParts, load: ServiceLoad | undefined): Actions {
  return { 'Try Again': () => profileService(target, parts, load && { load }) };
}
