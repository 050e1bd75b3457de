import type { Captured } from '../../captures/captureDraft';
import type { StoredProfile, StoredTimeline } from '../../captures/disk/captureStore';
import type { CaptureInProgress } from '../../captures/loaded/captureDrafts';
import type { ProgramFigures } from '../../captures/loaded/programFigures';
import type { LoadedProfile } from '../../captures/loadedCapture';
import { RECENT, timeOf } from '../../captures/timeOfProfile';
import type { QueryEngine } from '../../engine/client';
import type { PieceKind, ProgramKind } from '../../go/captureTypes';
import { agentFrames, agentGoroutines } from '../../go/agent/agentFrames';
import type { AddedFigures, ProfilePiece } from '../../go/agent/runFolder';
import type { TraceProfile } from '../../go/trace/traceProfiles';
import { KeptPieces } from './keptPieces';
import type { AddOptions, ProfileSink } from './runningProgram';
import { StoredFigures } from './storedFigures';

export interface LiveParts {
  readonly engine: QueryEngine;
  readonly inProgress: Pick<CaptureInProgress, 'id' | 'take' | 'retake' | 'profiles' | 'storeSoFar' | 'files' | 'keepTrace'>;
  /** Where pages find the figures of the runtime. */
  readonly figures: Pick<ProgramFigures, 'add' | 'end'>;
  /** What is known of the capture besides its profiles. */
  readonly known: Captured;
  /** Begins the names of the agent's functions: `main.linecost1a2b3c4d`. */
  readonly agentPrefix: string;
  /** Whether an execution trace is taken. */
  readonly isTraced: boolean;
  /** Called each time that there are costs. */
  onShown(): void;
  /** Called with a profile that the user asked for. */
  onWanted(profile: LoadedProfile): void;
}

/** How much of the end the profile of the last seconds has, at least, in milliseconds. */
const RECENT_MS = 10_000;

/**
 * Shows the profiles of a program while it runs: the CPU and wall profiles are the sums of their pieces, and once there
 * are more, the last of them have a profile of their own. Samples of the agent, and of what writes its profiles, are
 * left out: they are not the program's.
 */
export class LiveProfiles implements ProfileSink {
  private readonly sums = new Map<PieceKind, Uint8Array>();
  /** The last pieces, with RECENT_MS and at most one more. */
  private readonly recent = new Map<PieceKind, readonly ProfilePiece[]>();
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

  async addPieces(kind: PieceKind, pieces: readonly ProfilePiece[]): Promise<void> {
    const own: ProfilePiece[] = [];
    for (const piece of pieces) own.push({ ...piece, bytes: await this.withoutAgent([piece.bytes]) });
    const before = this.sums.get(kind);
    const sum = await this.sum([...(before ? [before] : []), ...own.map(({ bytes }) => bytes)]);
    this.sums.set(kind, sum);
    if (kind === 'cpu') for (const { begin, millis, bytes } of own) await this.pieces.add(begin, begin + millis, bytes);
    await this.figures.save();
    await this.show({ label: kind, fileName: `${kind}.pprof` }, sum);
    const known = [...(this.recent.get(kind) ?? []), ...own];
    const recent = lastOf(known, RECENT_MS);
    this.recent.set(kind, recent);
    const label = RECENT[kind];
    if (recent.length < known.length || this.taken.has(label)) {
      const time = timeOf(recent.map(({ begin, millis }) => ({ from: begin, to: begin + millis })));
      const bytes = await this.sum(recent.map((piece) => piece.bytes));
      await this.show({ label, fileName: `${kind}Recent.pprof`, time }, bytes);
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
    { isWanted = false, usesSignals = true, takenAt }: AddOptions = {},
  ): Promise<void> {
    const own = kind === 'goroutine' ? await this.goroutines(bytes, usesSignals) : await this.withoutAgent([bytes]);
    await this.show({ label: kind, fileName: `${kind}.pprof`, ...(takenAt !== undefined && { takenAt }) }, own);
    const profile = this.parts.inProgress.profiles().find(({ label }) => label === kind);
    if (isWanted && profile) this.parts.onWanted(profile);
  }

  /** Adds what `go tool trace` has made of the program's execution trace. */
  async addTrace(profiles: readonly TraceProfile[]): Promise<void> {
    for (const { kind, bytes } of profiles) await this.show({ label: kind, fileName: `${kind}.pprof` }, await this.withoutAgent([bytes]));
  }

  /** Keeps the execution trace itself, which can be opened also if nothing was made of it. */
  async keepTrace(trace: Uint8Array): Promise<void> {
    await this.parts.inProgress.keepTrace(trace);
  }

  /** Adds a profile of leaked goroutines. */
  async addLeaks(bytes: Uint8Array): Promise<void> {
    await this.show({ label: 'leaks', fileName: 'leaks.pprof' }, bytes);
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
    const { engine, agentPrefix, isTraced } = this.parts;
    const sources = [{ kind: 'bytes', bytes }] as const;
    const ignore = agentGoroutines(agentPrefix, { usesSignals, isTraced });
    return engine.ask('mergedBytes', { sources, ignore, hide: agentFrames(agentPrefix) });
  }

  private async sum(profiles: readonly Uint8Array[]): Promise<Uint8Array> {
    if (profiles.length === 1) return profiles[0];
    const sources = profiles.map((bytes) => ({ kind: 'bytes', bytes }) as const);
    return this.parts.engine.ask('mergedBytes', { sources });
  }

  private withoutAgent(profiles: readonly Uint8Array[]): Promise<Uint8Array> {
    const { engine, agentPrefix, isTraced } = this.parts;
    const sources = profiles.map((bytes) => ({ kind: 'bytes', bytes }) as const);
    return engine.ask('mergedBytes', { sources, ignore: agentFrames(agentPrefix, isTraced) });
  }
}

/** The fewest pieces from the end on that cover this time. */
function lastOf(pieces: readonly ProfilePiece[], wanted: number): readonly ProfilePiece[] {
  let millis = 0;
  let first = pieces.length;
  while (first > 0 && millis < wanted) millis += pieces[--first].millis;
  return pieces.slice(first);
}
