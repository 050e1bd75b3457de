import * as vscode from 'vscode';
import type { Asker } from '../engine/client';
import { formatListValue, label, percentage } from '../profile/measurement';
import { shortName } from '../profile/names';
import type { LineDetail, Neighbour } from '../profile/reports';
import { sampleCount, sampleText } from '../profile/sampleWords';
import type { Annotator } from './annotator';
import { escapeMarkdown } from './markdown';

const NEIGHBOURS = 5;
/** A figure from fewer samples than this is chance as much as cost. */
const FEW_SAMPLES = 10;

/** Link target of a caller or callee in a hover: opens a line of a file that is in the active profile. */
export const OPEN_FRAME_COMMAND = 'linecost.openFrame';

/** On a line with costs: its figures under every sample type, its callers and callees, the samples behind them. */
export class CostHover implements vscode.HoverProvider {
  constructor(
    private readonly annotator: Annotator,
    private readonly engine: Asker,
  ) {}

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const found = this.annotator.lineAt(document, position.line + 1);
    if (!found || (found.line.flat === 0 && found.line.cum === 0)) return undefined;
    const { active, costs, line } = found;
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const { profile, sampleType } = active;
    const place = { file: costs.file, line: line.captured };
    const question = { profile: profile.summary.id, sampleType, ...place, limit: NEIGHBOURS };
    try {
      const detail = await this.engine.ask('lineDetail', question, controller.signal);
      if (!detail) return undefined;
      return new vscode.Hover(markdown(detail, sampleType, line.changed), document.lineAt(position.line).range);
    } catch {
      return undefined;
    }
  }
}

function markdown(detail: LineDetail, sampleType: number, changed: boolean): vscode.MarkdownString {
  const text = new vscode.MarkdownString('', true);
  text.isTrusted = { enabledCommands: [OPEN_FRAME_COMMAND] };
  const shown = detail.values[sampleType];
  const { unit } = shown.sampleType;
  text.appendMarkdown(`**Linecost** · ${samplesText(detail)}\n\n`);
  if (changed) text.appendMarkdown('_Edited after the capture: the figures are those of the earlier text._\n\n');
  const rows = [
    ...valueRows(detail, sampleType),
    ...neighbourRows('Called by', detail.callers, detail.moreCallers, shown.cum, unit),
    ...neighbourRows('Calls', detail.callees, detail.moreCallees, shown.cum, unit),
  ];
  text.appendMarkdown(`|  | flat |  | cum |  |\n|:--|--:|--:|--:|--:|\n${rows.join('\n')}\n\n`);
  text.appendMarkdown(names('Inlined here', detail.inlinedHere));
  text.appendMarkdown(names('Inlined into', detail.inlinedInto));
  return text;
}

function samplesText({ values, cumSamples }: LineDetail): string {
  const types = values.map(({ sampleType }) => sampleType);
  const count = sampleCount(types, values.map(({ cum }) => cum), cumSamples);
  const isFew = count.noun === 'sample' && count.count < FEW_SAMPLES;
  return `${sampleText(count)}${isFew ? ', too few to trust' : ''}`;
}

function valueRows({ values }: LineDetail, sampleType: number): string[] {
  return values.map(({ sampleType: { type, unit }, flat, cum, total }, i) => {
    const name = escapeMarkdown(type);
    const cell = (value: number) => `${escapeMarkdown(formatListValue(value, unit))} | ${percent(value, total)}`;
    return `| ${i === sampleType ? `**${name}**` : name} | ${cell(flat)} | ${cell(cum)} |`;
  });
}

/** Percentages are of the line, not of the total. */
function neighbourRows(
  title: string,
  list: readonly Neighbour[],
  more: number,
  cum: number,
  unit: string,
): string[] {
  if (list.length === 0) return [];
  const rows = list.map(({ function: name, file, line, value, inlined }) => {
    const link = `command:${OPEN_FRAME_COMMAND}?${encodeURIComponent(JSON.stringify([file, line]))}`;
    const text = `[${escapeMarkdown(shortName(name))}](${link.replace(/\)/g, '%29')})${inlined ? ' _inlined_' : ''}`;
    return `| ${text} |  |  | ${escapeMarkdown(label(value, unit))} | ${percent(value, cum)} |`;
  });
  if (more > 0) rows.push(`| _and ${more} more_ |  |  |  |  |`);
  return [`| **${title}** |  |  |  | _of line_ |`, ...rows];
}

function names(title: string, list: readonly string[]): string {
  return list.length === 0 ? '' : `${title}: ${list.map((name) => escapeMarkdown(shortName(name))).join(', ')}\n\n`;
}

function percent(value: number, total: number): string {
  return value === 0 ? '' : escapeMarkdown(percentage(value, total).trim());
}
