import * as vscode from 'vscode';
import type { UnfoundFile } from '../../documents/sources';
import { signOfJudgement } from '../../profile/text/judgementWords';
import { basename } from '../../profile/text/shortNames';
import { type BackgroundRow, backgroundTexts } from './backgroundRow';
import type { HotLineChoice } from './hotLineChoice';
import { alignedRight, barOf, besideLine, type HotRow, isFirm, labelOf, leadOf, spokenOf, tooltipOf } from './hotLinesText';
import { shareIcon } from './shareIcon';

/** A row of the tree. */
export interface HotNode {
  readonly item: vscode.TreeItem;
}

/**
 * The rows of a list: the lines, and background work above the first one that costs less; in a comparison, changes that
 * may be chance are below all others. The labels are aligned.
 * @returns also the node of each line, in the order of the lines
 */
export function listNodes(
  rows: readonly HotRow[],
  background: BackgroundRow | undefined,
  choice: HotLineChoice,
): { readonly nodes: HotNode[]; readonly ofLines: HotNode[] } {
  const texts = background && backgroundTexts(background);
  const leads = alignedRight([...(texts ? [texts.lead] : []), ...rows.map(leadOf)]);
  const changes = [background?.work.cost ?? 0, ...rows.map(({ line, order }) => line[order])];
  const largest = Math.max(...changes.map(Math.abs));
  const own = { lead: leads[0], largest };
  const ofBackground = background && texts ? [backgroundNode(background, texts, choice, own)] : [];
  const ofLines = rows.map((row, i) => rowNode(row, { lead: leads[i + ofBackground.length], largest }));
  const [cost, ...costs] = changes.map(Math.abs);
  const isComparison = background?.active.baseline !== undefined;
  const isOwnFirm = background === undefined || !isChance(background);
  const isBelow = (row: HotRow, at: number) => {
    return !isComparison || isFirm(row) === isOwnFirm ? costs[at] < cost : isOwnFirm;
  };
  const found = rows.findIndex(isBelow);
  const place = found < 0 ? ofLines.length : found;
  return { nodes: [...ofLines.slice(0, place), ...ofBackground, ...ofLines.slice(place)], ofLines };
}

function isChance({ work: { change } }: BackgroundRow): boolean {
  return Boolean(change?.judged && signOfJudgement(change.judged.judgement));
}

/** What a row has in common with the others of its list. */
interface Alignment {
  readonly lead: string;
  /** The largest change. */
  readonly largest: number;
}

function backgroundNode(
  row: BackgroundRow,
  { label, lead: figure, description, tooltip }: ReturnType<typeof backgroundTexts>,
  choice: HotLineChoice,
  { lead, largest }: Alignment,
): HotNode {
  const { active, work: { cost, total } } = row;
  const item = new vscode.TreeItem(`${lead}  ${label}`);
  item.description = description;
  const isChange = active.baseline !== undefined;
  const kind = isChance(row) ? 'chance' : !isChange ? 'cost' : cost > 0 ? 'growth' : 'shrinkage';
  item.iconPath = shareIcon(isChange ? cost / (largest || 1) : cost / (total || 1), kind, isChange);
  item.tooltip = tooltip;
  const [cause] = row.causes;
  const spoken = [figure, label, description].filter(Boolean).join(', ');
  item.accessibilityInformation = { label: spoken, ...(cause && { role: 'button' }) };
  if (cause) {
    const opened: HotRow = { ...choice, active, line: cause.line, total, info: { path: cause.line.file } };
    item.command = { command: 'linecost.openHotLine', title: 'Open', arguments: [opened] };
  }
  return { item };
}

/** The view without lines: the files of the profile that were not found, each with a command that locates it. */
export function unfoundNodes(unfound: readonly UnfoundFile[] = []): HotNode[] {
  return unfound.map(({ name, matches }): HotNode => {
    const item = new vscode.TreeItem(basename(name));
    item.description = matches > 1 ? `${matches} files match  ${name}` : name;
    item.tooltip = `${name}\nClick to ${matches > 1 ? `choose among ${matches} files` : 'locate this file'}.`;
    item.iconPath = new vscode.ThemeIcon('question');
    item.command = { command: 'linecost.locateSource', title: 'Locate Missing Source File', arguments: [name] };
    return { item };
  });
}

function rowNode(row: HotRow, { lead, largest }: Alignment): HotNode {
  const item = new vscode.TreeItem(labelOf(row, lead));
  item.description = besideLine(row);
  const { part, kind } = barOf(row, largest);
  item.iconPath = shareIcon(part, kind, row.active.baseline !== undefined);
  item.tooltip = tooltipOf(row);
  item.accessibilityInformation = { label: spokenOf(row) };
  item.command = { command: 'linecost.openHotLine', title: 'Open', arguments: [row] };
  return { item };
}
