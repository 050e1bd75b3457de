import type * as vscode from 'vscode';
import type { Instance } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { InstanceMoments } from '../../live/watch/momentRequest';
import type { MomentTaker } from '../../live/watch/watchLoop';
import type { SavedTargets } from '../targets/savedTargets';

/** Takes the moments of a service's instances, and keeps its forward, if it has one, from one moment to the next. */
export class ReachedMoments {
  readonly takers: readonly MomentTaker[];
  private held: vscode.Disposable | undefined;

  constructor(
    private readonly target: ServiceTarget,
    private readonly targets: Pick<SavedTargets, 'forwards'>,
    instances: readonly Instance[],
  ) {
    this.takers = instances.map((instance): MomentTaker => {
      const moments = new InstanceMoments(instance);
      return {
        instance,
        take: async (options) => {
          await this.reach(options.signal);
          return moments.take(options);
        },
      };
    });
  }

  /** Call when no more moments are taken. */
  dispose(): void {
    this.held?.dispose();
    this.held = undefined;
  }

  /** A forward that ended too often is started again, and then it is another one that is held. */
  private async reach(signal: AbortSignal): Promise<void> {
    const { target, targets } = this;
    if (target.forward === undefined) return;
    const forwards = await targets.forwards();
    await forwards.ready(target, signal);
    const held = forwards.hold(target);
    this.held?.dispose();
    this.held = held;
  }
}
