import type { CaptureRecord } from '../../captures/disk/captureStore';
import { PreconditionError } from '../../ui/preconditionError';
import { showReadOnlyText } from '../../ui/readOnlyText';

/** Shows what the load tool printed while a service was profiled. Throws a PreconditionError without a load. */
export async function showLoadOutput(
  record: CaptureRecord | undefined,
  { subscriptions }: { readonly subscriptions: { dispose(): unknown }[] },
): Promise<void> {
  const { name = '', load } = record?.service ?? {};
  if (!load) {
    const fix = { title: 'Profile Service Under Load', command: 'linecost.loadService' };
    throw new PreconditionError('No service was profiled under load yet.', fix);
  }
  await showReadOnlyText(`load of ${name}`, `${load.output}\n`, subscriptions);
}
