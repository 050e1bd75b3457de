import type { QueryEngine } from '../../engine/client';
import type { Layouter, Layouts } from '../../engine/graphvizClient';
import type { TableParams } from '../../engine/queries';
import type { TableView, TableWindow } from '../../profile/answers/table';
import type { Answer, Ask } from '../protocol/messages';
import type { QuestionName, Questions } from '../protocol/questions';
import type { Active } from '../../captures/session';
import type { Refining } from '../../captures/loaded/refining';
import { withRootFile } from '../../profile/answers/flame';
import { stackStart } from './stackStart';

/** The dependencies of answers. Each page has its own layouter, so that an unchanged call graph is laid out once. */
interface AnswerContext {
  /** Asks the engine. The query is aborted when the page cancels the question. */
  readonly ask: QueryEngine['ask'];
  readonly layouter: Layouter;
  readonly refining: Refining;
  readonly signal: AbortSignal;
}

type Answers = {
  readonly [N in QuestionName]: (
    active: Active,
    params: Questions[N][0],
    context: AnswerContext,
  ) => Promise<Questions[N][1]>;
};

/** How the host answers each question of a page. */
const answers: Answers = {
  flame: async (active, view, { ask }) => {
    const from = stackStart(active, view.from);
    const { queryId: profile, sampleType, capture } = active;
    const window = await ask('flame', { ...view, from, setup: capture.setup, profile, sampleType });
    return withRootFile(window, from, capture.target?.file);
  },
  callGraph: async ({ queryId: profile, sampleType, refinement }, params, { ask, layouter }) => {
    const { report, dot } = await ask('callGraph', { ...params, profile, sampleType, refinement });
    return { report, picture: await layouter.layOut(dot) };
  },
  refine: async (active, refinement, { refining }) => {
    await refining.apply(refinement, active);
    return undefined;
  },
  labels: (active, view, { refining, signal }) => refining.labels(active, view, signal),
  table,
  fewSamples: (active, view, { ask }) => ask('fewSamples', { ...view, ...tableParams(active) }),
  pathCalls: (active, view, { ask }) => ask('pathCalls', { ...view, ...tableParams(active) }),
  fewCallSamples: (active, params, { ask }) => ask('fewCallSamples', { ...params, ...tableParams(active) }),
  fewNodeSamples: (active, params, { ask }) => ask('fewNodeSamples', { ...params, ...tableParams(active) }),
  peek: (active, view, { ask }) => ask('peek', { ...view, ...tableParams(active) }),
  suggest: table,
  knows: async (active, { name }, { ask }) => {
    const { blocks } = await ask('peek', { name, limit: 0, ...tableParams(active) });
    return blocks.length > 0;
  },
};

function table(active: Active, view: TableView, { ask }: AnswerContext): Promise<TableWindow> {
  return ask('table', { ...view, ...tableParams(active) });
}

/** The parameters that every query for the table of the active profile has. */
export function tableParams({ queryId: profile, sampleType, refinement: options }: Active): TableParams {
  return { profile, sampleType, options };
}

/** Answers the questions of one page until it cancels them. */
export class PageAnswers {
  private readonly running = new Map<number, AbortController>();
  private readonly layouter: Layouter;

  constructor(
    private readonly engine: QueryEngine,
    layouts: Layouts,
    private readonly refining: Refining,
  ) {
    this.layouter = layouts.latestOnly();
  }

  /** Throws EngineError, or an AbortError if the question was cancelled. */
  async answer<N extends QuestionName>(active: Active, ask: Ask<N>): Promise<Answer> {
    const { question, profile, request, params } = ask;
    const controller = new AbortController();
    const { signal } = controller;
    const { engine, layouter, refining } = this;
    const askEngine: QueryEngine['ask'] = (query, queryParams) => engine.ask(query, queryParams, signal);
    const context: AnswerContext = { ask: askEngine, layouter, refining, signal };
    this.running.set(request, controller);
    try {
      const answer = await answers[question](active, params, context);
      return { kind: 'answer', question, profile, request, answer } as Answer;
    } finally {
      signal.throwIfAborted();
      this.running.delete(request);
    }
  }

  cancel(request: number): void {
    this.running.get(request)?.abort();
    this.running.delete(request);
  }

  /** Cancels all questions. Call when the page is loaded again, because it then reuses their numbers. */
  cancelAll(): void {
    for (const request of this.running.keys()) this.cancel(request);
  }
}
