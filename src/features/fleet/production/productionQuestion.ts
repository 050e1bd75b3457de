import { CaptureError } from '../../../common/captureError';
import type { Capture } from '../../../captures/loadedCapture';
import type { QueryEngine } from '../../../engine/client';
import type { FleetQuery, LabelFilter, TimeRange } from '../../../fleet/fleetQuery';
import type { FleetSource } from '../../../fleet/fleetSource';
import type { FleetSeries, FleetStore, FleetType } from '../../../fleet/fleetStore';
import { fleetName, labelOf, typeWords } from '../../../fleet/fleetWords';
import { ignored } from '../../../profile/common/ignored';
import { buildOf } from '../buildOfFleet';
import { takeFleet } from '../takeFleet';
import type { AnswerFiles } from './answerFiles';
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
  /** The texts of files as they were deployed, by absolute path; empty if that is not known. */
  readonly deployedTexts: (
    capture: Capture,
    buildNames: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, string>>;
}

/** Labels that differ between processes, by which a split says nothing. */
const OF_PROCESSES = /^(?:__|span_|trace_|profile_id|pyroscope_spy)/;
const MAX_LABELS = 8;
const SERIES_STEP_SECONDS = 3600;

/** The default question of a store, with its answers. */
export class ProductionQuestion implements ProductionStore {
  readonly profiles: ProductionProfiles;
  readonly title: string;
  readonly storeName: string;
  /** What shares are of: `cpu`. */
  readonly unit: string;
  private made: { readonly of: ProductionAnswer; readonly capture: Capture } | undefined;

  constructor(readonly asked: AskedOfProduction, private readonly parts: QuestionParts) {
    const { source, type } = asked;
    this.storeName = source.name;
    this.unit = typeWords(type).replace(/^CPU$/, 'CPU time');
    this.title = `${fleetName(source.name, asked)} · ${typeWords(type)} · last 24 h`;
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
    const { type } = this.asked;
    const profile = { summary, label: labelOf(type) };
    const { title } = this;
    const id = `production ${summary.id}`;
    const plain = { id, title, capturedAt: range.to, profiles: [profile], results: [] };
    const texts = await this.deployed({ ...plain, sources: new Map() }, range, signal);
    const capture: Capture = { ...plain, sources: new Map(texts) };
    this.made = { of: answer, capture };
    return capture;
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
    const key = JSON.stringify([{ ...source, name: '', defaults: {} }, service, type.id, filters]);
    const ask = async (range: TimeRange, signal: AbortSignal): Promise<Uint8Array | undefined> => {
      const how = { signal, stop: signal, keeps: async () => false, report: () => undefined };
      const taken = await takeFleet(store, this.queryOf(range, filters), how, engine);
      // Shares of a part of the time would look like those of all of it.
      if (taken && taken.missing.length > 0) throw new CaptureError('failed', taken.missing[0].sentence);
      return taken?.bytes;
    };
    return new ProductionProfiles(engine, files, { key, ask }, now);
  }

  private queryOf(range: TimeRange, filters: readonly LabelFilter[]): FleetQuery {
    const { type, service } = this.asked;
    return { type: type.id, ...(service !== undefined && { service }), filters, range };
  }

  /** Empty if the profile is of several builds, or the build is not known here. */
  private async deployed(
    capture: Capture,
    range: TimeRange,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const { store, source: { versionLabel } } = this.asked;
    const find = async () => {
      const build = await buildOf(this.queryOf(range, []), store, versionLabel, signal);
      const names = [build?.commit, build?.version].filter((name) => name !== undefined);
      return this.parts.deployedTexts(capture, names, signal);
    };
    const found = await find().catch(ignored('lines are not matched to the deployed text'));
    signal.throwIfAborted();
    return found ?? new Map<string, string>();
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
