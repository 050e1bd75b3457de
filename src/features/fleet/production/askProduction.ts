import type * as vscode from 'vscode';
import type { FleetSource } from '../../../fleet/fleetSource';
import type { FleetType } from '../../../fleet/fleetStore';
import { typeWords } from '../../../fleet/fleetWords';
import { isAskedQuery } from '../../../fleet/measuredFleet';
import { KIND_NAMES } from '../../../fleet/kindNames';
import { DAY_MS } from '../../../fleet/timePieces';
import { isFinite, isText, shape } from '../../../profile/common/shapes';
import { PreconditionError } from '../../../ui/preconditionError';
import { withLateProgress } from '../../../ui/progress';
import { showQuickPick } from '../../../ui/window';
import type { SavedSources } from '../../targets/savedSources';
import { editFix, orEditFix } from '../editStore';
import { savedSources } from '../pickSource';
import { FRESH_MS } from './productionProfiles';
import type { AskedOfProduction } from './productionQuestion';

const CHOSEN = 'linecost.productionStore';
const OFFERED = 'linecost.productionOffered';

/**
 * What is asked without a question: the store, its service and its type. What is not saved as the store's default is
 * asked for once, and saved. undefined if the user cancels. Throws a PreconditionError if no store is saved, or it has
 * no profiles; CaptureError.
 * @param known what was asked of a store before, as it is saved now
 */
export async function askedOfProduction(
  sources: SavedSources,
  memento: vscode.Memento,
  known: (source: FleetSource) => AskedOfProduction | undefined,
): Promise<AskedOfProduction | undefined> {
  const source = await chosenSource(sources, memento);
  if (!source) return undefined;
  const before = known(source);
  if (before) return before;
  const store = await sources.open(source);
  const remembered = rememberedOf(source, memento);
  if (remembered) return { source, store, ...remembered };
  const range = { from: Date.now() - DAY_MS, to: Date.now() };
  const ask = <T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    orEditFix(source, () => withLateProgress(`Asking ${source.name}`, new AbortController().signal, act));
  const types = await ask((signal) => store.profileTypes(range, signal));
  const usual = source.defaults?.type;
  const type = usual === undefined ? cpuOf(types) : types.find(({ id }) => id === usual);
  if (!type && usual !== undefined) {
    const none = `${source.name} has no profiles of its default type ${usual} of the last 24 h`;
    throw new PreconditionError(`${none}: choose another default profile type.`, editFix(source));
  }
  if (!type) throw new PreconditionError(`${source.name} has no CPU profiles of the last 24 h: choose its default profile type.`, editFix(source));
  let service = source.defaults?.service;
  if (service === undefined && store.serviceLabel !== undefined) {
    const label = store.serviceLabel;
    const names = await ask((signal) => store.labelValues(label, { type: type.id, filters: [], range }, signal));
    service = await pickService(source, names);
    if (service === undefined) return undefined;
    const saved = { ...source, defaults: { ...source.defaults, service } };
    await sources.save(saved);
    await remember(saved, { type, service }, memento);
    return { source: saved, store, type, service };
  }
  await remember(source, { type, service }, memento);
  return { source, store, type, service };
}

type Remembered = Pick<AskedOfProduction, 'type' | 'service'>;

const isRemembered = shape({ source: isText, at: isFinite, asked: isAskedQuery });

/**
 * What a store offered some minutes ago, also in another window: so an answer that is stored is shown without a
 * question to the store, even if it is down.
 */
function rememberedOf(source: FleetSource, memento: vscode.Memento): Remembered | undefined {
  const stored = memento.get<unknown>(OFFERED);
  if (!isRemembered(stored) || stored.source !== JSON.stringify(source)) return undefined;
  const age = Date.now() - stored.at;
  return age >= 0 && age < FRESH_MS ? { type: stored.asked.type, service: stored.asked.service } : undefined;
}

async function remember(source: FleetSource, { type, service }: Remembered, memento: vscode.Memento): Promise<void> {
  const asked = { type, ...(service !== undefined && { service }), filters: [], range: { kind: 'last', ms: DAY_MS } };
  await memento.update(OFFERED, { source: JSON.stringify(source), at: Date.now(), asked });
}

async function chosenSource(sources: SavedSources, memento: vscode.Memento): Promise<FleetSource | undefined> {
  const all = savedSources(sources);
  const chosen = all.find(({ id }) => id === memento.get(CHOSEN)) ?? (all.length === 1 ? all[0] : undefined);
  if (chosen) return chosen;
  const items = all.map((source) => ({ icon: 'database', label: source.name, description: KIND_NAMES[source.kind], source }));
  const options = { title: 'Linecost: In Production', placeHolder: 'Which store has the profiles of production?' };
  const picked = (await showQuickPick(items, options))?.source;
  if (picked) await memento.update(CHOSEN, picked.id);
  return picked;
}

/** Throws a PreconditionError if there is none. */
async function pickService(source: FleetSource, names: readonly string[]): Promise<string | undefined> {
  if (names.length === 0) throw new PreconditionError(`${source.name} has no service with profiles of the last 24 h.`, editFix(source));
  if (names.length === 1) return names[0];
  const options = {
    title: `Linecost: In Production · ${source.name}`,
    placeHolder: 'Which service is the code of this workspace? "Edit Profile Store…" changes it',
  };
  return (await showQuickPick(names.map((label) => ({ label })), options))?.label;
}

function cpuOf(types: readonly FleetType[]): FleetType | undefined {
  const cpu = types.filter(({ sampleType }) => sampleType === 'cpu');
  // Parca Agent's type is samples, which Parca answers as CPU time.
  return cpu.find(({ unit }) => unit === 'nanoseconds') ?? cpu[0] ?? types.find((type) => typeWords(type) === 'CPU');
}
