import { basename, delimiter, isAbsolute, normalize } from '../profile/common/posixPath';

/** What the reports take from the machine that prints them. */
export interface Machine {
  readonly isWindows: boolean;
  /** The methods of node:path that the reports use. */
  readonly path: {
    readonly delimiter: string;
    basename(path: string): string;
    isAbsolute(path: string): boolean;
    normalize(path: string): string;
  };
  /** The zone file (TZif) of the local time zone; undefined if there is none. */
  zoneFile(): Uint8Array | undefined;
}

const browser: Machine = {
  isWindows: false,
  path: { basename, delimiter, isAbsolute, normalize },
  zoneFile: () => undefined,
};

let current = browser;

/** The machine that prints; a browser until `setMachine` is called. */
export function machine(): Machine {
  return current;
}

/** Programs that run in Node call this with `nodeMachine`. */
export function setMachine(used: Machine): void {
  current = used;
}
