import type { Asker, Engine } from '../engine/client';
import type { Layouter, Layouts } from '../engine/layouts';
import type { TableAsked } from '../engine/queries';
import type { FlameWindow, StackStart } from '../profile/answers/flame';
import { MAX_FRAMES } from '../protocol/channel';
import type { Answer, Ask, QuestionName, Questions } from '../protocol/messages';
import type { Active } from '../session';
import type { Refining } from '../workbench/refining';

type Answering = {
  readonly [N in QuestionName]: (
    active: Active,
    params: Questions[N][0],
    engine: Asker,
    layouter: Layouter,
    refining: Refining,
  ) => Promise<Questions[N][1]>;
};

/** How each question of a page is put to the engine. */
const answering: Answering = {
  flame: async (active, view, engine) => {
    const from = stackStart(active, view.from);
    const maxFrames = Math.min(view.maxFrames, MAX_FRAMES);
    const { shown: profile, sampleType, run } = active;
    const question = { ...view, from, setup: run.setup, maxFrames, profile, sampleType };
    return withTarget(active, from, await engine.ask('flame', question));
  },
  callGraph: async ({ shown: profile, sampleType, refinement }, asked, engine, layouter) => {
    const { report, dot } = await engine.ask('callGraph', { ...asked, profile, sampleType, refinement });
    return { report, picture: await layouter.layOut(dot) };
  },
  refine: async (active, refinement, _engine, _layouter, refining) => {
    await refining.apply(refinement, active);
    return undefined;
  },
  labels: (active, view, engine, _layouter, refining) => refining.labels(active, view, engine),
  table: (active, view, engine) => engine.ask('table', { ...view, ...tableAsked(active) }),
  pathCalls: (active, view, engine) => engine.ask('pathCalls', { ...view, ...tableAsked(active) }),
  peek: (active, view, engine) => engine.ask('peek', { ...view, ...tableAsked(active) }),
  suggest: (active, view, engine) => engine.ask('table', { ...view, ...tableAsked(active) }),
  knows: async (active, { name }, engine) => {
    const { blocks } = await engine.ask('peek', { name, limit: 0, ...tableAsked(active) });
    return blocks.length > 0;
  },
};

/** The table of what is active, told apart as its refinement says. */
export function tableAsked({ shown: profile, sampleType, refinement: options }: Active): TableAsked {
  return { profile, sampleType, options };
}

/** Answers the questions of one page: of each, a new one takes the place of the one before. */
export class PageAnswers {
  private readonly askers = new Map<QuestionName, Asker>();

  private readonly layouter: Layouter;

  constructor(
    private readonly engine: Engine,
    layouts: Layouts,
    private readonly refining: Refining,
  ) {
    this.layouter = layouts.tab();
  }

  /** Throws EngineError, or an AbortError where a newer question came. */
  async answer<N extends QuestionName>(active: Active, ask: Ask<N>): Promise<Answer> {
    const { question, profile, request, params } = ask;
    const answer = await answering[question](active, params, this.askerOf(question), this.layouter, this.refining);
    return { kind: 'answer', question, profile, request, answer } as Answer;
  }

  private askerOf(question: QuestionName): Asker {
    const asker = this.askers.get(question) ?? this.engine.tab();
    this.askers.set(question, asker);
    return asker;
  }
}

/** What was measured is no frame by itself: it runs in all the places where the harness calls it. */
export function stackStart({ run }: Active, asked: string | undefined): StackStart | undefined {
  if (asked !== run.title || !run.startBelow) return asked;
  return { name: run.title, below: run.startBelow, module: run.module?.modulePath };
}

/** Where the root stands for what was measured, its source is known, though no sample names it. */
function withTarget({ run }: Active, from: StackStart | undefined, window: FlameWindow): FlameWindow {
  if (typeof from !== 'object' || !run.target) return window;
  window.file[0] = window.files.length;
  window.line[0] = 0;
  return { ...window, files: [...window.files, run.target.file] };
}
