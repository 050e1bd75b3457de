import type { CaptureRecord } from '../../captures/disk/captureStore';
import { filterOf, withFilter } from '../../fleet/deploys';
import type { TimeRange } from '../../fleet/fleetQuery';
import type { AskedQuery, AskedRange, MeasuredFleet } from '../../fleet/measuredFleet';
import { timesText } from '../../fleet/fleetWords';
import { DAY_MS } from '../../fleet/timePieces';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { type PickItem, showQuickPick } from '../../ui/window';
import { type CompareParts, reportingFailure } from '../compare/chooseBaseline';
import { offeredQuery, type QueryParts } from './askQuery';
import { orEditStore } from './editStore';
import { pickLoaded } from './pickLoaded';
import { pickRange, versionLabelOf } from './pickRange';
import type { FleetParts } from './profileFleet';
import { ask, questionOf, queryParts } from './profileFromStore';

export interface CompareFleetParts extends FleetParts, Pick<CompareParts, 'baselines'> {}

/** Labels that often tell machines and places apart, in the order in which they are listed. */
const FIRST_LABELS = ['instance', 'host', 'hostname', 'pod', 'node', 'zone', 'region', 'cluster', 'namespace'];

/** Two questions: `now` is shown, against `before`. */
interface Pair {
  readonly now?: AskedQuery;
  readonly before: AskedQuery;
}

/**
 * Compares what a store answered with another time, or with another value of a label, such as another version or host:
 * asks the store for it, and makes it the baseline. Throws an Error for the user, CaptureError, EngineError or
 * AbortError.
 */
export async function compareFleet(record: CaptureRecord | undefined, parts: CompareFleetParts): Promise<void> {
  requireTrust('Linecost reaches no store in an untrusted workspace');
  const { captures, session } = parts;
  const sources = await parts.targets.sources();
  const { source, asked } = questionOf(record, sources);
  const pair = await orEditStore(source, parts.output, async () => {
    return askPair(asked, record!.fleet!, await queryParts(source, sources, parts));
  });
  if (!pair) return;
  const before = await ask({ source, asked: pair.before }, parts);
  const now = before && (pair.now ? (await ask({ source, asked: pair.now }, parts))?.id : record!.id);
  if (!before || now === undefined) return;
  if (session.active?.capture.id !== now) await captures.openCapture(now);
  await reportingFailure(async () => (await parts.baselines()).setForActive(before.id));
}

type Dimension = PickItem & { readonly label: string; readonly name?: string };

async function askPair(asked: AskedQuery, { query }: MeasuredFleet, parts: QueryParts): Promise<Pair | undefined> {
  const title = `Linecost: Compare with Another Time, Version or Host`;
  const time: Dimension = { icon: 'history', label: 'Another Time' };
  const chosen = await pickLoaded<Dimension>(async (signal) => {
    const { choices, source } = parts;
    const names = await choices.labelNames(offeredQuery(asked), signal);
    const version = await versionLabelOf(offeredQuery(asked), source.versionLabel, choices, signal);
    const rank = (name: string): number => {
      const at = FIRST_LABELS.indexOf(name);
      return name === version ? -1 : at < 0 ? FIRST_LABELS.length : at;
    };
    const labels = names.filter((name) => name !== choices.store.serviceLabel).sort((a, b) => rank(a) - rank(b));
    return [time, ...labels.map((name): Dimension => ({
      icon: name === version ? 'rocket' : 'tag', label: `Another ${name}`, description: valueOf(asked, name), name,
    }))];
  }, { title, placeHolder: 'What the two profiles differ in' });
  if (!chosen) return undefined;
  if (chosen.name === undefined) return askOtherTime(asked, query.range, parts, title);
  return askOtherValue(chosen.name, asked, query.range, parts, title);
}

function valueOf({ filters }: AskedQuery, label: string): string | undefined {
  return filters.find(({ name, operator }) => name === label && operator === '=')?.value;
}

async function askOtherTime(
  asked: AskedQuery,
  { from, to }: TimeRange,
  { source, choices }: QueryParts,
  title: string,
): Promise<Pair | undefined> {
  const earlier = (label: string, ms: number) => {
    const range: AskedRange = { kind: 'between', from: from - ms, to: to - ms };
    return { icon: 'history', label, description: timesText(range, { now: Date.now() }), range };
  };
  const other = { icon: 'calendar', label: 'Another Time…', range: undefined };
  const items = [
    earlier('Just Before', to - from), earlier('The Same Time a Day Earlier', DAY_MS),
    earlier('The Same Time a Week Earlier', 7 * DAY_MS), other,
  ];
  const chosen = await showQuickPick<PickItem & { readonly range: AskedRange | undefined }>(items, { title, placeHolder: 'The time to compare with' });
  if (!chosen) return undefined;
  const query = offeredQuery(asked);
  const range = chosen.range ?? (await pickRange({ title, query, versionLabel: source.versionLabel }, choices));
  return range && { before: { ...asked, range } };
}

/** Asks for the value to compare with; also for the one to show, unless the question has it. */
async function askOtherValue(
  label: string,
  asked: AskedQuery,
  range: TimeRange,
  { choices }: QueryParts,
  title: string,
): Promise<Pair | undefined> {
  const ofBuild = asked.range.kind === 'build' && asked.range.label === label ? asked.range.value : undefined;
  const own = valueOf(asked, label) ?? ofBuild;
  const pick = async (placeHolder: string, taken: string | undefined): Promise<string | undefined> => {
    const chosen = await pickLoaded(async (signal) => {
      const values = (await choices.labelValues(label, offeredQuery(asked), signal)).filter((value) => value !== taken);
      if (values.length === 0) throw new PreconditionError(`${label} has no other value in the last 24 h.`);
      return values.map((value) => ({ label: value }));
    }, { title, placeHolder });
    return chosen?.label;
  };
  const now = own ?? (await pick(`The ${label} to show`, undefined));
  const before = now === undefined ? undefined : await pick(`The ${label} to compare ${now} with`, now);
  if (now === undefined || before === undefined) return undefined;
  const withValue = (value: string): AskedQuery => {
    // Both are of the time that the capture is of.
    return { ...withFilter(asked, filterOf(label, [value])), range: { kind: 'between', ...range } };
  };
  return { ...(own === undefined && { now: withValue(now) }), before: withValue(before) };
}
