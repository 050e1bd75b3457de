import type { Capture } from '../../captures/loadedCapture';
import { isCaptureError } from '../../common/captureError';
import type { FleetQuery, LabelFilter } from '../../fleet/fleetQuery';
import type { FleetSource } from '../../fleet/fleetSource';
import type { FleetStore } from '../../fleet/fleetStore';
import { noSamplesSentence, uncountedSentence } from '../../fleet/fleetSentences';
import { fleetName, fleetTitle, labelOf, askedRangeText, typeWords } from '../../fleet/fleetWords';
import type { AskedQuery, FleetBuild, MeasuredFleet } from '../../fleet/measuredFleet';
import { ignored } from '../../profile/common/ignored';
import { reportFailure } from '../../ui/failureMessage';
import { type Actions, warn } from '../../ui/loggedMessage';
import { type Stages, withProgress } from '../../ui/progress';
import { setStatusBarMessage, showInformationMessage } from '../../ui/window';
import { type FetchParts, offerOtherCode } from '../fetch/fetchProfile';
import { AfterCapture } from '../profile/afterCapture';
import type { SavedSources } from '../targets/savedSources';
import { buildOf, codeOf, tellBuild } from './buildOfFleet';
import { coveredTime } from './coveredTime';
import { editStore } from './editStore';
import { KnownQueries } from './knownQueries';
import { ofWhole, requestsOf } from './requestsOfFleet';
import { resolvedQuery } from './resolveRange';
import { takeFleet, type TakenFleet } from './takeFleet';

export interface FleetParts extends Pick<FetchParts, 'session' | 'engine' | 'captures' | 'sources' | 'output' | 'memento'> {
  readonly targets: { sources(): Promise<SavedSources> };
}

/** A question to a saved store. */
export interface StoreQuestion {
  readonly source: FleetSource;
  readonly asked: AskedQuery;
}

const NOTE_MS = 10_000;

type Change = (question: StoreQuestion) => Promise<void>;

/** What a store has no data of. */
class NoDataError extends Error {}

/**
 * Asks a store, and shows what it answers as a capture. A failure is a message with ways on. Throws EngineError,
 * AbortError or an Error for the user.
 * @param change lets the user change the question, and asks it
 * @returns undefined if there is no capture, which a message has said
 */
export async function profileFleet(
  question: StoreQuestion,
  parts: FleetParts,
  change: Change,
): Promise<Capture | undefined> {
  const { source, asked } = question;
  const ending = new AfterCapture(parts.session);
  try {
    const capture = await takeCapture(question, parts);
    await new KnownQueries(parts.memento).add({ source: source.id, asked });
    tell(capture, retry(question, parts, change), parts);
    tellBuild(capture, parts.output);
    void ending.lead(capture, { openFallback: () => offerOtherCode(capture, parts) }).catch(ignored('no message leads to the costs'));
    return capture;
  } catch (error) {
    const isExpected = isCaptureError(error) || error instanceof NoDataError;
    if (!isExpected) throw error;
    await reportFailure(error, parts.output, {
      ...retry(question, parts, change),
      ...(editStore(error, source) ?? { 'Change Query…': () => change(question) }),
    });
    return undefined;
  } finally {
    ending.dispose();
  }
}

