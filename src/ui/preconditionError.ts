import type { Fix } from './commandLink';

/** An expected situation in which a command cannot run. The message says why, and what to do first. */
export class PreconditionError extends Error {
  override readonly name = 'PreconditionError';

  /** @param fix a button of the message, and the command that it runs */
  constructor(
    message: string,
    readonly fix?: Fix,
  ) {
    super(message);
  }
}
