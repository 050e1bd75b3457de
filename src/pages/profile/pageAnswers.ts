import type { FiguresOfProgram } from '../../captures/loaded/programFigures';
import type { Refining } from '../../captures/loaded/refining';
import type { Capture } from '../../captures/loadedCapture';
import type { Active } from '../../captures/session';
import type { QueryEngine } from '../../engine/client';
import type { Layouts } from '../../engine/graphvizClient';
import type { TableParams } from '../../engine/queries';
import type { TableView } from '../../profile/answers/table';
import { withRootFile } from '../../profile/answers/flame';
import type { Answers } from '../protocol/pageHost';
import type { FigureRows, PROFILE_PAGE } from '../protocol/profilePage';
import { stackStart } from './stackStart';

interface AnswerParts {
  readonly engine: QueryEngine;
  /** Each page has its own layouter, so that an unchanged call graph is laid out once. */
  readonly layouts: Layouts;
  readonly refining: Refining;
  /** See PageServices. */
  readonly figures: (capture: Capture) => Promise<FiguresOfProgram | undefined>;
}

/**
 * How the host answers each question of a page.
 * @param active the profile that the page shows
 */
export function pageAnswers(
  active: () => Active,
  { engine, layouts, refining, figures }: AnswerParts,
): Answers<typeof PROFILE_PAGE> {
  const layouter = layouts.latestOnly();
  const ask: QueryEngine['ask'] = (query, params, signal) => engine.ask(query, params, signal);
  const table = (view: TableView, signal: AbortSignal) => ask('table', { ...view, ...tableParams(active()) }, signal);
  return {
    flame: async (view, signal) => {
      const shown = active();
      const from = stackStart(shown, view.from);
      const { queryId: profile, sampleType, capture } = shown;
      const window = await ask('flame', { ...view, from, setup: capture.setup, profile, sampleType }, signal);
      return withRootFile(window, from, capture.target?.file);
    },
    lineFrame: (line, signal) => {
      const shown = active();
      const { queryId: profile, sampleType, capture } = shown;
      const from = stackStart(shown, line.from);
      return ask('lineFrame', { ...line, from, setup: capture.setup, profile, sampleType }, signal);
    },
    callGraph: async (params, signal) => {
      const { queryId: profile, sampleType, refinement } = active();
      const { report, dot } = await ask('callGraph', { ...params, profile, sampleType, refinement }, signal);
      return { report, picture: await layouter.layOut(dot) };
    },
    refine: async (refinement) => {
      await refining.apply(refinement, active());
      return undefined;
    },
    labels: (view, signal) => refining.labels(active(), view, signal),
    table,
    fewSamples: (view, signal) => ask('fewSamples', { ...view, ...tableParams(active()) }, signal),
    pathCalls: (view, signal) => ask('pathCalls', { ...view, ...tableParams(active()) }, signal),
    fewCallSamples: (params, signal) => ask('fewCallSamples', { ...params, ...tableParams(active()) }, signal),
    fewNodeSamples: (params, signal) => ask('fewNodeSamples', { ...params, ...tableParams(active()) }, signal),
    peek: (view, signal) => ask('peek', { ...view, ...tableParams(active()) }, signal),
    suggest: table,
    figures: async (known) => {
      const found = await figures(active().capture);
      return found && rowsFrom(found, known);
    },
    knows: async ({ name }, signal) => {
      const { blocks } = await ask('peek', { name, limit: 0, ...tableParams(active()) }, signal);
      return blocks.length > 0;
    },
  };
}

/** The rows that a page does not know yet. */
function rowsFrom(
  { figures: { times, columns }, version, isLive }: FiguresOfProgram,
  known: { readonly version: number; readonly from: number },
): FigureRows {
  const from = known.version === version ? Math.min(known.from, times.length) : 0;
  return { version, from, times: times.slice(from), columns: columns.map((column) => column.slice(from)), isLive };
}

/** The parameters that every query for the table of the active profile has. */
export function tableParams({ queryId: profile, sampleType, refinement: options }: Active): TableParams {
  return { profile, sampleType, options };
}
