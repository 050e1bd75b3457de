import type { NamedQuery } from '../../src/fleet/chosenQuery';
import type { FleetSource } from '../../src/fleet/fleetSource';
import type { FleetStore } from '../../src/fleet/fleetStore';
import type { FleetQueries, FleetQuestion } from '../../src/pages/fleet/fleetQueries';

export const SOURCE: FleetSource = {
  id: 's1', name: 'production', kind: 'pyroscope', address: 'https://pyroscope.example.com', versionLabel: 'version',
};

/** The saved stores and queries of a test. */
export class FakeFleetQueries implements FleetQueries {
  sources: FleetSource[] = [SOURCE];
  savedQueries: NamedQuery[] = [];
  recentQueries: NamedQuery[] = [];
  readonly profiled: FleetQuestion[] = [];
  head: string | undefined = '4f0d1c2b9a8e7d6c5b4a39281706f5e4d3c2b1a0';

  constructor(readonly store: FleetStore) {}

  stores = () => this.sources;
  open = () => Promise.resolve(this.store);
  saved = () => this.savedQueries;
  recent = () => this.recentQueries;
  save = async (name: string, { chosen }: FleetQuestion) => void this.savedQueries.push({ name, query: chosen });
  remove = async ({ name }: NamedQuery) => {
    this.savedQueries = this.savedQueries.filter((one) => one.name !== name);
  };
  profile = async (question: FleetQuestion) => void this.profiled.push(question);
  commit = async () => this.head;
  add = () => Promise.resolve();
  edit = () => Promise.resolve();
  onChange = () => ({ dispose: () => undefined });
}
