import * as vscode from 'vscode';
import { isBenchmark } from '../../../captures/loadedCapture';
import type { Active, Deriver } from '../../../captures/session';
import type { Sources } from '../../../documents/sources';
import { ProductionDocuments, type ProductionView } from '../../../editor/production/productionDocuments';
import type { QueryEngine } from '../../../engine/client';
import { shareText } from '../../../profile/text/screen/share';
import { shortName } from '../../../profile/text/shortNames';
import { withoutTypeArguments } from '../../../sources/lineMatching/sourceMatch';
import { PreconditionError } from '../../../ui/preconditionError';
import { showQuickPick } from '../../../ui/window';
import { functionAtCursor } from '../../show/functionAtCursor';
import { type BesideItem, besideRows, type BesideSide } from './besideRows';
import { editFix } from '../editStore';
import { type FunctionFigures, functionFigures } from './functionFigures';
import { localView } from './localView';
import type { ProductionQuestion } from './productionQuestion';
import { apartFrom, costsBelow, costsIn, type FunctionCosts, functionItems, lineItems } from './sharesBelow';

export interface BesideParts {
  readonly engine: QueryEngine & Deriver;
  readonly sources: Sources;
  /** The costs of documents in production. */
  readonly documents: ProductionDocuments;
  /** The answer of the store; undefined if the user cancels. */
  readonly ask: () => Promise<{ readonly question: ProductionQuestion; readonly view: ProductionView } | undefined>;
}

/** Functions of the runtime and the testing package are no code to compare. */
const NOT_COMPARED = /^(?:runtime|testing|internal\/runtime)[./]/;

/**
 * Shows what the function at the cursor spends its cost on in the shown capture and in production, side by side. If
 * production does not have it, as with a benchmark, the user chooses one of those that both have. Throws a
 * PreconditionError, CaptureError, EngineError or AbortError.
 */
export async function showBesideProduction(active: Active | undefined, parts: BesideParts): Promise<void> {
  const { engine, sources, documents } = parts;
  if (!active || active.capture.fleet) {
    throw new PreconditionError('Profile a benchmark first, or open its capture: Linecost shows its costs beside those of production.');
  }
  const document = vscode.window.activeTextEditor?.document;
  const found = await parts.ask();
  if (!found) return;
  const { question, view } = found;
  const local = localView(active, question);
  const localDocuments = new ProductionDocuments(engine, (...of) => sources.filesOf(...of));
  const isGo = document?.languageId === 'go' && vscode.window.activeTextEditor?.document === document;
  const [there, here] = isGo
    ? await Promise.all([documents.of(document, view), localDocuments.of(document, local)])
    : [];
  const nameIn = (at: typeof here): string | undefined => at && functionAtCursor({
    lineAt: (_, line) => {
      const cost = at.lineAt(line);
      return cost && { costs: at.costs, line: cost };
    },
  });
  const atCursor = [nameIn(there), nameIn(here)].filter((each) => each !== undefined);
  const all = await functionsOfBoth(local, view, engine);
  const known = await firstInBoth(atCursor, all, engine);
  const chosen = known ?? (await pickFunction(all, question, engine));
  if (!chosen) return;
  const { name } = chosen;
  const [below, allBelowThere] = await Promise.all([
    costsBelow(engine, local.active, namesOf(name, all.here)),
    costsBelow(engine, view.active, namesOf(name, all.there)),
  ]);
  const belowThere = apartFrom(below, allBelowThere);
  const rows = besideRows({
    name,
    here: sideOf(local, chosen.here),
    there: sideOf(view, chosen.there),
    functions: [ownItem(chosen), ...functionItems(name, below, belowThere)],
    lines: isGo ? lineItems(name, here, there, (line) => document.lineAt(line - 1).text) : [],
    noun: isBenchmark(active.capture) ? 'benchmark' : 'profile',
    unit: question.unit,
    lacks: question.notesOf(view.active.capture).lacks,
  });
  const title = `Linecost: ${shortName(name)} Here and in Production`;
  const placeHolder = 'Shares of its cost: what differs most is first. Enter opens it';
  const item = (await showQuickPick(rows, { title, placeHolder, matchOnDescription: true }))?.item;
  if (item === undefined) return;
  if (typeof item.at === 'number') {
    const at = new vscode.Position(item.at - 1, 0);
    await vscode.window.showTextDocument(document!, { selection: new vscode.Range(at, at) });
    return;
  }
  const isHere = (below.get(item.at)?.cum ?? 0) > 0;
  const [opened] = namesOf(item.at, isHere ? below : belowThere);
  const { capture, queryId: profile, sampleType } = (isHere ? local : view).active;
  const source = await engine.ask('functionSource', { profile, sampleType, function: opened, file: '' });
  if (source) await sources.openNamed(capture, source);
}

