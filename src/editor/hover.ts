import * as vscode from 'vscode';
import type { Asker } from '../engine/client';
import { formatListValue, label, percentage } from '../profile/measurement';
import { shortName } from '../profile/names';
import type { LineDetail, Neighbour } from '../profile/reports';
import { sampleCount, sampleText } from '../profile/sampleWords';
import type { Active, Deriver } from '../session';
import { baselineName } from '../workbench/baselineName';
import type { Annotator } from './annotator';
import { BaselineProfiles } from './baselineProfiles';
import { changeText, COMPARED_HEADER, type ComparedLine, comparedRows, comparedSamples, FEW_SAMPLES } from './comparedTable';
import { escapeMarkdown } from './markdown';

const NEIGHBOURS = 5;

/** Link target of a caller or callee in a hover: opens a line of a file that is in the active profile. */
export const OPEN_FRAME_COMMAND = 'linecost.openFrame';
/** Link target of a line's instructions: the document's address, and the line as it stands now. */
export const INSTRUCTIONS_COMMAND = 'linecost.showInstructions';

/** On a line with costs: its figures under every sample type, its callers and callees, the samples behind them. */
export class CostHover implements vscode.HoverProvider {
  private readonly baselines: BaselineProfiles;

  constructor(
    private readonly annotator: Annotator,
    private readonly engine: Asker,
    deriver: Deriver,
  ) {
    this.baselines = new BaselineProfiles(deriver);
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const found = this.annotator.lineAt(document, position.line + 1);
    if (!found) return undefined;
    const { active, costs, line } = found;
    // What is the same as before is worth knowing too.
    if (line.flat === 0 && line.cum === 0 && (!active.baseline || line.samples === 0)) return undefined;
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const { shown: profile, sampleType } = active;
    const place = { file: costs.file, line: line.captured };
    const question = { profile, sampleType, ...place, limit: NEIGHBOURS };
    try {
      const detail = await this.engine.ask('lineDetail', question, controller.signal);
      if (!detail) return undefined;
      const baseline = this.baselines.of(active);
      const before =
        baseline === undefined
          ? undefined
          : await this.engine.ask('lineDetail', { ...question, profile: baseline }, controller.signal);
      const text = markdown(active, { delta: detail, before }, line.changed);
      if (vscode.workspace.isTrusted) text.appendMarkdown(`[Show instructions](${instructionsLink(document, line.line)})`);
      return new vscode.Hover(text, document.lineAt(position.line).range);
    } catch {
      return undefined;
    }
  }
}

function markdown(active: Active, line: ComparedLine, changed: boolean): vscode.MarkdownString {
  const text = new vscode.MarkdownString('', true);
  text.isTrusted = { enabledCommands: [OPEN_FRAME_COMMAND, INSTRUCTIONS_COMMAND] };
  const { delta: detail } = line;
  const { sampleType } = active;
  const samples = active.baseline ? comparedSamples(line, active.baseline.operations) : samplesText(detail);
  text.appendMarkdown(`${['**Linecost**', escapeMarkdown(comparison(active)), samples].filter(Boolean).join(' · ')}\n\n`);
  if (isOtherLine(active, detail)) text.appendMarkdown('_Compared with what stood here in the baseline._\n\n');
  if (changed) text.appendMarkdown('_Edited after the capture: the figures are those of the earlier text._\n\n');
  const shown = detail.values[sampleType];
  const figureOf = (value: number) => neighbourFigure(value, shown, active.baseline !== undefined);
  const ofLine = active.baseline && '';
  const rows = [
    ...(active.baseline ? comparedRows(line, sampleType) : valueRows(detail, sampleType)),
    ...neighbourRows('Called by', detail.callers, detail.moreCallers, figureOf, ofLine),
    ...neighbourRows('Calls', detail.callees, detail.moreCallees, figureOf, ofLine),
  ];
  text.appendMarkdown(`${active.baseline ? COMPARED_HEADER : HEADER}${rows.join('\n')}\n\n`);
  text.appendMarkdown(names('Inlined here', detail.inlinedHere));
  text.appendMarkdown(names('Inlined into', detail.inlinedInto));
  return text;
}

const HEADER = '|  | flat |  | cum |  |\n|:--|--:|--:|--:|--:|\n';

/** `vs 14:05, per operation`; empty where nothing is compared. */
function comparison({ run, baseline }: Active): string {
  if (!baseline) return '';
  const options = [baseline.operations && 'per operation', baseline.normalize && 'normalized'];
  return [`vs ${baselineName(baseline.run, run.title, Date.now())}`, ...options].filter(Boolean).join(', ');
}

/** Whether the baseline has another text for the line. */
function isOtherLine({ baseline }: Active, { file, line }: LineDetail): boolean {
  const moves = baseline?.moved.find((each) => each.file === file)?.moves ?? [];
  return moves.some(({ to, count, changed }) => changed && line >= to && line < to + count);
}

/** The last two cells of a neighbour's row. Percentages are of the line, not of the total. */
function neighbourFigure(value: number, { sampleType: { unit }, cum }: LineDetail['values'][number], isDelta: boolean) {
  return isDelta ? `${changeText(value, unit)} | ` : `${escapeMarkdown(label(value, unit))} | ${percent(value, cum)}`;
}

function samplesText({ values, sums, cumSamples }: LineDetail): string {
  const types = values.map(({ sampleType }) => sampleType);
  const count = sampleCount(types, sums, cumSamples);
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

function neighbourRows(
  title: string,
  list: readonly Neighbour[],
  more: number,
  figureOf: (value: number) => string,
  ofLine = '_of line_',
): string[] {
  if (list.length === 0) return [];
  const rows = list.map(({ function: name, file, line, value, inlined }) => {
    const link = `command:${OPEN_FRAME_COMMAND}?${encodeURIComponent(JSON.stringify([file, line]))}`;
    const text = `[${escapeMarkdown(shortName(name))}](${link.replace(/\)/g, '%29')})${inlined ? ' _inlined_' : ''}`;
    return `| ${text} |  |  | ${figureOf(value)} |`;
  });
  if (more > 0) rows.push(`| _and ${more} more_ |  |  |  |  |`);
  return [`| **${title}** |  |  |  | ${ofLine} |`, ...rows];
}

/** Brackets in a link would end it. */
function instructionsLink({ uri }: vscode.TextDocument, line: number): string {
  const place = encodeURIComponent(JSON.stringify([uri.toString(), line]));
  return `command:${INSTRUCTIONS_COMMAND}?${place.replace(/\(/g, '%28').replace(/\)/g, '%29')}`;
}

function names(title: string, list: readonly string[]): string {
  return list.length === 0 ? '' : `${title}: ${list.map((name) => escapeMarkdown(shortName(name))).join(', ')}\n\n`;
}

function percent(value: number, total: number): string {
  return value === 0 ? '' : escapeMarkdown(percentage(value, total).trim());
}
