import type { Answer, Ask, Cancel, Failure } from '../src/pages/protocol/messages';
import type { QuestionName, Questions } from '../src/pages/protocol/questions';

/** The error of a question that the host could not answer; `message` is for the user. */
export class AskError extends Error {
  /** @param field the invalid field of a refinement */
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Holds one open question: a new question cancels the previous one. */
export class LatestOnly {
  private controller: AbortController | undefined;

  /** Whether a question has no answer yet. */
  get isPending(): boolean {
    return this.controller !== undefined;
  }

  cancel(): void {
    this.controller?.abort();
    this.controller = undefined;
  }

  /** Cancels the previous question. The signal is aborted by the next question and by `cancel`. */
  begin(): AbortSignal {
    this.cancel();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  /** Marks the question of this signal as settled. */
  end(signal: AbortSignal): void {
    if (this.controller?.signal === signal) this.controller = undefined;
  }
}

export type AskHost = <N extends QuestionName>(
  question: N,
  params: Questions[N][0],
  cancelledBy: LatestOnly | AbortSignal,
) => Promise<Questions[N][1]>;

interface PendingQuestion {
  readonly question: QuestionName;
  readonly profile: number;
  settle(outcome: { readonly answer: unknown } | Error): void;
}

/** Asks the host, and keeps the questions that have no answer yet. */
export class OpenQuestions {
  private lastRequest = 0;
  private profile: number | undefined;
  private readonly pending = new Map<number, PendingQuestion>();

  constructor(private readonly send: (message: Ask | Cancel) => void) {}

  /** Sets the profile that questions are about, and cancels the questions about another one. */
  setProfile(profile: number | undefined): void {
    this.profile = profile;
    for (const [request, question] of this.pending) {
      if (question.profile !== profile) this.cancel(request, abortError());
    }
  }

  /**
   * Asks the host about the profile that is shown.
   * @param cancelledBy a signal, or a LatestOnly, which cancels the question when it gets the next one
   * @throws AskError if the host cannot answer; an AbortError if the question is cancelled or no profile is shown
   */
  ask<N extends QuestionName>(
    question: N,
    params: Questions[N][0],
    cancelledBy: LatestOnly | AbortSignal,
  ): Promise<Questions[N][1]> {
    const latestOnly = cancelledBy instanceof LatestOnly ? cancelledBy : undefined;
    const signal = cancelledBy instanceof LatestOnly ? cancelledBy.begin() : cancelledBy;
    const { profile } = this;
    return new Promise((resolve, reject) => {
      const request = ++this.lastRequest;
      const cancel = () => this.cancel(request, abortError());
      const settle = (outcome: { readonly answer: unknown } | Error) => {
        this.pending.delete(request);
        signal.removeEventListener('abort', cancel);
        latestOnly?.end(signal);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome.answer as Questions[N][1]);
      };
      if (profile === undefined || signal.aborted) return settle(abortError());
      this.pending.set(request, { question, profile, settle });
      signal.addEventListener('abort', cancel);
      this.send({ kind: 'ask', question, profile, request, params } as Ask);
    });
  }

  /** Settles the question of an answer or a failure. Ignores replies to cancelled questions. */
  receive(reply: Answer | Failure): void {
    const question = this.pending.get(reply.request);
    if (question?.profile !== reply.profile || question.question !== reply.question) return;
    question.settle(reply.kind === 'failed' ? new AskError(reply.message, reply.field) : reply);
  }

  private cancel(request: number, reason: Error): void {
    this.pending.get(request)?.settle(reason);
    this.send({ kind: 'cancel', request });
  }
}

/** A rejection handler that passes failures on, and ignores cancelled questions. */
export function unlessCancelled(onFailure: (error: AskError) => void): (error: unknown) => void {
  return (error) => {
    if (error instanceof AskError) onFailure(error);
    else if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  };
}

function abortError(): Error {
  return new DOMException('The question was cancelled.', 'AbortError');
}
