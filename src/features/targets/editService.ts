import { instanceNames } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { requireTrust } from '../../ui/preconditionError';
import { testService } from './askService';
import { editServer } from './editServer';
import type { SavedTargets } from './savedTargets';
import { serviceFields } from './serviceFields';

/** Lists what is saved of a service, and asks for changes: see editServer. Throws an Error for the user. */
export async function editService(target: ServiceTarget, targets: SavedTargets): Promise<void> {
  requireTrust('Linecost reaches no service in an untrusted workspace');
  const tested = await editServer({ target, secrets: await targets.secretsOf(target) }, {
    fields: serviceFields(targets),
    test: { label: 'Test Service', description: ({ addresses }) => instanceNames(addresses).join(', ') },
    save: (...saved) => targets.save(...saved),
  });
  if (tested) await testService(tested, targets);
}
