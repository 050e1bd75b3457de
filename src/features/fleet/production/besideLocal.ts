import * as vscode from 'vscode';
import { isBenchmark, type LoadedProfile } from '../../../captures/loadedCapture';
import { type Active, asCaptured, type Deriver } from '../../../captures/session';
import type { Sources } from '../../../documents/sources';
import { ProductionDocuments, type ProductionView } from '../../../editor/production/productionDocuments';
import type { QueryEngine } from '../../../engine/client';
import { shareText } from '../../../profile/text/screen/share';
import { shortName } from '../../../profile/text/shortNames';
import { PreconditionError } from '../../../ui/preconditionError';
import { showQuickPick } from '../../../ui/window';
import { functionAtCursor } from '../../show/functionAtCursor';
import { type BesideItem, besideRows, type BesideSide } from './besideRows';
import { type FunctionFigures, functionFigures } from './functionFigures';
import type { ProductionQuestion } from './productionQuestion';
import { costsBelow, costsIn, functionItems, lineItems } from './sharesBelow';

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
  const known = await firstInBoth(atCursor, local, view, engine);
  const chosen = known ?? (await pickFunction(local, view, question, engine));
  if (!chosen) return;
  const { name } = chosen;
  const [below, belowThere] = await Promise.all([
    costsBelow(engine, local.active, name), costsBelow(engine, view.active, name),
  ]);
  const rows = besideRows({
    name,
    here: sideOf(local, chosen.here),
    there: sideOf(view, chosen.there),
    functions: [ownItem(chosen), ...functionItems(name, below, belowThere)],
    lines: isGo ? lineItems(name, here, there, (line) => document.lineAt(line - 1).text) : [],
    noun: isBenchmark(active.capture) ? 'benchmark' : 'profile',
    unit: question.unit,
  });
  const title = `Linecost: ${shortName(name)} Here and in Production`;
  const placeHolder = 'What differs most is first. Enter opens it';
  const item = (await showQuickPick(rows, { title, placeHolder, matchOnDescription: true }))?.item;
  if (item === undefined) return;
  if (typeof item.at === 'number') {
    const at = new vscode.Position(item.at - 1, 0);
    await vscode.window.showTextDocument(document!, { selection: new vscode.Range(at, at) });
    return;
  }
  const side = (below.get(item.at) ?? 0) > 0 ? local : view;
  const { capture, queryId: profile, sampleType } = side.active;
  const source = await engine.ask('functionSource', { profile, sampleType, function: item.at, file: '' });
  if (source) await sources.openNamed(capture, source);
}

/** The profile of the shown capture of what is asked of production. Throws a PreconditionError if there is none. */
function localView(
  { capture, profile: shown }: Active,
  { asked: { type }, unit }: ProductionQuestion,
): ProductionView {
  const indexIn = ({ summary }: LoadedProfile): number => {
    return summary.sampleTypes.findIndex((each) => each.type === type.sampleType);
  };
  const profile = [shown, ...capture.profiles].find((each) => indexIn(each) >= 0);
  if (!profile) {
    throw new PreconditionError(`${capture.title} has no profile of ${unit}, which is asked of production: profile it with that kind.`);
  }
  return { active: asCaptured({ capture, profile, sampleType: indexIn(profile) }), title: capture.title };
}

interface InBoth {
  readonly name: string;
  readonly here: FunctionFigures;
  readonly there: FunctionFigures;
}

async function firstInBoth(
  names: readonly string[],
  local: ProductionView,
  view: ProductionView,
  engine: QueryEngine,
): Promise<InBoth | undefined> {
  const { signal } = new AbortController();
  for (const name of new Set(names)) {
    const asking = [local, view].map(({ active }) => functionFigures(engine, active, name, signal));
    const [here, there] = await Promise.all(asking);
    if (here && there) return { name, here, there };
  }
  return undefined;
}

/** Lets the user choose one of the functions that both have. Throws a PreconditionError if there are none. */
async function pickFunction(
  local: ProductionView,
  view: ProductionView,
  { storeName, unit }: ProductionQuestion,
  engine: QueryEngine,
): Promise<InBoth | undefined> {
  const asking = [local, view].map(({ active: { queryId, sampleType } }) => costsIn(engine, queryId, sampleType));
  const [here, there] = await Promise.all(asking);
  const both = [...here].filter(([name, cum]) => cum > 0 && (there.get(name) ?? 0) > 0 && !NOT_COMPARED.test(name));
  if (both.length === 0) {
    throw new PreconditionError(`${local.title} and production have no function in common: check the default service of ${storeName}.`);
  }
  const share = ({ active: { profile: { summary }, sampleType } }: ProductionView, value: number): string => {
    return shareText(value, summary.totals[sampleType], false, summary.weights?.[sampleType]);
  };
  const items = both.map(([name, cum]) => {
    return { label: shortName(name), description: `${share(local, cum)} here, ${share(view, there.get(name)!)} in production`, name };
  });
  const placeHolder = `A function that both have, with its share of ${unit}`;
  const chosen = await showQuickPick(items, { title: `Linecost: ${local.title} Beside Production`, placeHolder });
  return chosen && firstInBoth([chosen.name], local, view, engine);
}

/** What the function costs without what it calls. */
function ownItem({ name, here, there }: InBoth): BesideItem {
  return { at: name, label: 'Its own code', here: here.flat, there: there.flat };
}

function sideOf({ title }: ProductionView, { cum: cost, total, weight }: FunctionFigures): BesideSide {
  return { title, cost, total, weight };
}
