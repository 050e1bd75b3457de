import type { FleetKind, FleetSource } from './fleetSource';

export const KIND_NAMES: Readonly<Record<FleetKind, string>> = {
  pyroscope: 'Pyroscope',
  parca: 'Parca',
  cloudProfiler: 'Google Cloud Profiler',
  files: 'Profile Files',
};

/** Where a store is, as short as it stays clear: `pyroscope.example.com`, `my-project-7`, `/srv/profiles`. */
export function placeOf({ kind, address }: Pick<FleetSource, 'kind' | 'address'>): string {
  if (kind === 'cloudProfiler' || !URL.canParse(address) || !/^https?:/.test(address)) return address;
  const { host, pathname } = new URL(address);
  return /^\/$|\/api\/datasources\/proxy\//.test(pathname) ? host : `${host}${pathname}`;
}
