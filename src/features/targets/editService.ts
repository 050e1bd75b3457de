import { instanceNames } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { requireTrust } from '../../ui/preconditionError';
import { showMenu } from '../../ui/window';
import { testService } from './askService';
import type { SavedTargets } from './savedTargets';
import { type EditedService, SERVICE_FIELDS, type ServiceField } from './serviceFields';

/** The row that ends the list. */
const TEST = 'Test Service';

/**
 * Lists what is saved of a service, and asks for what the user chooses, until the user closes the list. Each change is
 * saved at once. Throws an Error for the user.
 */
export async function editService(target: ServiceTarget, targets: SavedTargets): Promise<void> {
  requireTrust('Linecost reaches no service in an untrusted workspace');
  let edited: EditedService = { target, secrets: await targets.secretsOf(target) };
  let last: ServiceField | undefined;
  for (;;) {
    const chosen = await pickField(edited, last);
    if (chosen === undefined) return;
    if (chosen === TEST) return testService(edited.target, targets);
    last = chosen;
    const changed = await chosen.ask(edited, targets);
    if (changed === undefined) continue;
    const secrets = changed.secrets === edited.secrets ? undefined : changed.secrets;
    await targets.save(changed.target, secrets);
    edited = changed;
  }
}

async function pickField(
  edited: EditedService,
  last: ServiceField | undefined,
): Promise<ServiceField | typeof TEST | undefined> {
  const fields = SERVICE_FIELDS.filter(({ isMeant }) => isMeant?.(edited) ?? true);
  const items = fields.map((field) => ({ label: field.label, description: field.value(edited), field }));
  const test = { icon: 'plug', label: TEST, description: instanceNames(edited.target.addresses).join(', '), field: TEST } as const;
  const active = items.find(({ field }) => field === last);
  const texts = { title: `Linecost: ${edited.target.name}`, placeHolder: 'Choose what to change. Escape closes the list' };
  return (await showMenu<(typeof items)[number] | typeof test>([...items, test], active, texts))?.field;
}
