import { leaksText } from '../../goroutines/leakedGoroutines';
import { type GoroutineParts, showGoroutines } from '../goroutines/openGoroutines';
import type { NamedLeaks } from './leaksSentence';

/**
 * Shows leaked goroutines. Throws EngineError.
 * @param of who has leaked them: `TestX`, `2 of 5 tests`, `localhost:6060`
 */
export async function showLeaks(leaking: readonly NamedLeaks[], of: string, parts: GoroutineParts): Promise<void> {
  const origin = `leaks of ${of}`;
  await showGoroutines({ origin, content: leaksText(leaking), captureTitle: origin }, parts);
}
