import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../shared/someVscode';
import type { CaptureRecord } from '../../../src/captures/disk/captureStore';
import { columnsOf } from '../../../src/features/compare/benchmarkInputs';
import { captureGroups, measuredCase, ownNames, placesOf, watchSubject } from '../../../src/captures/captureGroups';
import { record } from '../../shared/captureRecords';

const captureIn = (file: string, name = 'BenchmarkA', overrides: Partial<CaptureRecord> = {}) =>
  record({ title: name, target: { file, name }, module: { modulePath: 'example.com/app', moduleDir: '/app' }, ...overrides });

const groupsOf = (records: readonly CaptureRecord[]) =>
  captureGroups(records).map((group) => [group.title, group.place, group.records.length]);

test('the captures of one benchmark are a group, newest first, even if they were renamed', () => {
  const records = [
    captureIn('/app/a_test.go'),
    captureIn('/app/a_test.go', 'BenchmarkB'),
    captureIn('/app/a_test.go', 'BenchmarkA', { title: 'before the change' }),
    captureIn('/app/a_test.go', 'BenchmarkA/size=10'),
  ];
  assert.deepEqual(groupsOf(records), [['BenchmarkA', undefined, 3], ['BenchmarkB', undefined, 1]]);
  assert.deepEqual(captureGroups(records)[0]!.records, [records[0], records[2], records[3]]);
});

test('groups with the same name are distinguished by the shortest sufficient part of the package path', () => {
  const benchmarkB = captureIn('/app/lib/b_test.go', 'BenchmarkB');
  assert.deepEqual(groupsOf([captureIn('/app/lib/a_test.go'), captureIn('/app/tool/a_test.go'), benchmarkB]), [
    ['BenchmarkA', 'lib', 1], ['BenchmarkA', 'tool', 1], ['BenchmarkB', undefined, 1],
  ]);
  assert.deepEqual(groupsOf([captureIn('/app/x/lib/a_test.go'), captureIn('/app/y/lib/a_test.go')]), [
    ['BenchmarkA', 'x/lib', 1], ['BenchmarkA', 'y/lib', 1],
  ]);
  assert.deepEqual(groupsOf([captureIn('/app/a_test.go'), captureIn('/app/lib/a_test.go')]), [
    ['BenchmarkA', 'app', 1], ['BenchmarkA', 'lib', 1],
  ]);
});

test('captures of two modules of one name are distinguished by their folders', () => {
  const capture = (moduleDir: string, id: string) =>
    captureIn(`${moduleDir}/a_test.go`, 'BenchmarkA', { id, module: { modulePath: 'example.com/app', moduleDir } });
  const [one, two] = [capture('/w/one/app', '1'), capture('/w/two/app', '2')];
  assert.deepEqual(groupsOf([one, two]), [['BenchmarkA', 'one/app', 1], ['BenchmarkA', 'two/app', 1]]);
  assert.deepEqual([...placesOf([one, two])], [['1', 'one/app'], ['2', 'two/app']]);
  assert.deepEqual([...placesOf([one])], []);
  assert.deepEqual(columnsOf([one, two]).map((column) => column.length), [1, 1], 'their results are not pooled into one row');
  assert.deepEqual(columnsOf([one, captureIn('/w/one/app/b_test.go', 'BenchmarkB', { module: one.module })]).length, 1);
});

test('the captures of one endpoint are a group', () => {
  const heap = { title: 'localhost:6060 heap', subject: 'http://localhost:6060/debug/pprof/heap' };
  const records = [record(heap), record({ ...heap, title: 'after the leak' }), record({ title: 'localhost:6060 block' })];
  assert.deepEqual(groupsOf(records), [['localhost:6060 heap', undefined, 2], ['localhost:6060 block', undefined, 1]]);
});

test('a service that was watched is told from its profiles, which are another group', () => {
  const watched = record({ title: 'shop', subject: watchSubject('s1') });
  const profiled = record({ title: 'shop', subject: 's1', service: { target: 's1', name: 'shop', seconds: 1, instances: [] } });
  assert.deepEqual(groupsOf([watched]), [['shop', undefined, 1]]);
  assert.equal(groupsOf([profiled, watched])[1]![1], 'watched');
});

test('a capture is distinguished from others of its group by its case and its name', () => {
  const namesOf = (capture: CaptureRecord) => ownNames(capture, captureGroups([capture])[0]!);
  assert.deepEqual(namesOf(captureIn('/app/a_test.go')), { caseName: undefined, userName: undefined });
  assert.deepEqual(namesOf(captureIn('/app/a_test.go', 'BenchmarkA/size=10')), { caseName: 'size=10', userName: undefined });
  assert.deepEqual(namesOf(captureIn('/app/a_test.go', 'BenchmarkA', { title: 'BenchmarkA/size=10' })), { caseName: 'size=10', userName: undefined });
  assert.deepEqual(namesOf(captureIn('/app/a_test.go', 'BenchmarkA/size=10', { title: 'before' })), { caseName: 'size=10', userName: 'before' });
  assert.deepEqual(namesOf(captureIn('/app/a_test.go', 'BenchmarkA', { title: 'before' })), { caseName: undefined, userName: 'before' });
});

test('a capture of one instance of a service is told by the instance, and not by the name of its group again', () => {
  const service = { target: 's1', name: 'shop', seconds: 1, instances: [{ name: 'h:2', address: 'http://h:2' }], partOf: 'c1' };
  const namesOf = (title: string) => ownNames(record({ title, subject: 's1', service }), { title: 'shop' });
  assert.deepEqual(namesOf('shop h:2'), { caseName: 'h:2' });
  assert.equal(namesOf('the slow one').userName, 'the slow one');
});

test('the case of a capture is what was measured, whatever its title', () => {
  const caseOf = (title: string, subject?: string) => measuredCase(captureIn('/app/a_test.go', 'BenchmarkA', { title, subject }));
  assert.equal(caseOf('BenchmarkA/x with GOGC=off', '/app/a_test.go#BenchmarkA/x'), 'x');
  assert.equal(caseOf('fast version', '/app/a_test.go#BenchmarkA/x'), 'x');
  assert.equal(caseOf('BenchmarkA with GOGC=off'), undefined);
});
