import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { showInputBox } from '../../ui/window';

interface AskedName {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
}

/** What has names: services, or stores. */
interface Named {
  list(): readonly { readonly id: string; readonly name: string }[];
}

/** Asks for the name of a service, which no other has. undefined if the user cancels. */
export function askServiceName(targets: Named, asked: AskedName, own?: ServiceTarget): Promise<string | undefined> {
  return askFreeName(targets, { ...asked, noun: 'service' }, own?.id);
}

/** Like askServiceName, for what the noun names. */
export async function askFreeName(
  named: Named,
  { noun, ...asked }: AskedName & { readonly noun: string },
  own?: string,
): Promise<string | undefined> {
  const taken = new Set(named.list().filter(({ id }) => id !== own).map(({ name }) => name));
  const name = await showInputBox({
    ...asked,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return 'Enter a name.';
      return taken.has(text.trim()) ? `Another ${noun} is named ${text.trim()}.` : undefined;
    },
  });
  return name?.trim();
}

/** The first of these names, with a number if others have it: `shop`, `shop 2`. */
export function freeName(named: Named, wanted: string): string {
  const taken = new Set(named.list().map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    if (!taken.has(`${wanted} ${number}`)) return `${wanted} ${number}`;
  }
}
