import { type FlameWindow, MODULE_CODE } from '../../src/profile/answers/flame';
import { sharePart } from '../../src/profile/text/screen/share';
import { symbolName } from '../text/drawnNames';
import type { ProfileState } from '../profileState';

/** `Showing 80 % of the total`; empty if it is all of it. @param covered the part of the total that is shown */
export function shareText(covered: number, isRefined: boolean): string {
  const share = sharePart(covered, 1);
  return share === sharePart(1, 1) ? '' : `Showing ${share} of the ${isRefined ? 'refined total' : 'total'}`;
}

/** Where the rest of the total is if stacks start at a function, or in the module's code; otherwise empty. */
export function restText(
  start: string | undefined,
  { covered, names, name }: Pick<FlameWindow, 'covered' | 'names' | 'name'>,
  { startAt }: Pick<ProfileState, 'startAt'>,
): string {
  if (start === undefined || covered >= 1) return '';
  const isModule = start === startAt && names[name[0]] === MODULE_CODE;
  const examples = start === startAt ? ', such as those of garbage collection, the runtime and package testing' : '';
  return `The rest is in stacks without ${isModule ? MODULE_CODE : symbolName(start)}${examples}. Everything shows all stacks.`;
}

/** Why the graph is empty. */
export function nothingText(start: string | undefined): string {
  return start === undefined ? 'The profile has no samples of this type.' : `No sample of this type has ${start} in its stack.`;
}
