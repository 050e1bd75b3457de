import type { FlameRequest } from '../../src/pages/protocol/profilePage';
import { INITIAL_PLACE, type Place } from './savedPlaces';

/** Whether a row is a function: not the root of whole stacks or of a benchmark's stacks. */
export function isFunction(row: number, { from }: FlameRequest, startAt: string | undefined): boolean {
  return row > 0 || (from !== undefined && from !== startAt);
}

/** Whether the callers and callees of a function can be shown: not of the one whose sandwich view is open. */
export function hasSandwich(row: number, { callers }: FlameRequest): boolean {
  return !(callers && row === 0);
}

/** The way into the sandwich view, with a function's callers above it and its callees below, and the way back. */
export class SandwichView {
  private before: Place | undefined;

  /** The place with the sandwich view of a function. */
  enter(place: Place, name: string): Place {
    if (!place.callers) this.before = place;
    return { ...INITIAL_PLACE, from: name, callers: true };
  }

  /** The place to return to. */
  leave(): Place {
    const place = this.before ?? INITIAL_PLACE;
    this.forget();
    return place;
  }

  /** Call when another profile is shown. */
  forget(): void {
    this.before = undefined;
  }
}
