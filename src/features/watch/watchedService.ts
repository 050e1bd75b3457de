import type { Captured } from '../../captures/captureDraft';
import type { StoredBreak, StoredGrowth, StoredProfile, StoredTimeline } from '../../captures/disk/captureStore';
import type { CaptureInProgress } from '../../captures/loaded/captureDrafts';
import type { ProgramFigures } from '../../captures/loaded/programFigures';
import type { QueryEngine } from '../../engine/client';
import { type Growth, GrowthFinder } from '../../live/watch/growth';
import { gcShare, type MemStats } from '../../live/watch/memStats';
import { MAX_GOROUTINES } from '../../live/watch/momentRequest';
import type { Answered, Clock, WatchSink } from '../../live/watch/watchLoop';
import { ignored } from '../../profile/common/ignored';
import { plural } from '../../profile/text/counts';
import { countText } from '../../profile/text/screen/digits';
import type { MomentFacts } from '../../profile/answers/held';
import { type WatchFigure, WatchFigures } from '../../timeline/watchFigures';
import { KeptPieces } from '../program/keptPieces';
import { StoredFigures } from '../program/storedFigures';
import { KeptMoments } from './keptMoments';

export interface WatchedParts {
  readonly name: string;
  readonly engine: QueryEngine;
  readonly inProgress: Pick<CaptureInProgress, 'id' | 'take' | 'retake' | 'profiles' | 'storeSoFar' | 'files'>;
  /** Where pages find the figures. */
  readonly figures: Pick<ProgramFigures, 'add' | 'end'>;
  /** What is known of the capture besides its profiles. */
  readonly known: Captured;
  /** Milliseconds since the epoch. */
  readonly beganAt: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly cpuSeconds: number;
  /** The process of an instance, which is one of these programs. */
  processOf(instance: string, programs: readonly string[]): Promise<WatchedProcess>;
  /** Called after each moment. */
  onMoment(): void;
  /** Called with a sentence that the user should see once. */
  say(text: string): void;
  /** Called with what was found to grow. */
  onGrowth(growths: readonly StoredGrowth[]): void;
}

/** What is known of a process. */
export interface WatchedProcess {
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
  /** Bytes of memory. */
  readonly resident?: number;
}

type Kind = 'cpu' | 'heap' | 'goroutine';
type Read = MomentFacts & { readonly bytes: Uint8Array };
/** Those that a moment has. */
type ReadKinds = { readonly [K in Kind]?: Read | undefined };

/** What was known of the service at the moment before. */
interface Before {
  /** Of the instances that answered. */
  readonly names: ReadonlySet<string>;
  readonly buildIds: string;
  /** Bytes that the heap profiles count since the start of the processes. */
  readonly allocated: number;
  readonly memory: ReadonlyMap<string, MemStats>;
}

/** Keeps and shows what a service answers, moment by moment, as one capture that grows. */
export class WatchedService implements WatchSink {
  private cpuSum: Uint8Array | undefined;
  private readonly taken = new Set<Kind>();
  private readonly pieces: KeptPieces;
  private readonly moments: KeptMoments;
  private readonly figures = new WatchFigures();
  private readonly storedFigures: StoredFigures;
  private readonly heapGrowth = new GrowthFinder();
  private readonly goroutineGrowth = new GrowthFinder();
  private breaks: readonly StoredBreak[] = [];
  private before: Before | undefined;
  /** The last reading of each instance at the end of a collection. */
  private readonly lastMemory = new Map<string, MemStats>();
  /** The start of each process, once it is known. */
  private readonly starts = new Map<string, number>();
  private answeredCount = 0;
  private isStored = false;
  /** Since when no instance answers, in milliseconds since the watch began. */
  private silentAt: number | undefined;
  private saidGoroutines = false;

  constructor(private readonly parts: WatchedParts) {
    const { engine, clock, inProgress: { files } } = parts;
    this.pieces = new KeptPieces(engine, files);
    this.moments = new KeptMoments(files);
    this.storedFigures = new StoredFigures(files, () => clock.now());
  }

  /** How many moments there were. */
  get count(): number {
    return this.answeredCount;
  }

  get isAnswering(): boolean {
    return this.silentAt === undefined;
  }

  get timeline(): StoredTimeline {
    const { beganAt } = this.parts;
    const grows = [
      ...this.heapGrowth.growths.map((growth) => stored('heap', growth)),
      ...this.goroutineGrowth.growths.map((growth) => stored('goroutine', growth)),
    ];
    const watch = { beganAt, moments: this.moments.stored, breaks: this.breaks, grows };
    return { ...this.storedFigures.stored, pieces: this.pieces.stored, watch };
  }

