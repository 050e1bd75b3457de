import { reportFailure } from '../ui/failureMessage';
import type { Output } from '../ui/output';
import { offerCancel } from './profile/offerCancel';
import { BusyError } from './profile/oneAtATime';

/** Shows an error that a command threw; while a measurement runs, offers to cancel it. */
export async function commandFailure(error: unknown, output: Output): Promise<void> {
  await (error instanceof BusyError ? offerCancel(error) : reportFailure(error, output));
}
