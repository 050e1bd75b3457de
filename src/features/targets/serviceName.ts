import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { showInputBox } from '../../ui/window';
import type { SavedTargets } from './savedTargets';

/** Asks for the name of a service, which no other has. undefined if the user cancels. */
export async function askServiceName(
  targets: SavedTargets,
  asked: { readonly title: string; readonly prompt: string; readonly value: string },
  own?: ServiceTarget,
): Promise<string | undefined> {
  const taken = new Set(targets.list().filter(({ id }) => id !== own?.id).map(({ name }) => name));
  const name = await showInputBox({
    ...asked,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return 'Enter a name.';
      return taken.has(text.trim()) ? `Another service is named ${text.trim()}.` : undefined;
    },
  });
  return name?.trim();
}

/** The first of these names, with a number if others have it: `shop`, `shop 2`. */
export function freeName(targets: SavedTargets, wanted: string): string {
  const taken = new Set(targets.list().map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    if (!taken.has(`${wanted} ${number}`)) return `${wanted} ${number}`;
  }
}
