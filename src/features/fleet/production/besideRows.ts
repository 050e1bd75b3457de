import * as vscode from 'vscode';
import { Z } from '../../../profile/noise/interval';
import { plural } from '../../../profile/text/counts';
import { countText } from '../../../profile/text/screen/digits';
import { shareText } from '../../../profile/text/screen/share';
import { shortName } from '../../../profile/text/shortNames';
import type { PickItem } from '../../../ui/window';

/** What a function or line costs in the two profiles, with all that it calls. */
export interface BesideItem {
  /** The full name of a function, or a line of today's text (1-based). */
  readonly at: string | number;
  /** `json.Unmarshal`, `json.Unmarshal(data, &order)`. */
  readonly label: string;
  readonly here: number;
  readonly there: number;
}

/** One of the two profiles. */
export interface BesideSide {
  /** `BenchmarkOrder`, `checkout in production · CPU · last 24 h`. */
  readonly title: string;
  /** What the function costs with all that it calls: what shares are of. */
  readonly cost: number;
  /** Of the whole profile. */
  readonly total: number;
  /** The value of one sample; undefined if the number of samples is not known. */
  readonly weight?: number | undefined;
  /** The value that one sample has at Go's default rate; undefined if there is none. */
  readonly usualWeight?: number | undefined;
}

/** A function whose costs are shown in two profiles, side by side. */
export interface Beside {
  /** Its full name. */
  readonly name: string;
  readonly here: BesideSide;
  readonly there: BesideSide;
  readonly functions: readonly BesideItem[];
  readonly lines: readonly BesideItem[];
  /** `benchmark`, `profile`. */
  readonly noun: string;
  /** What is measured: `CPU time`. */
  readonly unit: string;
  /** Sentences on what the answer of production lacks: its shares are of the rest. */
  readonly lacks: readonly string[];
}

export interface BesideRow extends PickItem {
  readonly item?: BesideItem;
}

/** From this difference of two shares on, a profile is not like the other. */
const UNLIKE = 0.1;
/** Smaller differences are not listed. */
const LEAST = 0.01;
const MAX_FUNCTIONS = 25;
const MAX_LINES = 15;
/** With fewer samples on one side, only large differences can be told. */
const FEW_SAMPLES = 100;

interface Compared extends BesideItem {
  /** The share here minus the share there. */
  readonly difference: number;
  /** Whether it is more than chance; false if the number of samples is not known. */
  readonly isFirm: boolean;
}

/** The rows of a list: what they tell in one sentence, the two sides, then what differs most. */
export function besideRows(beside: Beside): BesideRow[] {
  const { here, there, unit, lacks } = beside;
  const [functions, lines] = [compared(beside.functions, beside), compared(beside.lines, beside)];
  const shareOf = ({ cost, total, weight }: BesideSide): string => shareText(cost, total, false, weight);
  const { verdict, sentence, icon } = likeness(beside);
  return [
    { icon, label: verdict, detail: sentence },
    { icon: 'home', label: `Here: ${here.title}`, description: `${shareOf(here)} of ${unit} · ${samplesText(here)}` },
    { icon: 'database', label: `There: ${there.title}`, description: `${shareOf(there)} of ${unit} · ${samplesText(there)}` },
    ...lacks.map((lack) => ({ icon: 'warning', label: 'Production is incomplete', detail: lack })),
    ...part('What it calls', functions.slice(0, MAX_FUNCTIONS), beside),
    ...part('Its lines', lines.slice(0, MAX_LINES), beside),
    ...rest(beside.functions.length - Math.min(functions.length, MAX_FUNCTIONS)),
  ];
}

interface Likeness {
  readonly verdict: string;
  readonly sentence: string;
  readonly icon: string;
}

