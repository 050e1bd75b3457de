import type { FleetQuery, LabelFilter } from '../../fleet/fleetQuery';
import type { FleetSource } from '../../fleet/fleetSource';
import type { FleetType } from '../../fleet/fleetStore';
import { filterText, fleetTitle, askedRangeText, typeWords } from '../../fleet/fleetWords';
import type { AskedQuery } from '../../fleet/measuredFleet';
import { DAY_MS } from '../../fleet/timePieces';
import { PreconditionError } from '../../ui/preconditionError';
import { type PickItem, showInputBox, showMenu, showQuickPick } from '../../ui/window';
import { editFix } from './editStore';
import type { KnownQueries } from './knownQueries';
import { pickLoaded } from './pickLoaded';
import { pickRange } from './pickRange';
import type { StoreChoices } from './storeChoices';

/** A question while it is made. */
export interface QueryParts {
  readonly source: FleetSource;
  readonly choices: StoreChoices;
  readonly known: KnownQueries;
}

const USUAL_RANGE = { kind: 'last', ms: 3_600_000 } as const;
/** Types in the order in which they are listed; others follow by name. */
const FIRST_TYPES = ['CPU', 'Memory allocated', 'Objects allocated', 'Memory in use', 'Objects in use', 'Goroutines', 'Mutex delay', 'Block delay'];

/** Asks for service, type and time, then shows the question to change. undefined if the user cancels. */
export async function askNewQuery(parts: QueryParts): Promise<AskedQuery | undefined> {
  const { source: { defaults } } = parts;
  const started: Draft = { filters: [], range: USUAL_RANGE };
  const service = await pickService(parts, started, defaults?.service);
  if (service === 'cancelled') return undefined;
  const ofService = { ...started, ...(service !== undefined && { service }) };
  const type = await pickType(parts, ofService, defaults?.type);
  if (!type) return undefined;
  const range = await askRange(parts, { ...ofService, type });
  return range && editQuery({ ...ofService, type, range }, parts);
}

type Draft = Omit<AskedQuery, 'type'> & Partial<Pick<AskedQuery, 'type'>>;

/** Shows a question. The first row asks it; the others change it. undefined if the user cancels. */
export async function editQuery(asked: AskedQuery, parts: QueryParts): Promise<AskedQuery | undefined> {
  const { source, choices } = parts;
  const title = `Linecost: Profile from ${source.name}`;
  let edited = asked;
  for (;;) {
    const now = Date.now();
    const ask = { icon: 'flame', label: 'Profile', description: fleetTitle({ name: source.name, asked: edited }, { now }) };
    const service = { icon: 'server', label: 'Service', description: edited.service ?? 'all' };
    const type = { icon: 'symbol-numeric', label: 'Profile Type', description: typeWords(edited.type) };
    const range = { icon: 'history', label: 'Time', description: askedRangeText(edited.range, { now }) };
    const filters = edited.filters.map((filter) => {
      return { icon: 'filter', label: filterText(filter), description: 'change or remove', filter };
    });
    const add = { icon: 'add', label: 'Add Filter…', description: 'by a label' };
    const save = { icon: 'star', label: 'Save Query…', description: 'to ask it by its name' };
    const services = choices.store.serviceLabel === undefined ? [] : [service];
    const changes = [...services, type, range, ...filters, add, save];
    const rows: (PickItem & { readonly filter?: LabelFilter })[] = [ask, ...changes];
    const chosen = await showMenu(rows, ask, { title, placeHolder: 'Enter asks the store. Choose another row to change it' });
    if (chosen === undefined) return undefined;
    if (chosen === ask) return edited;
    if (chosen === save) await saveQuery(edited, parts);
    else if (chosen === service) edited = await withService(edited, parts);
    else if (chosen === type) edited = await withType(edited, parts);
    else if (chosen === range) edited = { ...edited, range: (await askRange(parts, edited)) ?? edited.range };
    else edited = await withFilter(edited, chosen.filter, parts);
  }
}

