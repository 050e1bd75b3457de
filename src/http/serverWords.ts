/** What messages say about a server of one kind, and how the user gives what it wants. */
export interface ServerWords {
  /** What it sends: `profile`, `answer`. */
  readonly content: string;
  /** What an answer over the limit is: `too large for a profile`. */
  readonly tooLarge: string;
  /** What to do if it does not respond: `check that the program is running`. */
  readonly silent: string;
  /** Where certificates are given: `save it as a service`. */
  readonly certificate: string;
  /** How its certificate is not checked: `use https+insecure:// if you trust the host`. */
  readonly unchecked: string;
}

/** Of a running program. */
export const SERVICE_WORDS: ServerWords = {
  content: 'profile',
  tooLarge: 'too large for a profile',
  silent: 'check that the program is running, and not paused in a debugger',
  certificate: 'save it as a service',
  unchecked: 'use https+insecure:// if you trust the host',
};

/** Of one that is saved as a service. */
export const SAVED_SERVICE_WORDS: ServerWords = { ...SERVICE_WORDS, certificate: 'edit the service' };

/** In the row of a server. */
export const UNREACHABLE = 'not reachable';
