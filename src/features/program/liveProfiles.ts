import type { Captured } from '../../captures/captureDraft';
import type { CaptureInProgress } from '../../captures/loaded/captureDrafts';
import type { LoadedProfile } from '../../captures/loadedCapture';
import type { QueryEngine } from '../../engine/client';
import type { ProgramKind } from '../../go/captureTypes';
import { agentFrames, agentGoroutines } from '../../go/program/agentFrames';
import type { CpuPiece } from '../../go/program/runFolder';
import type { AddOptions, ProfileSink } from './runningProgram';

export interface LiveParts {
  readonly engine: QueryEngine;
  readonly inProgress: Pick<CaptureInProgress, 'id' | 'take' | 'retake' | 'profiles' | 'storeSoFar'>;
  /** What is known of the capture besides its profiles. */
  readonly known: Captured;
  /** Begins the names of the agent's functions: `main.linecost1a2b3c4d`. */
  readonly agentPrefix: string;
  /** Called each time that there are costs. */
  onShown(): void;
  /** Called with a profile that the user asked for. */
  onWanted(profile: LoadedProfile): void;
}

/** The label of the CPU profile of the last seconds. */
const RECENT_CPU = 'cpu, last 10 s';

/** How much of the end that profile has, at least, in milliseconds. */
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

  constructor(private readonly parts: LiveParts) {}

  async addCpu(pieces: readonly CpuPiece[]): Promise<void> {
    const all = pieces.map(({ bytes }) => bytes);
    this.cpu = await this.withoutAgent([...(this.cpu ? [this.cpu] : []), ...all]);
    await this.show('cpu', this.cpu, 'cpu');
    const known = [...this.recent, ...pieces];
    this.recent = lastOf(known, RECENT_MS);
    const isPart = this.recent.length < known.length || this.taken.has(RECENT_CPU);
    if (isPart) await this.show(RECENT_CPU, await this.withoutAgent(this.recent.map(({ bytes }) => bytes)), 'cpuRecent');
  }

  async add(
    kind: ProgramKind,
    bytes: Uint8Array,
    { isWanted = false, usesSignals = true }: AddOptions = {},
  ): Promise<void> {
    const own = kind === 'goroutine' ? await this.goroutines(bytes, usesSignals) : await this.withoutAgent([bytes]);
    await this.show(kind, own, kind);
    const profile = this.parts.inProgress.profiles().find(({ label }) => label === kind);
    if (isWanted && profile) this.parts.onWanted(profile);
  }

  private async show(label: string, bytes: Uint8Array, name: string): Promise<void> {
    const { inProgress, known, onShown } = this.parts;
    const profile = { label, fileName: `${name}.pprof` };
    if (this.taken.has(label)) await inProgress.retake(profile, [bytes], known);
    else {
      this.taken.add(label);
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
