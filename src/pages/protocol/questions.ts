import type { FlameTree, FlameView, FlameWindow } from '../../profile/answers/flame';
import type { DrawnGraph } from '../../profile/answers/graph';
import type { LabelTotals, LabelView } from '../../profile/answers/labels';
import type { FewSamples, PathCalls, PathView, Peek, PeekView, TableView, TableWindow } from '../../profile/answers/table';
import { areNodes, arePathViews, isCallGraphOptions, isFlameView, isFunctionName, isLabelView } from './paramShapes';
import { isPathView, isPeekView, isTableView } from './paramShapes';
import { isRefinement, type Refinement } from './refineState';
import type { Check } from './shapes';

/** A call tree as the page requests it: `from` is a function's name, or the state's `startAt`. */
export type TreeRequest = Omit<FlameTree, 'from' | 'setup'> & { readonly from?: string };

/** A window as the page requests it. */
export type FlameRequest = Omit<FlameView, keyof FlameTree> & TreeRequest;

/** How much of a call graph to show. */
export interface CallGraphOptions {
  /** The maximum number of functions; 0 for all. */
  readonly nodeCount: number;
  /** Whether a function has one node per call path. */
  readonly callTree: boolean;
  /** pprof's `trim`: false shows all functions and calls, regardless of their number and size. */
  readonly trim: boolean;
}

/** What a page can ask the host: name → [parameters, answer]. The host answers in pages/profile/pageAnswers.ts. */
export interface Questions {
  flame: [FlameRequest, FlameWindow];
  callGraph: [CallGraphOptions, DrawnGraph];
  /** Refines everything that is shown; the next state has the result. */
  refine: [Refinement, undefined];
  /** The labels to choose from, as if no labels were chosen. */
  labels: [LabelView, LabelTotals];
  /** A range of rows of the table of functions. */
  table: [TableView, TableWindow];
  /** Of the same rows: which figures rest on few samples; undefined if that is not known. */
  fewSamples: [TableView, FewSamples | undefined];
  /** The callers or callees of a function of the table, along a path. */
  pathCalls: [PathView, PathCalls];
  /** Which figures of the same calls rest on few samples, for each view; undefined if that is not known. */
  fewCallSamples: [{ readonly views: readonly PathView[] }, readonly FewSamples[] | undefined];
  /** Which figures of these nodes of the table rest on few samples; undefined if that is not known. */
  fewNodeSamples: [{ readonly nodes: readonly number[] }, FewSamples | undefined];
  /** A function with its callers and callees. */
  peek: [PeekView, Peek];
  /** Functions to choose from. */
  suggest: [TableView, TableWindow];
  /** Whether a function, or a row with this name, has samples. */
  knows: [{ readonly name: string }, boolean];
}

export type QuestionName = keyof Questions;

/** Checks of the parameters. The host drops a question that fails. */
export const paramChecks: { readonly [N in QuestionName]: Check } = {
  flame: isFlameView,
  callGraph: isCallGraphOptions,
  refine: isRefinement,
  labels: isLabelView,
  table: isTableView,
  fewSamples: isTableView,
  pathCalls: isPathView,
  fewCallSamples: arePathViews,
  fewNodeSamples: areNodes,
  peek: isPeekView,
  suggest: isTableView,
  knows: isFunctionName,
};