async function withType(edited: AskedQuery, parts: QueryParts): Promise<AskedQuery> {
  const type = await pickType(parts, edited, edited.type.id);
  return type ? { ...edited, type } : edited;
}

async function withService(edited: AskedQuery, parts: QueryParts): Promise<AskedQuery> {
  const service = await pickService(parts, edited, edited.service);
  if (service === 'cancelled') return edited;
  return { ...edited, service };
}

/** The question for which choices are offered: of the last day, since a service that ended is still looked for. */
export function offeredQuery({ type, service, filters }: Draft): FleetQuery {
  return { type: type?.id ?? '', ...(service !== undefined && { service }), filters, range: wideRange(Date.now()) };
}

function wideRange(now: number): FleetQuery['range'] {
  return { from: now - DAY_MS, to: now };
}

async function pickService(
  { source, choices }: QueryParts,
  draft: Draft,
  usual: string | undefined,
): Promise<string | undefined | 'cancelled'> {
  const label = choices.store.serviceLabel;
  if (label === undefined) return undefined;
  const chosen = await pickLoaded<PickItem & { readonly service?: string }>(async (signal) => {
    const ofAll = offeredQuery({ ...draft, service: undefined, filters: [] });
    const services = await choices.labelValues(label, ofAll, signal);
    if (services.length === 0) throw new PreconditionError(`${source.name} has no services of the last 24 h: check that they send profiles to it.`, editFix(source));
    const sorted = [...services].sort((a, b) => Number(b === usual) - Number(a === usual));
    return [...sorted.map((service) => ({ label: service, service })), { icon: 'layers', label: 'All Services' }];
  }, { title: `Linecost: Profile from ${source.name}`, placeHolder: 'The service' });
  return chosen ? chosen.service : 'cancelled';
}

async function pickType(
  { source, choices }: QueryParts,
  draft: Draft,
  usual: string | undefined,
): Promise<FleetType | undefined> {
  const chosen = await pickLoaded(async (signal) => {
    const types = await choices.types(offeredQuery(draft), signal);
    if (types.length === 0) throw new PreconditionError(`${source.name} has no profiles of the last 24 h: check that services send profiles to it.`, editFix(source));
    const rank = (type: FleetType): number => {
      const at = FIRST_TYPES.indexOf(typeWords(type));
      return type.id === usual ? -1 : at < 0 ? FIRST_TYPES.length : at;
    };
    const sorted = [...types].sort((a, b) => rank(a) - rank(b) || typeWords(a).localeCompare(typeWords(b)));
    return sorted.map((type) => ({ label: typeWords(type), description: type.id, type }));
  }, { title: `Linecost: Profile from ${source.name}`, placeHolder: 'What was measured', matchOnDescription: true });
  return chosen?.type;
}

function askRange({ source, choices }: QueryParts, draft: Draft): Promise<AskedQuery['range'] | undefined> {
  const title = `Linecost: Profile from ${source.name}`;
  return pickRange({ title, query: offeredQuery(draft), versionLabel: source.versionLabel }, choices);
}

const OPERATORS = [
  { label: 'is', operator: '=' }, { label: 'is not', operator: '!=' },
  { label: 'matches', operator: '=~' }, { label: 'does not match', operator: '!~' },
] as const;

/** Adds a filter, or changes or removes a known one. The same question if the user cancels. */
async function withFilter(edited: AskedQuery, known: LabelFilter | undefined, parts: QueryParts): Promise<AskedQuery> {
  const others = edited.filters.filter((filter) => filter !== known);
  const title = `Linecost: Profile from ${parts.source.name}`;
  if (known) {
    const [change, remove] = [{ icon: 'edit', label: 'Change…' }, { icon: 'trash', label: 'Remove' }];
    const chosen = await showMenu([change, remove], change, { title, placeHolder: filterText(known) });
    if (!chosen) return edited;
    if (chosen === remove) return { ...edited, filters: others };
  }
  const name = known?.name ?? (await pickLabel(edited, parts, title));
  const filter = name === undefined ? undefined : await askFilter(name, { ...edited, filters: others }, parts, title);
  return filter ? { ...edited, filters: [...others, filter] } : edited;
}

