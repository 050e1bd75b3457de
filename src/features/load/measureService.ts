import type { Sides } from '../../captures/disk/captureStore';
import { instanceNames } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { showQuickPick } from '../../ui/window';
import { ImportedParts } from '../targets/commandApproval';
import type { SavedTargets } from '../targets/savedTargets';
import { changeLoadCommand } from './askLoadCommand';
import type { LoadedTarget } from './loadAround';
import { type MeasuredSide, type MeasureParts, measureServices } from './serviceInTurns';

/** Two services that get the same load. */
interface Pair {
  readonly now: LoadedTarget;
  readonly before: LoadedTarget;
}

/**
 * Measures a service in turns with another one that the user chooses, such as the new and the old build at two ports.
 * Throws like measureServices, or an Error for the user.
 */
export async function measureService(target: ServiceTarget, parts: MeasureParts): Promise<void> {
  requireTrust('Linecost runs no load command in an untrusted workspace');
  await parts.measurements.ready();
  const pair = await askPair(target, parts.targets);
  if (!pair) return;
  const { now, before } = pair;
  const imported = new ImportedParts(parts.memento);
  for (const each of [now, before]) await imported.approve(each, each.load.command);
  const sides: Sides = { kind: 'services', now: now.name, before: before.name };
  const isSameCommand = now.load.command === before.load.command;
  const side = (each: LoadedTarget): MeasuredSide => {
    return { target: each, name: each.name, use: (signal, work) => parts.targets.use(each, signal, work) };
  };
  const title = `Measuring ${now.name} against ${before.name}`;
  await measureServices(title, async () => ({ now: side(now), before: side(before), sides, isSameCommand }), parts);
}

async function askPair(now: ServiceTarget, targets: SavedTargets): Promise<Pair | undefined> {
  const others = targets.list().filter(({ id }) => id !== now.id);
  if (others.length === 0) {
    const message = `Two services are needed: save the address at which the old build of ${now.name} runs, too.`;
    throw new PreconditionError(message, { title: 'Add Service…', command: 'linecost.addService' });
  }
  const items = others.map((target) => {
    return { label: target.name, description: instanceNames(target.addresses).join(', '), target };
  });
  const before = (await showQuickPick(items, {
    title: `Linecost: Measure ${now.name} Again`,
    placeHolder: 'Choose the service that it is measured against, such as the old build at another port',
  }))?.target;
  if (!before) return undefined;
  const load = now.load ?? before.load ?? (await changeLoadCommand(now, targets))?.load;
  if (!load) return undefined;
  const isShared = !now.load || !before.load;
  if (isShared && !namesAddress(load.command)) {
    const both = `${now.name} and ${before.name}`;
    const message = `The load command has a fixed address, so it is not for both ${both}: write \${address} in it.`;
    const args = [now.load ? now.id : before.id];
    throw new PreconditionError(message, { title: 'Change Load Command…', command: 'linecost.changeLoad', args });
  }
  return { now: { ...now, load: now.load ?? load }, before: { ...before, load: before.load ?? load } };
}

/** Whether a load command goes to the address of the service. */
export function namesAddress(command: string): boolean {
  return /\$\{?(?:address|port|host|socket)\b/.test(command);
}
