import type { ProfileId, QueryAnswer } from './queries';
import type { AskRequest, WorkerProfile, WorkerReply, WorkerRequest } from './workerMessages';

/** Tracks the worker's profiles in the host, so that another worker can take its place. */
export class WorkerProfiles {
  private readonly profiles = new Map<ProfileId, WorkerProfile>();
  private nextId: ProfileId = 1;

  /** Tracks the reply to a request. Ignores profiles from transferred bytes, which cannot be read again. */
  note(request: AskRequest, reply: WorkerReply): void {
    if (reply.kind === 'holds') {
      const { profile, stamp } = reply;
      this.nextId = Math.max(this.nextId, profile + 1);
      if (request.query !== 'load' || request.params.source.kind !== 'file') return;
      this.profiles.set(profile, { profile, source: request.params.source, stamp });
    } else if (request.query === 'correctFunctions' && reply.kind === 'answer') {
      const known = this.profiles.get(request.params.profile);
      const corrections = reply.answer as QueryAnswer<'correctFunctions'>;
      if (known && 'source' in known && corrections) this.profiles.set(known.profile, { ...known, corrections });
    } else if (request.query === 'derive') this.profiles.set(request.params.profile, request.params);
    else if (request.query === 'unload') this.remove(request);
  }

  /** Removes the profile that a request is about. */
  remove(request: AskRequest): void {
    if ('profile' in request.params) this.profiles.delete(request.params.profile);
  }

  /** The message that sets up a new worker; undefined while no profile has been loaded. */
  resume(): Extract<WorkerRequest, { kind: 'resume' }> | undefined {
    if (this.nextId === 1) return undefined;
    return { kind: 'resume', nextId: this.nextId, profiles: [...this.profiles.values()] };
  }
}
