import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FleetSource } from '../../../../src/fleet/fleetSource';
import type { ServiceTarget } from '../../../../src/live/targets/serviceTarget';
import type { StoreState } from '../../../../src/views/services/servicesNodes';
import type { TargetState } from '../../../../src/live/targets/targetState';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);
Object.assign(vscode.module, {
  TreeItem: class {
    constructor(readonly label: string, readonly collapsibleState = 0) {}
  },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  ThemeIcon: class {
    constructor(readonly id: string) {}
  },
});

const API: ServiceTarget = { id: 'a', name: 'api', addresses: ['localhost:6060'] };
const FAILURE = 'Nothing is listening on h:2: check the port, and that the program is running.';

const NO_STORES = { list: () => [], stateOf: () => undefined };

async function rowsOf(target: ServiceTarget, asked?: TargetState, profiledAt?: number) {
  const { ServicesRows } = await import('../../../../src/views/services/servicesRows');
  const stateOf = () => asked;
  const known = { stateOf, forwardOf: () => undefined, isWatched: () => false, profiledAt: () => profiledAt };
  const services = { list: () => [target], programs: [], ...known };
  const rows = new ServicesRows(services as never, NO_STORES);
  const [service] = rows.getChildren();
  return [service!, ...rows.getChildren(service)].map((node) => rows.getTreeItem(node));
}

test('the row of a service has its name and its address, and a screen reader says both', async () => {
  const [item, ...instances] = await rowsOf(API);
  assert.deepEqual([item!.label, item!.description, instances.length], ['api', 'localhost:6060', 0]);
  assert.equal(item!.accessibilityInformation!.label, 'api, service at localhost:6060');
});

test('a service that could not be reached says so, with the reason below the pointer', async () => {
  const [item] = await rowsOf(API, { askedAt: Date.now(), answers: [{ instance: 'localhost:6060', profiles: [], failure: FAILURE, obstacle: 'not reachable' }] });
  assert.equal(item!.description, 'not reachable · localhost:6060');
  assert.match(item!.tooltip as string, /not reachable, asked \d\d:\d\d\nNothing is listening/);
  assert.match(item!.accessibilityInformation!.label, /not reachable$/);
});

test('a password in the command of a forward is not shown', async () => {
  const [item] = await rowsOf({ ...API, forward: 'sshpass -p s3cret ssh -L 6060:h:6060 host' });
  assert.match(item!.tooltip as string, /\$ sshpass -p … ssh -L/);
});

test('that a certificate is not checked stays on the row', async () => {
  const [item] = await rowsOf({ ...API, tls: { isUnchecked: true } });
  assert.equal(item!.description, 'localhost:6060 · certificate not checked');
});

test('each of several instances has a row, with the reason for which it was not reached', async () => {
  const answers = [{ instance: 'h:1', profiles: ['heap'] }, { instance: 'h:2', profiles: [], failure: FAILURE }];
  const items = await rowsOf({ ...API, addresses: ['h:1', 'h:2'] }, { askedAt: 0, answers });
  assert.deepEqual(items.map(({ label, description }) => [label, description]), [
    ['api', '1 of 2 reachable'], ['h:1', undefined], ['h:2', FAILURE],
  ]);
  assert.equal(items[1]!.tooltip, 'h:1\nOffers heap');
});

test('a row says when its service was last profiled', async () => {
  const at = new Date().setHours(12, 4, 5, 0);
  const [item] = await rowsOf(API, undefined, at);
  assert.equal(item!.description, 'localhost:6060 · profiled 12:04:05');
  assert.match(item!.accessibilityInformation!.label, /profiled 12:04:05$/);
});

test('a program that runs under Linecost is a row above the services, with its own commands', async () => {
  const { ServicesRows } = await import('../../../../src/views/services/servicesRows');
  const program = { title: 'caddy', startedAt: new Date().setHours(9, 5, 7, 0) };
  const rows = new ServicesRows({ list: () => [], programs: [program] } as never, NO_STORES);
  const [node] = rows.getChildren();
  const item = rows.getTreeItem(node!);
  assert.deepEqual([item.label, item.description, item.contextValue], ['caddy', 'runs under Linecost since 09:05:07', 'linecostProgram']);
  assert.deepEqual(rows.getChildren(node), []);
  assert.ok(node!.kind === 'program' && node!.program === program, 'a command gets the program itself');
});

test('a store is a row below the services: its kind, its place, which server answered, and why it did not', async () => {
  const { ServicesRows } = await import('../../../../src/views/services/servicesRows');
  const source: FleetSource = { id: 's', name: 'production', kind: 'pyroscope', address: 'https://p.example.com:4040' };
  const itemWith = (state?: StoreState) => {
    const rows = new ServicesRows({ list: () => [API], programs: [], stateOf: () => undefined } as never, {
      list: () => [source], stateOf: () => state,
    });
    const [, node] = rows.getChildren();
    return rows.getTreeItem(node!);
  };
  const fresh = itemWith();
  assert.deepEqual([fresh.label, fresh.description, fresh.contextValue], ['production', 'Pyroscope · p.example.com:4040', 'linecostStore']);
  assert.equal(fresh.accessibilityInformation!.label, 'production, profile store, Pyroscope · p.example.com:4040');
  assert.match(itemWith({ askedAt: Date.now(), server: 'Pyroscope 2.2.0', notes: [] }).tooltip as string, /Pyroscope 2\.2\.0, asked \d\d:\d\d/);
  const failed = itemWith({ askedAt: Date.now(), failure: FAILURE, obstacle: 'access refused', notes: [] });
  assert.equal(failed.description, 'access refused · Pyroscope · p.example.com:4040');
  assert.match(failed.tooltip as string, /Nothing is listening/);
});