  get known(): Captured {
    return { ...this.parts.known, timeline: this.timeline };
  }

  fellSilent(silent: Parameters<WatchSink['fellSilent']>[0]): void {
    this.silentAt = this.parts.clock.now() - this.parts.beganAt;
    this.parts.say(`${silent[0].error.message} ${this.parts.name} is still watched: Linecost asks again, less and less often.`);
    this.parts.onMoment();
  }

  async answered(moment: Answered): Promise<void> {
    const at = moment.from - this.parts.beganAt;
    const [heap, goroutine, cpu] = [
      await this.read('heap', moment), await this.read('goroutine', moment), await this.read('cpu', moment),
    ];
    const kinds = { heap, goroutine, cpu };
    this.answeredCount++;
    this.noteBreak(at, moment, kinds);
    await this.addFigures(at, moment, kinds);
    this.noteGrowth(at, kinds);
    await this.moments.add(at, { ...(heap && { heap: heap.bytes }), ...(goroutine && { goroutine: goroutine.bytes }) });
    if (cpu) await this.addCpu(cpu.bytes, moment);
    await this.storedFigures.save();
    if (this.cpuSum && cpu) await this.show('cpu', this.cpuSum);
    if (heap) await this.show('heap', heap.bytes);
    if (goroutine) await this.show('goroutine', goroutine.bytes);
    await this.store();
    this.parts.onMoment();
  }

  /** Stores what came last. Never rejects. */
  async end(): Promise<void> {
    await this.storedFigures.save(true);
  }

  /** Deletes files that the capture no longer needs. Call when it was stored with the newer ones. Never rejects. */
  async afterStored(): Promise<void> {
    await this.pieces.removeOutdated();
    await this.moments.removeOutdated();
    await this.storedFigures.removeOutdated();
  }

  /** Call when the capture is stored, or is not to be. */
  close(): void {
    this.parts.figures.end(this.parts.inProgress.id);
  }

  /** Undefined if no instance has this kind, or it cannot be read. */
  private async read(kind: Kind, { answers }: Answered): Promise<Read | undefined> {
    const parts = answers.flatMap(({ name: instance, moment: { [kind]: bytes } }) => {
      return bytes ? { instance, bytes } : [];
    });
    if (parts.length === 0) return undefined;
    const asked = this.parts.engine.ask('readMoment', { parts });
    return asked.catch(ignored(`the ${kind} profile of a moment is left out`, undefined));
  }

  /** Marks where the service is not comparable with before, and begins anew to look for what grows. */
  private noteBreak(at: number, { answers }: Answered, { heap, cpu }: ReadKinds): void {
    const { before } = this;
    const memory = new Map<string, MemStats>();
    for (const { name, moment } of answers) if (moment.memory) memory.set(name, moment.memory);
    const now: Before = {
      names: new Set(answers.map((each) => each.name)),
      buildIds: (heap ?? cpu)?.buildIds.join() ?? before?.buildIds ?? '',
      allocated: heap?.sums['alloc_space'] ?? before?.allocated ?? 0,
      memory,
    };
    const text = before && this.breakText(before, now);
    this.before = now;
    if (text === undefined) return;
    this.breaks = [...this.breaks, { at, text }].slice(-MAX_BREAKS);
    this.heapGrowth.restart();
    this.goroutineGrowth.restart();
    for (const each of memory.keys()) this.starts.delete(each);
  }

  private breakText(before: Before, now: Before): string | undefined {
    const { name } = this.parts;
    const { size } = now.names;
    const changed = countNew(before.names, now.names) + countNew(now.names, before.names);
    // Of many instances, some may come and go.
    if (changed > OTHERS * size) return `${size} ${plural('instance', size)} of ${name} answered, and not those of before.`;
    if (before.buildIds !== now.buildIds) return `${name} restarted with another build.`;
    const isLess = [...now.memory].some(([each, { allocated }]) => {
      return allocated < (before.memory.get(each)?.allocated ?? 0);
    });
    return isLess || now.allocated < before.allocated ? `${name} restarted.` : undefined;
  }

