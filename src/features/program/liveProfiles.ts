import type { Captured } from '../../captures/captureDraft';
import type { StoredProfile, StoredTimeline } from '../../captures/disk/captureStore';
import type { CaptureInProgress } from '../../captures/loaded/captureDrafts';
import type { ProgramFigures } from '../../captures/loaded/programFigures';
import type { LoadedProfile } from '../../captures/loadedCapture';
import { RECENT_CPU, timeOf } from '../../captures/timeOfProfile';
import type { QueryEngine } from '../../engine/client';
import type { ProgramKind } from '../../go/captureTypes';
import { agentFrames, agentGoroutines } from '../../go/program/agentFrames';
import type { AddedFigures, CpuPiece } from '../../go/program/runFolder';
import { KeptPieces } from './keptPieces';
import type { AddOptions, ProfileSink } from './runningProgram';
import { StoredFigures } from './storedFigures';

export interface LiveParts {
  readonly engine: QueryEngine;
  readonly inProgress: Pick<CaptureInProgress, 'id' | 'take' | 'retake' | 'profiles' | 'storeSoFar' | 'files'>;
  /** Where pages find the figures of the runtime. */
  readonly figures: Pick<ProgramFigures, 'add' | 'end'>;
  /** What is known of the capture besides its profiles. */
  readonly known: Captured;
  /** Begins the names of the agent's functions: `main.linecost1a2b3c4d`. */
  readonly agentPrefix: string;
  /** Called each time that there are costs. */
  onShown(): void;
  /** Called with a profile that the user asked for. */
  onWanted(profile: LoadedProfile): void;
}

/** How much of the end the profile of the last seconds has, at least, in milliseconds. */
const RECENT_MS = 10_000;

/**
 * Shows the profiles of a program while it runs: the CPU profile is the sum of its pieces, and once there are more, the
 * last of them have a profile of their own. Samples of the agent, and of what writes its profiles, are left out: they
 * are not the program's.
 */
export class LiveProfiles implements ProfileSink {
  private cpu: Uint8Array | undefined;
  /** The last pieces, with RECENT_MS and at most one more. */
  private recent: readonly CpuPiece[] = [];
  private readonly taken = new Set<string>();
  private isStored = false;
  private readonly pieces: KeptPieces;
  private readonly figures: StoredFigures;

  constructor(private readonly parts: LiveParts) {
    const { engine, inProgress: { files } } = parts;
    this.pieces = new KeptPieces(engine, files);
    this.figures = new StoredFigures(files);
  }

  /** What the program did when, as stored. */
  get timeline(): StoredTimeline {
    return { ...this.figures.stored, pieces: this.pieces.stored };
  }

  async addCpu(pieces: readonly CpuPiece[]): Promise<void> {
    const own: CpuPiece[] = [];
    for (const piece of pieces) own.push({ ...piece, bytes: await this.withoutAgent([piece.bytes]) });
    this.cpu = await this.sum([...(this.cpu ? [this.cpu] : []), ...own.map(({ bytes }) => bytes)]);
    for (const { begin, millis, bytes } of own) await this.pieces.add(begin, begin + millis, bytes);
    await this.figures.save();
    await this.show({ label: 'cpu', fileName: 'cpu.pprof' }, this.cpu);
    const known = [...this.recent, ...own];
    this.recent = lastOf(known, RECENT_MS);
    const isPart = this.recent.length < known.length || this.taken.has(RECENT_CPU);
    if (isPart) {
      const time = timeOf(this.recent.map(({ begin, millis }) => ({ from: begin, to: begin + millis })));
      const bytes = await this.sum(this.recent.map((piece) => piece.bytes));
      await this.show({ label: RECENT_CPU, fileName: 'cpuRecent.pprof', time }, bytes);
    }
    await this.afterStored();
  }

  async addFigures({ text, isAnew }: AddedFigures): Promise<void> {
    this.figures.add(text, isAnew);
    await this.parts.figures.add(this.parts.inProgress.id, text, isAnew);
  }

  /** Deletes files that the capture no longer needs. Call when it was stored with the newer ones. Never rejects. */
  async afterStored(): Promise<void> {
    await this.pieces.removeOutdated();
    await this.figures.removeOutdated();
  }

  /** Call when the capture is stored, or is not to be. */
  close(): void {
    this.parts.figures.end(this.parts.inProgress.id);
  }

  /** Stores what came last. Resolves to what the program did when. Never rejects. */
  async end(): Promise<StoredTimeline> {
    await this.figures.save(true);
    return this.timeline;
  }

  async add(
    kind: ProgramKind,
    bytes: Uint8Array,
    { isWanted = false, usesSignals = true }: AddOptions = {},
  ): Promise<void> {
    const own = kind === 'goroutine' ? await this.goroutines(bytes, usesSignals) : await this.withoutAgent([bytes]);
    await this.show({ label: kind, fileName: `${kind}.pprof` }, own);
    const profile = this.parts.inProgress.profiles().find(({ label }) => label === kind);
    if (isWanted && profile) this.parts.onWanted(profile);
  }

  private async show(profile: StoredProfile, bytes: Uint8Array): Promise<void> {
    const { inProgress, onShown } = this.parts;
    const known = { ...this.parts.known, timeline: this.timeline };
    if (this.taken.has(profile.label)) await inProgress.retake(profile, [bytes], known);
    else {
      this.taken.add(profile.label);
      await inProgress.take(profile, bytes, known);
    }
    if (!inProgress.profiles().some(({ summary }) => summary.sampleCount > 0)) return;
    onShown();
    if (this.isStored) return;
    this.isStored = true;
    // A window that closes while the program runs keeps what there is.
    await inProgress.storeSoFar(known);
  }

  /** The goroutine that ends the program has frames of the agent, too, but is the program's. */
  private goroutines(bytes: Uint8Array, usesSignals: boolean): Promise<Uint8Array> {
    const { engine, agentPrefix } = this.parts;
    const sources = [{ kind: 'bytes', bytes }] as const;
    const ignore = agentGoroutines(agentPrefix, usesSignals);
    return engine.ask('mergedBytes', { sources, ignore, hide: agentFrames(agentPrefix) });
  }

  private async sum(profiles: readonly Uint8Array[]): Promise<Uint8Array> {
    if (profiles.length === 1) return profiles[0];
    const sources = profiles.map((bytes) => ({ kind: 'bytes', bytes }) as const);
    return this.parts.engine.ask('mergedBytes', { sources });
  }

  private withoutAgent(profiles: readonly Uint8Array[]): Promise<Uint8Array> {
    const { engine, agentPrefix } = this.parts;
    const sources = profiles.map((bytes) => ({ kind: 'bytes', bytes }) as const);
    return engine.ask('mergedBytes', { sources, ignore: agentFrames(agentPrefix) });
  }
}

/** The fewest pieces from the end on that cover this time. */
function lastOf(pieces: readonly CpuPiece[], wanted: number): readonly CpuPiece[] {
  let millis = 0;
  let first = pieces.length;
  while (first > 0 && millis < wanted) millis += pieces[--first].millis;
  return pieces.slice(first);
}
