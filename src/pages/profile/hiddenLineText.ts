import { basename } from '../../profile/text/shortNames';
import type { PROFILE_PAGE } from '../protocol/profilePage';
import type { OrderParams } from '../protocol/pageProtocol';

/** Why the flame graph shows no frame of a line that has costs, and what to do. */
export function hiddenLineText(
  { file, line, from, hideTestingFrames }: OrderParams<typeof PROFILE_PAGE, 'sayHidden'>,
): string {
  const place = `${basename(file)}:${line}`;
  if (from !== undefined) {
    return `${place} has no frame below ${from}, where the flame graph starts: choose Everything in the flame graph.`;
  }
  if (hideTestingFrames) return `The flame graph hides the frames of ${place}: turn off View → Hide testing frames.`;
  return `The flame graph has no frame with costs of ${place}: it may show another profile now.`;
}
