import { showInformationMessage } from '../workbench/window';
import type { BusyError } from './oneAtATime';

/** Says that a measurement is running, with a button that cancels it. */
export async function offerCancel({ message, cancel }: BusyError): Promise<void> {
  const button = 'Cancel Measurement';
  if ((await showInformationMessage(message, button)) === button) cancel();
}
