import type { QueryEngine } from '../engine/client';
import type { HottestCertainty } from '../profile/answers/lines';
import { ignored } from '../profile/common/ignored';
import { backgroundTimer } from '../profile/common/tasks';
import { inBackground } from '../ui/inBackground';
import { askHottestCertainty } from './hottestCertainty';
import type { Active } from './session';

/** The engine answers in the order of questions: those that draw costs come first, and none while the user switches. */
const PAUSE_MS = 500;

/** The question how sure a profile is. */
interface Asked {
  readonly of: Active;
  /** Ends the question. */
  readonly asking: AbortController;
  /** Unset until the engine has answered. */
  certainty?: HottestCertainty | undefined;
}

/** Finds out how sure the active profile is, for a view that shows it when it is known. */
export class Sureness {
  private asked: Asked | undefined;

  constructor(
    private readonly engine: QueryEngine,
    /** Called when the engine has answered. */
    private readonly onKnown: () => void,
  ) {}

  /** Undefined until the engine has answered, and in a comparison, which says what is firm. */
  of(active: Active | undefined): HottestCertainty | undefined {
    if (active && this.asked?.of === active) return this.asked.certainty;
    this.dispose();
    if (!active || active.baseline) return undefined;
    const asked: Asked = (this.asked = { of: active, asking: new AbortController() });
    const timer = backgroundTimer(() => inBackground(this.ask(asked)), PAUSE_MS);
    asked.asking.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    return undefined;
  }

  dispose(): void {
    this.asked?.asking.abort();
    this.asked = undefined;
  }

  private async ask(asked: Asked): Promise<void> {
    const { of: { profile, capture, queryId: id, sampleType }, asking: { signal } } = asked;
    const answer = askHottestCertainty(this.engine, profile, capture, { id, sampleType }, signal);
    const certainty = await answer.catch(ignored('it is not said how sure the profile is'));
    if (!certainty || signal.aborted) return;
    asked.certainty = certainty;
    this.onKnown();
  }
}
