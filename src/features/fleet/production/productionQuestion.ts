import { CaptureError } from '../../../common/captureError';
import type { Capture, LoadedProfile } from '../../../captures/loadedCapture';
import type { QueryEngine } from '../../../engine/client';
import type { FleetQuery, LabelFilter, TimeRange } from '../../../fleet/fleetQuery';
import type { FleetSource } from '../../../fleet/fleetSource';
import type { FleetSeries, FleetStore, FleetType } from '../../../fleet/fleetStore';
import { fleetName, labelOf, typeWords } from '../../../fleet/fleetWords';
import type { MeasuredFleet } from '../../../fleet/measuredFleet';
import { DAY_MS } from '../../../fleet/timePieces';
import { buildOf, buildSentence, type CodeOfFleet } from '../buildOfFleet';
import { takeFleet } from '../takeFleet';
import type { AnswerFiles, StoreAnswer } from './answerFiles';
import type { ProductionStore } from './inProduction';
import { type ProductionAnswer, ProductionProfiles } from './productionProfiles';

/** What is asked of a store without a question to the user. */
export interface AskedOfProduction {
  readonly source: FleetSource;
  readonly store: FleetStore;
  readonly type: FleetType;
  /** undefined for all services. */
  readonly service: string | undefined;
}

interface QuestionParts {
  readonly engine: QueryEngine;
  readonly files: AnswerFiles;
  /** Milliseconds since the epoch; by default of this machine's clock. */
  readonly now?: () => number;
  /** See codeOf. */
  codeOf(fleet: MeasuredFleet, profiles: readonly LoadedProfile[], signal: AbortSignal): Promise<CodeOfFleet>;
}

/** Labels that differ between processes, by which a split says nothing. */
const OF_PROCESSES = /^(?:__|span_|trace_|profile_id|pyroscope_spy)/;
const MAX_LABELS = 8;
const SERIES_STEP_SECONDS = 3600;
const NO_BUILD = 'No label says which build this is of: lines may be off.';

/** The default question of a store, with its answers. */
export class ProductionQuestion implements ProductionStore {
  readonly profiles: ProductionProfiles;
  readonly title: string;
  readonly storeName: string;
  /** What shares are of: `cpu`. */
  readonly unit: string;
  private made: { readonly of: ProductionAnswer; readonly capture: Capture } | undefined;

  constructor(readonly asked: AskedOfProduction, private readonly parts: QuestionParts) {
    const { source, type, service } = asked;
    this.storeName = source.name;
    this.unit = typeWords(type).replace(/^CPU$/, 'CPU time');
    this.title = `${service === undefined ? `all services in ${source.name}` : fleetName(source.name, asked)} · ${typeWords(type)} · last 24 h`;
    this.profiles = this.profilesWhere([]);
  }

  /**
   * The profile of the last 24 hours, as a capture that is not stored. Throws CaptureError if there is none,
   * EngineError, or the signal's reason on abort.
   */
  async capture(signal: AbortSignal): Promise<Capture> {
    const answer = await this.profiles.lastDay(signal);
    if (!answer) throw this.nothing();
    if (this.made?.of === answer) return this.made.capture;
    const { summary, range } = answer;
    const profiles = [{ summary, label: labelOf(this.asked.type) }];
    const id = `production ${summary.id}`;
    const code = await this.codeOf(answer, profiles, signal);
    const capture: Capture = {
      id, title: this.title, capturedAt: range.to, profiles, results: [], ...code, sources: new Map(code.sources),
    };
    this.made = { of: answer, capture };
    return capture;
  }

  /** Sentences on what an answer lacks, and whether its lines are those of the build. */
  notesOf({ fleet, conditions }: Capture): { readonly lacks: readonly string[]; readonly notes: readonly string[] } {
    const said = buildSentence({ fleet, conditions }) ?? (conditions?.git ? undefined : NO_BUILD);
    return { lacks: fleet!.notes ?? [], notes: said === undefined ? [] : [said] };
  }

  /** The index of the sample type that was asked for. */
  sampleTypeOf({ profiles: [{ summary }] }: Capture): number {
    const index = summary.sampleTypes.findIndex(({ type }) => type === this.asked.type.sampleType);
    return index < 0 ? summary.defaultSampleType : index;
  }

  async labelNames(signal: AbortSignal): Promise<readonly string[]> {
    const { store, source: { versionLabel } } = this.asked;
    const names = await store.labelNames(this.queryOf(this.profiles.lastRange(), []), signal);
    const useful = names.filter((name) => name !== store.serviceLabel && !OF_PROCESSES.test(name)).sort();
    const first = useful.filter((name) => name === versionLabel);
    return [...first, ...useful.filter((name) => name !== versionLabel)].slice(0, MAX_LABELS);
  }

  async largestValues(label: string, signal: AbortSignal): Promise<readonly string[]> {
    const query = this.queryOf(this.profiles.lastRange(), []);
    const series = await this.asked.store.series(query, { stepSeconds: SERIES_STEP_SECONDS, groupBy: label }, signal);
    const sums = series.map((each) => ({ value: each.labels[label] ?? '', sum: sumOf(each) }));
    return sums.filter(({ value }) => value !== '').sort((a, b) => b.sum - a.sum).map(({ value }) => value);
  }

  where(name: string, value: string): ProductionProfiles {
    return this.profilesWhere([{ name, operator: '=', value }]);
  }

  dispose(): void {
    this.profiles.dispose();
  }

  private profilesWhere(filters: readonly LabelFilter[]): ProductionProfiles {
    const { engine, files, now } = this.parts;
    const { source, store, type, service } = this.asked;
    const key = JSON.stringify([{ ...source, name: '', defaults: {}, requests: undefined }, service, type.id, filters]);
    const ask = async (range: TimeRange, signal: AbortSignal): Promise<StoreAnswer | undefined> => {
      const how = { signal, stop: signal, keeps: async () => false, report: () => undefined };
      const taken = await takeFleet(store, this.queryOf(range, filters), how, engine);
      // Shares of a part of the time would look like those of all of it.
      if (taken && taken.missing.length > 0) throw new CaptureError('failed', taken.missing[0].sentence);
      return taken;
    };
    return new ProductionProfiles(engine, files, { key, ask }, now);
  }

  private queryOf(range: TimeRange, filters: readonly LabelFilter[]): FleetQuery {
    const { type, service } = this.asked;
    return { type: type.id, ...(service !== undefined && { service }), filters, range };
  }

  private async codeOf(
    { range, stored: { notes } }: ProductionAnswer,
    profiles: readonly LoadedProfile[],
    signal: AbortSignal,
  ): Promise<CodeOfFleet> {
    const { store, type, service, source: { id, name, kind, versionLabel } } = this.asked;
    const query = this.queryOf(range, []);
    const build = await buildOf(query, store, versionLabel, signal);
    const asked = { type, ...(service !== undefined && { service }), filters: [], range: { kind: 'last', ms: DAY_MS } } as const;
    const fleet = { source: id, name, kind, asked, query, notes, ...(build && { build }) };
    return this.parts.codeOf(fleet, profiles, signal);
  }

  private nothing(): CaptureError {
    const { source, type } = this.asked;
    const what = `no profile of ${typeWords(type)}`;
    return new CaptureError('noProfile', `${fleetName(source.name, this.asked)} has ${what} in the last 24 h: check its default service and type.`);
  }
}

function sumOf({ points }: FleetSeries): number {
  return points.reduce((sum, { value }) => sum + value, 0);
}