/** `This benchmark is not like production`, with the sentence that says why. */
function likeness(beside: Beside): Likeness {
  const { name, here, there, noun } = beside;
  const ofFunctions = compared(beside.functions, beside);
  const all = ofFunctions.length > 0 ? ofFunctions : compared(beside.lines, beside);
  const figuresOf = (item: Compared): string => `${item.label} is ${sharesText(item, beside)}`;
  const [firm] = all;
  if (firm?.isFirm && Math.abs(firm.difference) >= UNLIKE) {
    return { icon: 'warning', verdict: `This ${noun} is not like production`, sentence: `${figuresOf(firm)}.` };
  }
  const [countHere, countThere] = [countOf(here), countOf(there)];
  if (countHere === undefined || countThere === undefined) {
    const which = countThere === undefined ? 'production' : `this ${noun}`;
    return { icon: 'question', verdict: 'Not known how sure', sentence: `How many samples the profile of ${which} has is not known: a difference may be chance.` };
  }
  const isFewHere = countHere <= countThere;
  const fewest = Math.round(isFewHere ? countHere : countThere);
  const where = isFewHere ? 'here' : 'in production';
  const advice = isFewHere ? 'measure longer' : 'choose a busier service';
  const tells = `${advice} to tell whether this ${noun} is like production`;
  const tooFew = { icon: 'question', verdict: 'Too few samples to tell' };
  if (fewest < FEW_SAMPLES) {
    const few = `${countText(fewest)} ${plural('sample', fewest)} of ${shortName(name)} ${where}`;
    return { ...tooFew, sentence: `Only ${few}: ${tells}.` };
  }
  const [largest] = [...all].sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  if (!largest) {
    const sentence = `Nothing that ${shortName(name)} calls differs by 1 % or more: this ${noun} is like production here.`;
    return { icon: 'pass', verdict: 'Much like production', sentence };
  }
  const figures = figuresOf(largest);
  if (Math.abs(largest.difference) >= UNLIKE) return { ...tooFew, sentence: `${figures}, which may be chance: ${tells}.` };
  const sentence = `The largest difference is small: ${figures}. This ${noun} is much like production here.`;
  return { icon: 'pass', verdict: 'Much like production', sentence };
}

/** Those that differ, what is more than chance first, then the largest. */
function compared(items: readonly BesideItem[], { here, there }: Beside): Compared[] {
  const all = items.map((item): Compared => {
    const [p, q] = [partOf(item.here, here), partOf(item.there, there)];
    const deviation = Math.sqrt(varianceOf(item.here, here) + varianceOf(item.there, there));
    return { ...item, difference: p - q, isFirm: Math.abs(p - q) > Z * deviation };
  });
  const shown = all.filter(({ difference }) => Math.abs(difference) >= LEAST);
  return shown.sort((a, b) => Number(b.isFirm) - Number(a.isFirm) || Math.abs(b.difference) - Math.abs(a.difference));
}

function part(heading: string, items: readonly Compared[], beside: Beside): BesideRow[] {
  if (items.length === 0) return [];
  const rows = items.map((item): BesideRow => {
    const icon = item.difference > 0 ? 'arrow-up' : 'arrow-down';
    const chance = item.isFirm ? '' : ' · may be chance';
    return { icon, label: item.label, description: `${sharesText(item, beside)}${chance}`, item };
  });
  return [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}

function rest(count: number): BesideRow[] {
  if (count <= 0) return [];
  return [{ icon: 'blank', label: `${countText(count)} other ${plural('function', count)}`, description: 'differ less' }];
}

/** `40 % here, 6 % in production`. */
function sharesText(item: BesideItem, { here, there }: Beside): string {
  const text = (value: number, { cost, weight }: BesideSide): string => shareText(value, cost, false, weight);
  return `${text(item.here, here)} here, ${text(item.there, there)} in production`;
}

function samplesText(side: BesideSide): string {
  const count = samplesOf(side);
  if (count === undefined) return 'samples not known';
  return `${countText(Math.round(count))} ${plural('sample', Math.round(count))}`;
}

/** The samples of the function; undefined if they are not known. */
function samplesOf({ cost, weight }: BesideSide): number | undefined {
  return weight === undefined || weight <= 0 ? undefined : cost / weight;
}

function partOf(value: number, { cost }: BesideSide): number {
  return cost > 0 ? value / cost : 0;
}

/** The samples of the function, about as many where the profile does not say it; undefined if nothing is known. */
function countOf({ cost, weight, usualWeight }: BesideSide): number | undefined {
  const value = weight || usualWeight;
  return value === undefined ? undefined : cost / value;
}

/** Of a share that rests on samples; infinite if their number is not known. */
function varianceOf(value: number, side: BesideSide): number {
  const count = countOf(side);
  if (!count) return Infinity;
  // A share of 0 or 1 varies too.
  const part = (partOf(value, side) * count + 1) / (count + 2);
  return (part * (1 - part)) / count;
}
