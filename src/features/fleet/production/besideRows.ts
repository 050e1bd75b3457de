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
/** With fewer samples, only large differences can be told. */
const FEW_SAMPLES = 100;

interface Compared extends BesideItem {
  /** The share here minus the share there. */
  readonly difference: number;
  /** Whether it is more than chance, as far as the samples are known. */
  readonly isFirm: boolean;
}

/** The rows of a list: what they tell in one sentence, the two sides, then what differs most. */
export function besideRows(beside: Beside): BesideRow[] {
  const { name, here, there, unit } = beside;
  const [functions, lines] = [compared(beside.functions, beside), compared(beside.lines, beside)];
  const short = shortName(name);
  const shareOf = ({ cost, total, weight }: BesideSide): string => shareText(cost, total, false, weight);
  const { verdict, sentence, icon } = likeness(beside);
  return [
    { icon, label: verdict, detail: sentence },
    { icon: 'home', label: `Here: ${here.title}`, description: `${samplesText(here)} · ${short} is ${shareOf(here)} of ${unit}` },
    { icon: 'database', label: `There: ${there.title}`, description: `${samplesText(there)} · ${short} is ${shareOf(there)} of ${unit}` },
    ...part(`What it calls, as shares of ${short}`, functions.slice(0, MAX_FUNCTIONS), beside),
    ...part('Its lines', lines.slice(0, MAX_LINES), beside),
    ...rest(beside.functions.length - Math.min(functions.length, MAX_FUNCTIONS)),
  ];
}

/** `Not like production`, with the sentence that says why. */
function likeness(beside: Beside): { readonly verdict: string; readonly sentence: string; readonly icon: string } {
  const { name, here, noun } = beside;
  const all = compared(beside.functions, beside);
  const [largest] = all.length > 0 ? all : compared(beside.lines, beside);
  const isLarge = largest?.isFirm && Math.abs(largest.difference) >= UNLIKE;
  const figures = largest && `${largest.label} is ${sharesText(largest, beside)}`;
  if (isLarge) return { icon: 'warning', verdict: 'Not like production', sentence: `${figures}: this ${noun} is not like production.` };
  const count = samplesOf(here);
  if (count !== undefined && count < FEW_SAMPLES) {
    const few = `${countText(Math.round(count))} ${plural('sample', Math.round(count))} of ${shortName(name)} here`;
    return { icon: 'question', verdict: 'Too few samples to tell', sentence: `Only ${few}: measure longer to tell whether this ${noun} is like production.` };
  }
  const sentence = figures === undefined
    ? `Nothing that ${shortName(name)} calls differs by 1 % or more: this ${noun} is like production here.`
    : `The largest difference is small: ${figures}. This ${noun} is much like production here.`;
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

/** Of a share that rests on samples; 0 if their number is not known. */
function varianceOf(value: number, side: BesideSide): number {
  const count = samplesOf(side);
  if (count === undefined) return 0;
  // A share of 0 or 1 varies too.
  const part = (partOf(value, side) * count + 1) / (count + 2);
  return (part * (1 - part)) / count;
}