interface InBoth {
  /** Without type arguments, as below. */
  readonly name: string;
  readonly here: FunctionFigures;
  readonly there: FunctionFigures;
}

/** The functions of both profiles. */
interface Functions {
  readonly local: ProductionView;
  readonly view: ProductionView;
  readonly here: FunctionCosts;
  readonly there: FunctionCosts;
}

async function functionsOfBoth(local: ProductionView, view: ProductionView, engine: QueryEngine): Promise<Functions> {
  const asking = [local, view].map(({ active: { queryId, sampleType } }) => costsIn(engine, queryId, sampleType));
  const [here, there] = await Promise.all(asking);
  return { local, view, here, there: apartFrom(here, there) };
}

/** The names of a function in a profile: several if a generic function has type arguments in its names. */
function namesOf(name: string, costs: FunctionCosts): readonly string[] {
  return costs.get(name)?.names ?? [name];
}

async function firstInBoth(
  names: readonly string[],
  { local, view, here: costsHere, there: costsThere }: Functions,
  engine: QueryEngine,
): Promise<InBoth | undefined> {
  for (const name of new Set(names.map(withoutTypeArguments))) {
    if (name.startsWith('main.') && !costsThere.has(name)) continue;
    const [here, there] = await Promise.all([
      figuresOf(engine, local.active, namesOf(name, costsHere)),
      figuresOf(engine, view.active, namesOf(name, costsThere)),
    ]);
    if (here && there) return { name, here, there };
  }
  return undefined;
}

/** The figures of a function that has several names in a profile: undefined if none is in a sample. */
async function figuresOf(
  engine: QueryEngine, active: Active, names: readonly string[],
): Promise<FunctionFigures | undefined> {
  const { signal } = new AbortController();
  const all = await Promise.all(names.map((name) => functionFigures(engine, active, name, signal)));
  const [first, ...others] = all.filter((each) => each !== undefined);
  return others.reduce((sum, { flat, cum }) => {
    return { ...sum, flat: sum.flat + flat, cum: Math.min(sum.cum + cum, sum.total) };
  }, first);
}

/** Lets the user choose one of the functions that both have. Throws a PreconditionError if there are none. */
async function pickFunction(
  all: Functions,
  { storeName, unit, asked }: ProductionQuestion,
  engine: QueryEngine,
): Promise<InBoth | undefined> {
  const { local, view, here, there } = all;
  const both = [...here].flatMap(([name, { cum }]) => {
    const { cum: cumThere } = there.get(name) ?? { cum: 0 };
    return cum > 0 && cumThere > 0 && !NOT_COMPARED.test(name) ? [{ name, cum, cumThere }] : [];
  });
  if (both.length === 0) {
    const sentence = `${local.title} and production have no function in common`;
    throw new PreconditionError(`${sentence}: check the default service of ${storeName}.`, editFix(asked.source));
  }
  const share = ({ active: { profile: { summary }, sampleType } }: ProductionView, value: number): string => {
    return shareText(value, summary.totals[sampleType], false, summary.weights?.[sampleType]);
  };
  const items = both.map(({ name, cum, cumThere }) => {
    return { label: shortName(name), description: `${share(local, cum)} here, ${share(view, cumThere)} in production`, name };
  });
  const placeHolder = `A function that both have, with its share of ${unit}`;
  const chosen = await showQuickPick(items, { title: `Linecost: ${local.title} Beside Production`, placeHolder });
  return chosen && firstInBoth([chosen.name], all, engine);
}

/** What the function costs without what it calls. */
function ownItem({ name, here, there }: InBoth): BesideItem {
  return { at: name, label: 'Its own code', here: here.flat, there: there.flat };
}

function sideOf({ title, active }: ProductionView, { cum: cost, total, weight }: FunctionFigures): BesideSide {
  const { type, unit } = active.profile.summary.sampleTypes[active.sampleType];
  return { title, cost, total, weight, usualWeight: USUAL_WEIGHTS.get(`${type}/${unit}`) };
}

/** The values of one sample where Go's profilers have their default rates. */
const USUAL_WEIGHTS = new Map([
  ['cpu/nanoseconds', 1e7], ['alloc_space/bytes', 512 << 10], ['inuse_space/bytes', 512 << 10],
]);
