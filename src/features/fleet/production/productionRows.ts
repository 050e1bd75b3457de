import { countText } from '../../../profile/text/screen/digits';
import { shareText } from '../../../profile/text/screen/share';
import { shortName } from '../../../profile/text/shortNames';
import type { PickItem } from '../../../ui/window';
import * as vscode from 'vscode';
import type { FunctionFigures } from './functionFigures';
import type { Trend } from './trendText';

/** What the rows of an answer do when they are chosen; unset for rows that only say something. */
export interface ProductionRow extends PickItem {
  readonly act?: 'showOnLines' | 'profile' | 'beside' | { readonly caller: string } | { readonly label: string };
}

/** What is known of a function in production so far. */
export interface KnownOfFunction {
  readonly figures: FunctionFigures;
  /** undefined while days are asked; `none` if too few have data. */
  readonly trend: Trend | 'none' | undefined;
  /** Sentences on what the answer lacks: shares are of the rest. */
  readonly lacks: readonly string[];
  /** Whether lines are those of the build. */
  readonly notes: readonly string[];
  /** Why there is no trend. */
  readonly trendFailure?: string;
  /** Names of labels by which it can be split; undefined while they are asked. */
  readonly labels: readonly string[] | undefined;
  /** For labels that were chosen: the values with the largest costs, and the function's share where they match. */
  readonly splits: ReadonlyMap<string, readonly SplitShare[] | 'asking' | { readonly failure: string }>;
  readonly areOnLines: boolean;
  /** The title of the capture that is shown, if it is not of a store. */
  readonly local?: string | undefined;
}

export interface SplitShare {
  readonly value: string;
  /** Of the profile with this value; undefined if it has none. */
  readonly share: { readonly cum: number; readonly total: number; readonly weight?: number | undefined } | undefined;
}

/** @param unit what the shares are of: `cpu` */
export function productionRows(known: KnownOfFunction, unit: string): ProductionRow[] {
  const { flat, cum, total, weight, flatRank, cumRank, functionCount, callers } = known.figures;
  const share = (value: number): string => shareText(value, total, false, weight);
  const count = countText(functionCount);
  // Shares of a part look like those of all: that is said where they are read, not among the notes.
  const [icon, incomplete] = known.lacks.length > 0 ? ['warning', ' · incomplete'] : ['pulse', ''];
  const rows: ProductionRow[] = [
    { icon, label: `${share(cum)} of ${unit}, with all that it calls`, description: `place ${countText(cumRank)} of ${count} functions${incomplete}` },
    ...known.lacks.map((lack) => ({ icon: 'blank', label: lack })),
    { icon: 'blank', label: `${share(flat)} in its own lines`, description: `place ${countText(flatRank)}` },
    trendRow(known),
    ...known.notes.map((note) => ({ icon: 'info', label: note })),
  ];
  if (callers.length > 0) rows.push(separator('Called from'));
  for (const { name, value } of callers) {
    const part = shareText(value, cum, false, weight);
    rows.push({ icon: 'call-incoming', label: shortName(name), description: `${part} of its cost`, act: { caller: name } });
  }
  rows.push(...labelRows(known, unit), separator('Actions'));
  const { areOnLines, local } = known;
  if (local !== undefined) rows.push({ icon: 'split-horizontal', label: `Compare with ${local}`, description: 'here and in production, side by side', act: 'beside' });
  rows.push(
    { icon: 'list-flat', label: areOnLines ? 'Hide Production’s Costs Beside Lines' : 'Show Production’s Costs Beside Lines', act: 'showOnLines' },
    { icon: 'flame', label: 'Open the Profile', description: 'as a capture, with all tabs', act: 'profile' },
  );
  return rows;
}

function trendRow({ trend, trendFailure }: KnownOfFunction): ProductionRow {
  if (trendFailure !== undefined) return { icon: 'graph-line', label: 'No trend', description: trendFailure };
  if (trend === undefined) return { icon: 'sync~spin', label: 'Asking for the week before…' };
  if (trend === 'none') return { icon: 'graph-line', label: 'No trend', description: 'the store has less than two days' };
  return { icon: 'graph-line', label: `${trend.chart}  ${trend.change}`, detail: trend.days };
}

function labelRows({ labels, splits, figures }: KnownOfFunction, unit: string): ProductionRow[] {
  if (labels?.length === 0) return [];
  const rows = [separator('By label: its values with the largest totals')];
  if (!labels) return [...rows, { icon: 'sync~spin', label: 'Asking for labels…' }];
  for (const label of labels) {
    const split = splits.get(label);
    if (split === undefined) rows.push({ icon: 'tag', label: `by ${label}…`, act: { label } });
    else if (split === 'asking') rows.push({ icon: 'sync~spin', label: `by ${label}`, description: 'asking…' });
    else if ('failure' in split) rows.push({ icon: 'warning', label: `by ${label}`, description: split.failure, act: { label } });
    else if (split.length === 0) rows.push({ icon: 'tag', label: `by ${label}`, description: 'none of its values has a cost', act: { label } });
    else rows.push(...largestFirst(split).map((each) => splitRow(label, each, figures, unit)));
  }
  return rows;
}

function largestFirst(split: readonly SplitShare[]): SplitShare[] {
  return [...split].sort((a, b) => (b.share?.cum ?? 0) - (a.share?.cum ?? 0));
}

function splitRow(
  label: string,
  { value, share }: SplitShare,
  { cum, weight }: FunctionFigures,
  unit: string,
): ProductionRow {
  const row = { icon: 'blank', label: `${label} ${value}` };
  if (!share) return { ...row, description: 'not in its samples' };
  const part = shareText(share.cum, cum, false, weight);
  const there = shareText(share.cum, share.total, false, share.weight);
  return { ...row, description: `${part} of its cost · ${there} of ${unit} there` };
}

function separator(label: string): ProductionRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
