import { showInformationMessage } from '../../ui/window';
import type { BusyError } from './oneAtATime';

/** Says what is running, with a button that cancels it. */
export async function offerCancel(
  { message, cancel }: Pick<BusyError, 'message' | 'cancel'>,
  button = 'Cancel Measurement',
): Promise<void> {
  if ((await showInformationMessage(message, button)) === button) cancel();
}
