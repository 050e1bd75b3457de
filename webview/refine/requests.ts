import type { Ask } from '../../src/protocol/messages';
import type { Refinement } from '../../src/protocol/refineState';

type AskRefine = Ask<'refine'>;

/** What is asked for, ahead of the host: changes that follow each other quickly build on one another. */
export class RefineRequests {
  /** In effect, or on its way to be. */
  asked: Refinement = {};
  private lastRequest = 0;
  private inFlight: AskRefine | undefined;

  constructor(private readonly send: (message: AskRefine) => void) {}

  get isAsking(): boolean {
    return this.inFlight !== undefined;
  }

  ask(profile: number, refinement: Refinement): void {
    this.asked = refinement;
    this.start(profile);
  }

  /**
   * Takes in what is in effect. What is still on its way is asked again of a profile that came meanwhile: the host does
   * not hear what is said of another. Gives true where what is in effect was not asked for here.
   */
  follow(profile: number, refinement: Refinement): boolean {
    const isAsked = sameText(this.asked) === sameText(refinement);
    if (this.inFlight && !isAsked) {
      if (this.inFlight.profile !== profile) this.start(profile);
      return false;
    }
    this.inFlight = undefined;
    this.asked = refinement;
    return !isAsked;
  }

  /** Whether it is the answer that is waited for. */
  settle(request: number): boolean {
    if (this.inFlight?.request !== request) return false;
    this.inFlight = undefined;
    return true;
  }

  /** What was asked for cannot be: `refinement` still holds. */
  giveUp(refinement: Refinement): void {
    this.asked = refinement;
  }

  private start(profile: number): void {
    const request = ++this.lastRequest;
    this.inFlight = { kind: 'ask', question: 'refine', profile, request, params: this.asked };
    this.send(this.inFlight);
  }
}

/** The same for the same fields in whatever order. */
function sameText(refinement: Refinement): string {
  return JSON.stringify(Object.entries(refinement).sort(([a], [b]) => (a < b ? -1 : 1)));
}
