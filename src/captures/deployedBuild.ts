import type { Capture } from './loadedCapture';

/** Whether lines of a store's answer may be off: it is of several builds, or its code is not known exactly. */
export function isOfUnknownCode({ fleet, conditions }: Pick<Capture, 'fleet' | 'conditions'>): boolean {
  const { build = {} } = fleet ?? {};
  const git = conditions?.git;
  if (build.count !== undefined) return true;
  if (git) return fleet !== undefined && git.isDirty === true;
  return (build.commit ?? build.version) !== undefined;
}
