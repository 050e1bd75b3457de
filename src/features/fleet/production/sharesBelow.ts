import type { Active, Deriver } from '../../../captures/session';
import type { ProductionDocument } from '../../../editor/production/productionDocuments';
import type { QueryEngine } from '../../../engine/client';
import type { FunctionRange } from '../../../profile/answers/lines';
import { exactPattern } from '../../../profile/text/refineOptions';
import { shortName } from '../../../profile/text/shortNames';
import { firstKnownLine } from '../../../sources/lineMatching/functionExtent';
import { withoutTypeArguments } from '../../../sources/lineMatching/sourceMatch';
import type { BesideItem } from './besideRows';

const MAX_FUNCTIONS = 2000;

type Of = Pick<Active, 'profile' | 'sampleType'>;

interface FunctionCost {
  readonly cum: number;
  /** In the profile: `work.Map[go.shape.int]`, `work.Map[go.shape.string]`. */
  readonly names: readonly string[];
  /** A file of the function; empty if unknown. */
  readonly file: string;
}

/**
 * What functions cost, the largest first: all of a profile, or those below one. By full name without type arguments,
 * since Pyroscope drops them from the names that it stores.
 */
export type FunctionCosts = ReadonlyMap<string, FunctionCost>;

/**
 * What the functions cost that a function calls, directly or not. Throws EngineError.
 * @param names of the function in the profile
 */
export async function costsBelow(
  engine: QueryEngine & Deriver,
  { profile, sampleType }: Of,
  names: readonly string[],
): Promise<FunctionCosts> {
  const refinement = { show_from: names.map(exactPattern).join('|') };
  const below = engine.derive({ profile: profile.summary.id, refinement });
  try {
    return await costsIn(engine, below, sampleType);
  } finally {
    engine.unload(below);
  }
}

/** What the functions of a profile cost, with all that they call. Throws EngineError. */
export async function costsIn(engine: QueryEngine, profile: number, sampleType: number): Promise<FunctionCosts> {
  const view = { sort: 'cum', direction: 'size', search: '', from: 0, limit: MAX_FUNCTIONS, find: '' } as const;
  const rows = await engine.ask('table', { profile, sampleType, options: { granularity: 'functions' }, ...view });
  const costs = new Map<string, FunctionCost>();
  rows.function.forEach((each, i) => {
    const full = each || rows.name[i];
    const name = withoutTypeArguments(full);
    const { cum, names, file } = costs.get(name) ?? { cum: 0, names: [], file: rows.file[i] };
    costs.set(name, { cum: cum + rows.cum[i], names: [...names, full], file });
  });
  return costs;
}

/**
 * The costs there, where functions of another package main than the one here have their file in the key: each program
 * has a main.main. The same one is in a file of the same name in a folder of the same name.
 */
export function apartFrom(here: FunctionCosts, there: FunctionCosts): FunctionCosts {
  const [ours, theirs] = [here, there].map((costs) => new Map(mainFiles(costs)));
  const isSame = (name: string) => !ours.has(name) || ours.get(name) === theirs.get(name);
  return new Map([...there].map(([name, cost]) => {
    return theirs.has(name) && !isSame(name) ? [`${name} (${theirs.get(name) || 'another file'})`, cost] : [name, cost];
  }));
}

/** The functions of package main, each with the last folder and name of its file. */
function mainFiles(costs: FunctionCosts): (readonly [name: string, file: string])[] {
  return [...costs].flatMap(([name, { file }]) => {
    return name.startsWith('main.') ? [[name, file.split(/[\\/]/).slice(-2).join('/')] as const] : [];
  });
}

/** The functions of both sides but the one that is above them. */
export function functionItems(above: string, here: FunctionCosts, there: FunctionCosts): BesideItem[] {
  const names = [...new Set([...here.keys(), ...there.keys()])].filter((name) => name !== above);
  return names.map((name) => ({
    at: name, label: shortName(name), here: here.get(name)?.cum ?? 0, there: there.get(name)?.cum ?? 0,
  }));
}

/**
 * The lines of a function that cost something on either side.
 * @param textAt the text of a line (1-based)
 */
export function lineItems(
  name: string,
  here: ProductionDocument | undefined,
  there: ProductionDocument | undefined,
  textAt: (line: number) => string,
): BesideItem[] {
  const [costsHere, costsThere] = [linesOf(name, here), linesOf(name, there)];
  if (!costsHere || !costsThere) return [];
  const lines = [...new Set([...costsHere.keys(), ...costsThere.keys()])].sort((a, b) => a - b);
  return lines.map((line) => ({
    at: line, label: `${line}: ${textAt(line).trim()}`, here: costsHere.get(line) ?? 0, there: costsThere.get(line) ?? 0,
  }));
}

/** By line of today's text, without those of function literals in it; undefined if the function is not in the file. */
function linesOf(name: string, at: ProductionDocument | undefined): Map<number, number> | undefined {
  const named = at?.costs.functions.map((range) => ({ range, plain: withoutTypeArguments(range.name) })) ?? [];
  const own = named.flatMap(({ range, plain }) => (plain === name ? [range] : []));
  if (!at || own.length === 0) return undefined;
  const first = Math.min(...own.map(firstKnownLine));
  const inner = named.flatMap(({ range, plain }) => {
    return plain.startsWith(`${name}.`) && firstKnownLine(range) > first ? [range] : [];
  });
  const isIn = (each: FunctionRange, line: number): boolean => line >= firstKnownLine(each) && line <= each.lastLine;
  const isOwn = (line: number): boolean => {
    return own.some((each) => isIn(each, line)) && !inner.some((each) => isIn(each, line));
  };
  return new Map(at.lines().filter(({ captured }) => isOwn(captured)).map(({ line, cum }) => [line, cum]));
}
