import type * as vscode from 'vscode';
import type { FleetSource } from '../../fleet/fleetSource';
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

/** The saved stores of profiles, and what is known of them. */
export interface Stores {
  list(): readonly FleetSource[];
  /** undefined until the store was asked in this window. */
  stateOf(source: FleetSource): StoreState | undefined;
}

/** What a store answered when it was last asked. */
export interface StoreState {
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  /** `Pyroscope 2.2.0`; unset if it did not answer. */
  readonly server?: string;
  /** Why it cannot be asked, as a sentence. */
  readonly failure?: string;
  /** The failure in two words: see obstacleOf. */
  readonly obstacle?: string;
  /** Sentences on what does not work. */
  readonly notes: readonly string[];
}

export interface ProgramRow {
  /** `caddy`. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/**
 * A row of the Services view: a program that runs, a saved service, one of its instances if it has several, or a saved
 * store of profiles.
 */
export type ServicesNode =
  | { readonly kind: 'program'; readonly program: ProgramRow }
  | { readonly kind: 'service'; readonly target: ServiceTarget }
  | { readonly kind: 'store'; readonly source: FleetSource }
  | InstanceNode;

export interface InstanceNode {
  readonly kind: 'instance';
  readonly target: ServiceTarget;
  /** What tells it from the other instances. */
  readonly name: string;
  readonly answer?: InstanceAnswer | undefined;
}
