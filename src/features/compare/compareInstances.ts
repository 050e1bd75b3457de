import type { CaptureRecord, MeasuredInstance, MeasuredService } from '../../captures/disk/captureStore';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import type { QueryEngine } from '../../engine/client';
import { INSTANCE } from '../../profile/refine/instanceLabel';
import { amountText } from '../../profile/text/amountText';
import { PreconditionError } from '../../ui/preconditionError';
import { withLateProgress } from '../../ui/progress';
import { type PickItem, showQuickPick } from '../../ui/window';
import { type CompareParts, reportingFailure } from './chooseBaseline';

export interface InstanceParts extends CompareParts {
  readonly engine: QueryEngine;
}

type OfService = CaptureRecord & { readonly service: MeasuredService };

/**
 * Compares one instance of a service's capture with another one: each becomes a capture of its own, which is shown
 * against that of the other. Throws an Error for the user if the capture is not of several instances, or EngineError.
 */
export async function compareInstances(record: CaptureRecord | undefined, parts: InstanceParts): Promise<void> {
  const { captures, session, baselines } = parts;
  if (!isOfSeveral(record)) {
    const fix = { title: 'Profile Service', command: 'linecost.profileService' };
    throw new PreconditionError('Choose a capture of a service with several instances: its instances can be compared.', fix);
  }
  if (session.active?.capture.id !== record.id) await captures.openCapture(record.id);
  const pair = await pickTwo(record.service, await costsOf(parts));
  if (!pair) return;
  const title = `Comparing ${pair[0].name} with ${pair[1].name}`;
  const [before, now] = await withLateProgress(title, new AbortController().signal, async (signal) => {
    const all = await captures.records();
    const partOf = async (instance: MeasuredInstance): Promise<CaptureRecord> => {
      return all.find((each) => isPart(each, record, instance)) ?? storePart(record, instance, parts, signal);
    };
    return [await partOf(pair[1]), await partOf(pair[0])];
  });
  await captures.openCapture(now.id, session.active?.profile.label);
  await reportingFailure(async () => (await baselines()).setForActive(before.id));
}

function isOfSeveral(record: CaptureRecord | undefined): record is OfService {
  return record?.service !== undefined && record.service.instances.length > 1;
}

function isPart({ service }: CaptureRecord, { id }: CaptureRecord, { name }: MeasuredInstance): boolean {
  return service?.partOf === id && service.instances[0].name === name;
}

interface Cost {
  readonly value: number;
  readonly text: string;
}

/** The costs of each instance in the shown profile, by its name. */
async function costsOf({ session, engine }: InstanceParts): Promise<(name: string) => Cost> {
  const { profile, sampleType } = session.active!;
  const { type } = profile.summary.sampleTypes[sampleType];
  const view = { profile: profile.summary.id, sampleType, search: '', key: INSTANCE, limit: Infinity };
  const { keys: [key], unit } = await engine.ask('labels', view);
  const values = new Map(key?.values.map(({ name, value }) => [name, value]));
  return (name) => {
    const value = values.get(name) ?? 0;
    return { value, text: amountText(value, { type, unit }) };
  };
}

/** Two instances are compared at once, the one with the larger cost with the other; of more, the user picks two. */
async function pickTwo(
  { name, instances }: MeasuredService,
  costOf: (name: string) => Cost,
): Promise<readonly [MeasuredInstance, MeasuredInstance] | undefined> {
  const valueOf = (instance: MeasuredInstance): number => costOf(instance.name).value;
  const sorted = [...instances].sort((a, b) => valueOf(b) - valueOf(a));
  if (sorted.length === 2) return [sorted[0], sorted[1]];
  const title = `Linecost: Compare Instances of ${name}`;
  const pick = async (among: readonly MeasuredInstance[], placeHolder: string) => {
    const items = among.map((instance): PickItem & { readonly instance: MeasuredInstance } => {
      return { label: instance.name, description: costOf(instance.name).text, instance };
    });
    return (await showQuickPick(items, { title, placeHolder, matchOnDescription: true }))?.instance;
  };
  const now = await pick(sorted, 'The instance to show, the one with the largest cost first');
  if (!now) return undefined;
  const others = sorted.filter((instance) => instance !== now);
  const distance = (instance: MeasuredInstance): number => Math.abs(valueOf(instance) - valueOf(now));
  const farthest = others.sort((a, b) => distance(b) - distance(a));
  const before = await pick(farthest, `The instance to compare ${now.name} with, the one that differs most first`);
  return before && [now, before];
}

/** Stores what one instance sent as a capture of its own, of the same time. */
async function storePart(
  record: OfService,
  instance: MeasuredInstance,
  { captures, engine }: { readonly captures: LoadedCaptures; readonly engine: QueryEngine },
  signal: AbortSignal,
): Promise<CaptureRecord> {
  const draft = await captures.drafts.begin(signal);
  try {
    for (const profile of record.profiles) {
      const sources = [{ kind: 'file' as const, path: captures.captureFile(record, profile).fsPath }];
      const labels = [{ key: INSTANCE, texts: [instance.name], ranges: [] }];
      const bytes = await engine.ask('mergedBytes', { sources, labels, taghide: `^${INSTANCE}$` }, signal);
      const { label, fileName } = profile;
      await draft.take({ label, fileName }, bytes);
    }
    const { service: { target, name, seconds }, subject, conditions } = record;
    const service: MeasuredService = { target, name, instances: [instance], seconds, partOf: record.id };
    const known = { title: `${name} ${instance.name}`, service, results: [], ...(conditions && { conditions }) };
    const sources = await captures.storedSources(record.id);
    return await draft.store({ ...known, ...(subject !== undefined && { subject }), sources }, record.capturedAt);
  } catch (error) {
    await draft.discard();
    throw error;
  }
}
