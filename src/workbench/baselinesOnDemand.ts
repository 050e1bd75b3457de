import type { Baselines } from './baselines';

/** What compares profiles: few windows need it. */
export type BaselinesOnDemand = () => Promise<Baselines>;

/** Makes it when it is first asked for; where that failed, once more. */
export function baselinesOnDemand(make: () => Promise<Baselines>): BaselinesOnDemand {
  let made: Promise<Baselines> | undefined;
  return () => (made ??= make().catch((error: unknown) => {
    made = undefined;
    throw error;
  }));
}
