import type { Active, Deriver } from '../../../captures/session';
import type { ProductionDocument } from '../../../editor/production/productionDocuments';
import type { QueryEngine } from '../../../engine/client';
import type { FunctionRange } from '../../../profile/answers/lines';
import { shortName } from '../../../profile/text/shortNames';
import { firstKnownLine } from '../../../sources/lineMatching/functionExtent';
import type { BesideItem } from './besideRows';

const MAX_FUNCTIONS = 2000;
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

type Of = Pick<Active, 'profile' | 'sampleType'>;

/** What functions cost, by full name, the largest first: all of a profile, or those below one. */
export type FunctionCosts = ReadonlyMap<string, number>;

/** What the functions cost that a function calls, directly or not. Throws EngineError. */
export async function costsBelow(
  engine: QueryEngine & Deriver,
  { profile, sampleType }: Of,
  name: string,
): Promise<FunctionCosts> {
  const below = engine.derive({
    profile: profile.summary.id, refinement: { show_from: `^${name.replace(SPECIAL, '\\$&')}$` },
  });
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
  return new Map(rows.function.map((each, i) => [each || rows.name[i], rows.cum[i]]));
}

/** The functions of both sides but the one that is above them. */
export function functionItems(above: string, here: FunctionCosts, there: FunctionCosts): BesideItem[] {
  const names = [...new Set([...here.keys(), ...there.keys()])].filter((name) => name !== above);
  return names.map((name) => ({
    at: name, label: shortName(name), here: here.get(name) ?? 0, there: there.get(name) ?? 0,
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
  const range = at?.costs.functions.find((each) => each.name === name);
  if (!at || !range) return undefined;
  const first = firstKnownLine(range);
  const inner = at.costs.functions.filter((each) => each.name.startsWith(`${name}.`) && firstKnownLine(each) > first);
  const isIn = (each: FunctionRange, line: number): boolean => line >= firstKnownLine(each) && line <= each.lastLine;
  const isOwn = (line: number): boolean => isIn(range, line) && !inner.some((each) => isIn(each, line));
  return new Map(at.lines().filter(({ captured }) => isOwn(captured)).map(({ line, cum }) => [line, cum]));
}
