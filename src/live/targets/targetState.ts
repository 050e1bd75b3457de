import { UNREACHABLE } from '../../http/serverWords';

/** What an instance of a service answered when it was last asked for the list of its profiles. */
export interface InstanceAnswer {
  /** What tells it from the other instances: `localhost:6060`. */
  readonly instance: string;
  /** The names of the profiles that it lists; empty if it answered without such a list. */
  readonly profiles: readonly string[];
  /** The name of its program, such as `shop`; unset if it does not tell. */
  readonly program?: string;
  /** Why it cannot be profiled, as a sentence. */
  readonly failure?: string;
  /** The failure in two words: see obstacleOf. */
  readonly obstacle?: string;
}

/** What is known of a service since this window opened. */
export interface TargetState {
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly answers: readonly InstanceAnswer[];
}

/** `2 of 3 reachable`, `not reachable`, `access refused`; `reachable` for one instance. */
export function reachText({ answers }: Pick<TargetState, 'answers'>): string {
  const reached = answers.filter(({ failure }) => failure === undefined).length;
  if (reached === 0) {
    const [obstacle = UNREACHABLE, ...others] = new Set(answers.map((each) => each.obstacle));
    return others.length === 0 ? obstacle : UNREACHABLE;
  }
  return answers.length === 1 ? 'reachable' : `${reached} of ${answers.length} reachable`;
}

/** The answers in one or two sentences, which begin with the name of the service. */
export function answersText(name: string, { answers }: Pick<TargetState, 'answers'>): string {
  const failed = answers.filter(({ failure }) => failure !== undefined);
  const listed = answers.find(({ profiles }) => profiles.length > 0);
  const [{ failure: problem } = {}] = failed;
  if (answers.length === 1) return problem ?? `${name} ${listed ? `offers ${listed.profiles.join(', ')}` : 'answers, but lists no profiles'}.`;
  const reached = `${answers.length - failed.length} of ${answers.length} instances of ${name} answer`;
  return [`${reached}${listed ? `, and offer ${listed.profiles.join(', ')}` : ''}.`, problem].filter(Boolean).join(' ');
}
