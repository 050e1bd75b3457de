import type { Captured } from '../../captures/captureDraft';
import type { StoredProfile } from '../../captures/disk/captureStore';
import type { CaptureInProgress } from '../../captures/loaded/captureDrafts';
import type { QueryEngine } from '../../engine/client';
import type { ProgramKind } from '../../go/captureTypes';
import type { ProfileSink } from './runningProgram';

export interface LiveParts {
  readonly engine: QueryEngine;
  readonly inProgress: Pick<CaptureInProgress, 'take' | 'retake' | 'profiles'>;
  /** What is known of the capture besides its profiles. */
  readonly known: Captured;
  /** Begins the names of the agent's functions: `main.linecost1a2b3c4d`. */
  readonly agentPrefix: string;
  readonly kinds: readonly ProgramKind[];
  /** Called when costs are shown that were not before. */
  onShown(): void;
}

/**
 * Shows the profiles of a program while it runs: the CPU profile is the sum of its pieces. Samples of the agent, and of
 * what writes its profiles, are left out: they are not the program's.
 */
export class LiveProfiles implements ProfileSink {
  private cpu: Uint8Array | undefined;
  private readonly taken = new Set<ProgramKind>();

  constructor(private readonly parts: LiveParts) {}

  async addCpu(pieces: readonly Uint8Array[]): Promise<void> {
    this.cpu = await this.withoutAgent([...(this.cpu ? [this.cpu] : []), ...pieces]);
    await this.show('cpu', this.cpu);
  }

  async add(kind: ProgramKind, bytes: Uint8Array): Promise<void> {
    await this.show(kind, await this.withoutAgent([bytes]));
  }

  private async show(kind: ProgramKind, bytes: Uint8Array): Promise<void> {
    const { inProgress, known, kinds, onShown } = this.parts;
    const profile: StoredProfile = { label: kind, fileName: `${kind}.pprof` };
    if (this.taken.has(kind)) await inProgress.retake(profile, [bytes], known);
    else {
      this.taken.add(kind);
      // The kind that was shown last may come at the end only.
      await inProgress.take(profile, bytes, known, kinds.filter((each) => each === 'cpu'));
    }
    if (inProgress.profiles().some(({ summary }) => summary.sampleCount > 0)) onShown();
  }

  private withoutAgent(profiles: readonly Uint8Array[]): Promise<Uint8Array> {
    const { engine, agentPrefix } = this.parts;
    const own = agentPrefix.replaceAll('.', '\\.');
    const ignore = `^(${own}|\\(\\*${own}|main\\.\\(\\*${own.slice('main\\.'.length)}|runtime/pprof\\.(profileWriter|\\(\\*linecost|linecost))`;
    return engine.ask('mergedBytes', { sources: profiles.map((bytes) => ({ kind: 'bytes', bytes }) as const), ignore });
  }
}
