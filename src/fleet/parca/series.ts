import type { FleetSeries } from '../fleetStore';

/**
 * Adds series up by the value of a label, or to one. Parca does that only for types that end in `:delta`; for others it
 * sends a series for each set of labels, with the value of a moment in each step.
 */
export function addedUp(series: readonly FleetSeries[], stepMs: number, groupBy: string | undefined): FleetSeries[] {
  const groups = new Map<string | undefined, Map<number, number>>();
  for (const { labels, points } of series) {
    const value = groupBy === undefined ? undefined : labels[groupBy];
    const sums = groups.get(value) ?? new Map<number, number>();
    groups.set(value, sums);
    for (const { at, value: cost } of points) {
      const step = Math.floor(at / stepMs) * stepMs;
      sums.set(step, (sums.get(step) ?? 0) + cost);
    }
  }
  return [...groups].map(([value, sums]) => ({
    labels: groupBy === undefined || value === undefined ? {} : { [groupBy]: value },
    points: [...sums].map(([at, cost]) => ({ at, value: cost })).sort((a, b) => a.at - b.at),
  }));
}
