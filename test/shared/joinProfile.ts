import type { ProfileState } from '../../webview/profileState';

/** The page's state of a benchmark's CPU profile, whose stacks start at the benchmark. */
export const JOIN: ProfileState = {
  id: 3,
  captured: 3,
  capture: 'capture 1',
  title: 'BenchmarkJoin',
  sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }],
  sampleType: 0,
  totals: [12],
  samples: '9 samples',
  durationNanos: 0,
  siblings: [],
  startAt: 'example.com/m.BenchmarkJoin',
};
