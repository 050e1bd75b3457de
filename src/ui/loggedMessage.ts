import { inBackground } from './inBackground';
import type { Output } from './output';
import { showErrorMessage, showWarningMessage } from './window';
import { openSettings, settingsIn } from './openSettings';

/** The actions of a message's buttons, by title. */
export type Actions = Readonly<Record<string, () => unknown>>;

/** Shows a warning, also in the output channel. */
export function warn(message: string, output: Output, actions?: Actions): void {
  inBackground(tell('warning', message, output, actions));
}

/** Shows a message and logs it. Its buttons open the output channel and the settings that it names. */
export async function tell(
  severity: 'warning' | 'error',
  message: string,
  output: Output,
  actions: Actions = {},
): Promise<void> {
  output[severity === 'warning' ? 'warn' : 'error'](message);
  const settings = settingsIn(message);
  const buttons: Record<string, () => unknown> = {
    ...actions,
    ...(settings.length > 0 ? { 'Open Settings': () => openSettings(...settings) } : {}),
    'Show Output': () => output.show(),
  };
  const show = severity === 'warning' ? showWarningMessage : showErrorMessage;
  const chosen = await show(message, ...Object.keys(buttons));
  if (chosen) await buttons[chosen]();
}