  private async addFigures(at: number, { answers }: Answered, { cpu, heap }: ReadKinds): Promise<void> {
    const { figures, parts } = this;
    const programs = (heap ?? cpu)?.programs ?? [];
    const processes = await Promise.all(answers.map(({ name }) => parts.processOf(name, programs)));
    const row: Partial<Record<WatchFigure, number>> = {
      ...(cpu?.cpuUsed !== undefined && { cpuUsed: cpu.cpuUsed }),
      ...(heap && { heapInUse: heap.sums['inuse_space'] }),
      ...(cpu?.collecting !== undefined && { gcOfUsed: 100 * cpu.collecting }),
      goroutines: sumOf(answers.map(({ moment }) => moment.goroutines)),
      resident: sumOf(processes.map(({ resident }) => resident)),
      gcShare: this.gcShareOf(answers, processes.map(({ startedAt }) => startedAt)),
    };
    const before = figures.count;
    // Where nothing is known, charts have a gap.
    const gaps = this.silentAt === undefined ? [] : [this.silentAt];
    this.silentAt = undefined;
    const thinned = [...gaps.map((silentAt) => figures.addRow(silentAt, {})), figures.addRow(at, row)];
    this.storedFigures.add(figures.text, true);
    const isAnew = before === 0 || thinned.includes(true);
    const text = isAnew ? figures.text : [...gaps, at].map((_, i) => figures.rowText(before + i)).join('');
    await parts.figures.add(parts.inProgress.id, text, isAnew);
  }

  /** The mean of the instances of which it is known; NaN if it is of none. */
  private gcShareOf(answers: Answered['answers'], startedAt: readonly (number | undefined)[]): number {
    const shares = answers.map(({ name, moment: { memory } }, i) => {
      if (!memory) return NaN;
      const earlier = this.lastMemory.get(name);
      const start = this.starts.get(name) ?? startedAt[i] ?? memory.oldestAt;
      if (!Number.isNaN(start)) this.starts.set(name, start);
      // Go counts at the end of a collection, so without one, the reading before stays the last one.
      if (!earlier || memory.collections !== earlier.collections) this.lastMemory.set(name, memory);
      return earlier ? gcShare(earlier, memory, start) : NaN;
    }).filter((share) => !Number.isNaN(share));
    return shares.length === 0 ? NaN : shares.reduce((sum, share) => sum + share, 0) / shares.length;
  }

  private noteGrowth(at: number, { heap, goroutine }: ReadKinds): void {
    const found = [
      ...(heap ? this.heapGrowth.add(at, heap).map((growth) => stored('heap', growth)) : []),
      ...(goroutine ? this.goroutineGrowth.add(at, goroutine).map((growth) => stored('goroutine', growth)) : []),
    ];
    if (found.length > 0) this.parts.onGrowth(found);
    const count = this.figures.columns[GOROUTINES].at(-1) ?? 0;
    if (goroutine || this.saidGoroutines || !(count > MAX_GOROUTINES)) return;
    this.saidGoroutines = true;
    const many = `${this.parts.name} has more than ${countText(MAX_GOROUTINES)} goroutines`;
    this.parts.say(`${many}: they are counted, and not profiled, which would cost the service too much.`);
  }

  private async addCpu(bytes: Uint8Array, { from, to }: Answered): Promise<void> {
    const { engine, beganAt, cpuSeconds } = this.parts;
    const sources = [...(this.cpuSum ? [this.cpuSum] : []), bytes].map((each) => ({ kind: 'bytes', bytes: each }) as const);
    this.cpuSum = sources.length === 1 ? bytes : await engine.ask('mergedBytes', { sources });
    // A range from one moment to another has the profiles of both.
    await this.pieces.add(from - beganAt, to - beganAt, bytes, 1000 * cpuSeconds);
  }

  private async show(label: Kind, bytes: Uint8Array): Promise<void> {
    const { inProgress } = this.parts;
    const profile: StoredProfile = { label, fileName: `${label}.pprof` };
    if (this.taken.has(label)) return inProgress.retake(profile, [bytes], this.known);
    this.taken.add(label);
    await inProgress.take(profile, bytes, this.known);
  }

  /** A window that closes keeps what there is. */
  private async store(): Promise<void> {
    const { inProgress } = this.parts;
    if (!this.isStored && inProgress.profiles().length > 0) {
      this.isStored = true;
      await inProgress.storeSoFar(this.known);
    }
    await this.afterStored();
  }
}

/** The part of the instances that may be others than before. */
const OTHERS = 0.05;
/** Marks that are kept. */
const MAX_BREAKS = 100;
/** The column of the number of goroutines. */
const GOROUTINES = 2;

function stored(kind: StoredGrowth['kind'], { site: { function: name, file, line }, by, millis }: Growth): StoredGrowth {
  return { kind, function: name, file, line, by: Math.round(by), millis };
}

/** How many names are in the second set, and not in the first one. */
function countNew(before: ReadonlySet<string>, now: ReadonlySet<string>): number {
  return [...now].filter((name) => !before.has(name)).length;
}

/** NaN if one is not known. */
function sumOf(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? NaN), 0);
}
