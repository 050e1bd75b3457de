import type { ServerAccess, ServerSecrets } from '../../http/serverAccess';
import { showInputBox, type InputOptions, showMenu } from '../../ui/window';

/** A saved service or store, as far as the two are alike. */
export interface SavedServer extends ServerAccess {
  readonly name: string;
}

/** A saved server while it is edited. */
export interface Edited<T extends SavedServer> {
  readonly target: T;
  readonly secrets: ServerSecrets;
}

export interface ServerField<T extends SavedServer> {
  readonly label: string;
  /** Its present value, in a few words. Repeats no secret. */
  value(edited: Edited<T>): string;
  /** Whether the field has an effect; unset if it always has. */
  isMeant?(edited: Edited<T>): boolean;
  /** The changed server; undefined if the user cancels. */
  ask(edited: Edited<T>): Promise<Edited<T> | undefined>;
}

interface EditOptions<T extends SavedServer> {
  readonly fields: readonly ServerField<T>[];
  /** The row that ends the list, with what is tested: `Test Service`. */
  readonly test: { readonly label: string; description(target: T): string };
  /** @param secrets undefined if they have not changed */
  save(target: T, secrets: ServerSecrets | undefined): Promise<void>;
}

/**
 * Lists what is saved of a server, and asks for what the user chooses, until the user closes the list. Each change is
 * saved at once.
 * @returns the server, if it is to be tested
 */
export async function editServer<T extends SavedServer>(
  saved: Edited<T>,
  { fields, test, save }: EditOptions<T>,
): Promise<T | undefined> {
  let edited = saved;
  let last: ServerField<T> | undefined;
  for (;;) {
    const items = fields.filter(({ isMeant }) => isMeant?.(edited) ?? true)
      .map((field) => ({ label: field.label, description: field.value(edited), field }));
    const end = { icon: 'plug', label: test.label, description: test.description(edited.target), field: undefined };
    const texts = { title: `Linecost: ${edited.target.name}`, placeHolder: 'Choose what to change. Escape closes the list' };
    const active = items.find(({ field }) => field === last);
    const chosen = await showMenu<(typeof items)[number] | typeof end>([...items, end], active, texts);
    if (chosen === undefined) return undefined;
    if (chosen.field === undefined) return edited.target;
    last = chosen.field;
    const changed = await last.ask(edited);
    if (changed === undefined) continue;
    await save(changed.target, changed.secrets === edited.secrets ? undefined : changed.secrets);
    edited = changed;
  }
}

export function askFieldText(
  { name }: SavedServer,
  what: string,
  options: InputOptions,
): Thenable<string | undefined> {
  return showInputBox({ title: `${name}: ${what}`, ignoreFocusOut: true, ...options });
}