/** The labels that a filter can be about. */
async function pickLabel(asked: AskedQuery, { choices }: QueryParts, title: string): Promise<string | undefined> {
  const chosen = await pickLoaded(async (signal) => {
    const names = await choices.labelNames(offeredQuery(asked), signal);
    return names.filter((name) => name !== choices.store.serviceLabel).map((label) => ({ label }));
  }, { title, placeHolder: 'The label' });
  return chosen?.label;
}

async function askFilter(
  name: string,
  asked: AskedQuery,
  { choices }: QueryParts,
  title: string,
): Promise<LabelFilter | undefined> {
  const other = { icon: 'edit', label: 'Another Comparison…', description: 'is not, matches a pattern', alwaysShow: true };
  const chosen = await pickLoaded<PickItem>(async (signal) => {
    return [...(await choices.labelValues(name, offeredQuery(asked), signal)).map((label) => ({ label })), other];
  }, { title, placeHolder: `${name} is` });
  if (!chosen) return undefined;
  if (chosen !== other) return { name, operator: '=', value: chosen.label };
  const how = await showMenu(OPERATORS, OPERATORS[1], { title, placeHolder: `How ${name} is compared` });
  if (!how) return undefined;
  const value = await showInputBox({ title, prompt: `${name} ${how.label}`, ignoreFocusOut: true });
  return value === undefined ? undefined : { name, operator: how.operator, value };
}

async function saveQuery(asked: AskedQuery, { source, known }: QueryParts): Promise<void> {
  const taken = known.list().filter((each) => each.source === source.id).flatMap(({ name }) => name ?? []);
  const name = await showInputBox({
    title: 'Linecost: Save Query',
    prompt: 'Its name. A query that has it is replaced.',
    value: asked.service ?? source.name,
    validateInput: (text) => (text.trim() === '' ? 'Enter a name.' : undefined),
    placeHolder: taken.join(', '),
  });
  if (name !== undefined) await known.save({ source: source.id, asked, name: name.trim() });
}

/** A question that was asked before, one of its store to change, or a new one. */
export type ChosenQuery = { readonly source: FleetSource; readonly asked?: AskedQuery; readonly isToChange?: true };

/** Lets the user choose one of the known questions of these stores, the last one to change, or a new one. */
export async function chooseQuery(
  sources: readonly FleetSource[],
  known: KnownQueries,
): Promise<ChosenQuery | undefined> {
  const all = known.list().flatMap((query) => {
    const source = sources.find(({ id }) => id === query.source);
    return source ? [{ ...query, source }] : [];
  });
  if (all.length === 0 && sources.length === 1) return { source: sources[0] };
  const now = Date.now();
  const titleOf = ({ source, asked }: (typeof all)[number]): string => {
    return fleetTitle({ name: source.name, asked }, { now });
  };
  const items = all.map((query): PickItem & { readonly chosen: ChosenQuery } => query.name === undefined
    ? { icon: 'history', label: titleOf(query), chosen: query }
    : { icon: 'star-full', label: query.name, description: titleOf(query), chosen: query });
  const recent = all.find(({ name }) => name === undefined) ?? all[0];
  const change = recent && {
    icon: 'edit', label: 'Change the Last Query…', description: titleOf(recent), chosen: { ...recent, isToChange: true as const },
  };
  const fresh = sources.map((source) => ({ icon: 'add', label: `New Query to ${source.name}…`, chosen: { source } }));
  const chosen = await showQuickPick([...items, ...(change ? [change] : []), ...fresh], {
    title: 'Linecost: Profile from Store',
    placeHolder: items.length > 0 ? 'A query that was asked before, or a new one' : 'Choose a profile store',
    matchOnDescription: true,
  });
  return chosen?.chosen;
}
