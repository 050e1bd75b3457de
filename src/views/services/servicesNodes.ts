import type * as vscode from 'vscode';
import type { ForwardState } from '../../live/targets/forward';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import type { InstanceAnswer, TargetState } from '../../live/targets/targetState';

/** The saved services, and what is known of them. */
export interface Services {
  list(): readonly ServiceTarget[];
  /** undefined until the service was asked in this window. */
  stateOf(target: ServiceTarget): TargetState | undefined;
  /** When it was last profiled, in milliseconds since the epoch; undefined if it was not. */
  profiledAt(target: ServiceTarget): number | undefined;
  /** The state of the command that makes it reachable; undefined if that was not started. */
  forwardOf(target: ServiceTarget): ForwardState | undefined;
  /** Whether this window watches it. */
  isWatched(target: ServiceTarget): boolean;
  /** Programs that run while they are profiled. */
  readonly programs: readonly ProgramRow[];
  readonly onDidChange: vscode.Event<void>;
}

export interface ProgramRow {
  /** `caddy`. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** A row of the Services view: a program that runs, a saved service, or one of its instances if it has several. */
export type ServicesNode =
  | { readonly kind: 'program'; readonly program: ProgramRow }
  | { readonly kind: 'service'; readonly target: ServiceTarget }
  | InstanceNode;

export interface InstanceNode {
  readonly kind: 'instance';
  readonly target: ServiceTarget;
  /** What tells it from the other instances. */
  readonly name: string;
  readonly answer?: InstanceAnswer | undefined;
}