/** Asks a store, stores what it answers as a capture and shows it. Throws CaptureError, EngineError or AbortError. */
async function takeCapture({ source, asked }: StoreQuestion, parts: FleetParts): Promise<Capture> {
  const { captures, engine, targets, sources } = parts;
  const saved = await targets.sources();
  const store = await saved.open(source);
  const name = fleetName(source.name, asked);
  return withProgress(`Asking for ${name}`, async (progress, stop) => {
    const end = new AbortController();
    const { query, notes } = await resolvedQuery(asked, store, stop);
    const build = buildOf(query, store, source.versionLabel, AbortSignal.any([stop, end.signal]));
    const counting = requestsOf({ source, asked }, query, store, saved, AbortSignal.any([stop, end.signal]));
    const taking = takeFleet(store, query, { ...keeping(name, progress), signal: end.signal, stop }, engine);
    return captures.drafts.keep(async (inProgress) => {
      const taken = await taking;
      if (!taken) throw noData(source, asked, query);
      progress.report('reading the profile');
      const { requests, why } = ofWhole(await counting, taken);
      await inProgress.take({ label: labelOf(asked.type), fileName: 'profile.pprof', ...(requests && { requests }) }, taken.bytes);
      if (inProgress.isEmpty()) throw noData(source, asked, query);
      const known = measuredFleet({ source, asked }, query, withNotes(taken, notes), store, await build);
      const fleet = { ...known, ...(why !== undefined && { whyNoRequests: why }) };
      const title = fleetTitle(fleet, { now: Date.now(), isKept: true }, { ...query, hasNoDeploy: notes.length > 0 });
      const code = await codeOf(fleet, inProgress.profiles(), { sources, engine }, end.signal);
      return { title, subject: subjectOf(source, asked), results: [], ...code };
    }, end.signal);
  });
}

/** Questions about one service and type are compared with each other. */
function subjectOf({ id }: FleetSource, { service = '', type }: AskedQuery): string {
  return `store:${id}/${encodeURIComponent(service)}/${encodeURIComponent(type.id)}`;
}

function keeping(name: string, progress: Stages) {
  return {
    report: (stage: string) => progress.report(stage),
    keeps: async (done: number, all: number): Promise<boolean> => {
      const keep = 'Keep What Came';
      const message = `${done} of ${all} pieces of ${name} had come before it was cancelled.`;
      return (await showInformationMessage(message, keep)) === keep;
    },
  };
}

function withNotes(taken: TakenFleet, notes: readonly string[]): TakenFleet {
  return { ...taken, notes: [...notes, ...taken.notes] };
}

function measuredFleet(
  { source, asked }: StoreQuestion,
  query: FleetQuery,
  taken: TakenFleet,
  store: FleetStore,
  build: FleetBuild | undefined,
): MeasuredFleet {
  const { id, name, kind } = source;
  const { missing, unknown, notes } = taken;
  return {
    source: id,
    name,
    kind,
    asked,
    query,
    ...(missing.length > 0 && { missing: missing.map((piece) => piece.range) }),
    ...coveredTime({ source, asked }, query, taken, store),
    unknown,
    ...(notes.length > 0 && { notes }),
    ...(build && { build }),
  };
}

function noData(source: FleetSource, asked: AskedQuery, query: FleetQuery): NoDataError {
  const filters = query.filters.map(({ name, operator, value }: LabelFilter) => `${name}${operator}${value}`);
  const where = filters.length > 0 ? ` with ${filters.join(', ')}` : '';
  const what = `${asked.service ?? source.name} has no ${typeWords(asked.type)} profile${where} in ${askedRangeText(asked.range, { now: Date.now() }, query)}`;
  return new NoDataError(`${what}: choose a longer time, or another query.`);
}

/** Says what is missing, and in the status bar what only the store can change. */
function tell({ title, fleet }: Capture, actions: Actions, parts: FleetParts): void {
  const { missing = [], notes = [] } = fleet!;
  const ofAnswer = [...notes, uncountedSentence(fleet!)].filter(Boolean);
  const said = [...ofAnswer, noSamplesSentence(fleet!)].filter(Boolean);
  for (const note of said) parts.output.info(`${title}: ${note}`);
  if (missing.length > 0) {
    const count = `${missing.length} ${missing.length === 1 ? 'piece' : 'pieces'}`;
    warn(`${title} lacks ${count} of the time: ${notes.at(-1) ?? ''}`, parts.output, actions);
  } else if (ofAnswer.length > 0) setStatusBarMessage(`${title}: ${ofAnswer.join(' ')}`, NOTE_MS);
}

function retry(question: StoreQuestion, parts: FleetParts, change: Change): Actions {
  return { 'Try Again': async () => void (await profileFleet(question, parts, change)) };
}
