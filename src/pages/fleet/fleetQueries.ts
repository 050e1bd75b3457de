import type { ChosenQuery, NamedQuery } from '../../fleet/chosenQuery';
import type { FleetQuery } from '../../fleet/fleetQuery';
import type { FleetSource } from '../../fleet/fleetSource';
import type { FleetStore, FleetType } from '../../fleet/fleetStore';

/** A query that the user chose, with what follows from it. */
export interface FleetQuestion {
  readonly chosen: ChosenQuery;
  readonly type: FleetType;
  /** With the times, and the filters that a commit or a deploy adds. */
  readonly query: FleetQuery;
  /** Whether the times are a part of those that were chosen. */
  readonly isPart: boolean;
}

/** The saved stores and queries, as the page asks for them. Methods throw errors with a sentence for the user. */
export interface FleetQueries {
  stores(): readonly FleetSource[];
  /** The store that is saved under an id, with its secrets. Sends nothing. */
  open(store: string, signal: AbortSignal): Promise<FleetStore>;
  saved(): readonly NamedQuery[];
  /** Newest first. */
  recent(): readonly NamedQuery[];
  /** Replaces one with the same name. */
  save(name: string, question: FleetQuestion): Promise<unknown>;
  remove(saved: NamedQuery): Promise<unknown>;
  /** Takes the profile of a query, shows it, and remembers the query as a recent one. */
  profile(question: FleetQuestion): Promise<unknown>;
  /** The commit that is checked out, all digits; undefined if it is not known. */
  commit(signal: AbortSignal): Promise<string | undefined>;
  /** Asks for a store and saves it. */
  add(): Promise<unknown>;
  edit(store: string): Promise<unknown>;
  /** Calls back when stores, or saved or recent queries, are others. */
  onChange(listener: () => void): { dispose(): void };
}
