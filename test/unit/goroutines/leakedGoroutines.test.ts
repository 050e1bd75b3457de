import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dumpProfile } from '../../../src/goroutines/dumpProfile';
import { DumpViews } from '../../../src/goroutines/dumpViews';
import { leakedGoroutines, leaksText } from '../../../src/goroutines/leakedGoroutines';
import { readDumps } from '../../../src/goroutines/readText';
import { finish } from '../../../src/profile/common/guard';
import { decodeProfile } from '../../../src/profile/wire/decode';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const goroutine = (id: number, state: string, name = 'app.wait', line = 3) =>
  `goroutine ${id} [${state}]:\n${name}()\n\t/app/a.go:${line} +0x1\ncreated by app.Start in goroutine 9\n\t/app/a.go:8 +0x2\n`;

const ALL = [
  goroutine(1, 'running'),
  goroutine(20, 'chan send (leaked)'),
  goroutine(21, 'chan receive, 3 minutes'),
  goroutine(22, 'select (leaked) labels:{"req": "1"}'),
  goroutine(23, 'chan receive, 3 minutes, locked to thread (leaked)'),
].join('\n');

test('of all goroutines, those that are leaked stay, with their whole stacks', () => {
  const text = finish(leakedGoroutines(bytesOf(ALL)));
  assert.deepEqual(text.match(/^goroutine \d+/gm), ['goroutine 20', 'goroutine 22', 'goroutine 23']);
  assert.equal(text.match(/created by app\.Start in goroutine 9\n\t\/app\/a\.go:8/g)?.length, 3);
  assert.equal(finish(leakedGoroutines(bytesOf(goroutine(1, 'running')))), '');
});

test('a text of many goroutines is read in steps that do not hold up the editor', () => {
  const steps = leakedGoroutines(bytesOf(goroutine(20, 'chan send (leaked)').repeat(200_000)));
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count++;
  assert.equal(step.value.length, goroutine(20, 'chan send (leaked)').length * 200_000);
  assert.ok(count > 50, `${count} steps`);
});

const TWO_TESTS = leaksText([
  { name: 'TestA', text: goroutine(20, 'chan send (leaked)') + '\n' + goroutine(21, 'chan send (leaked)') },
  { name: 'TestB', text: goroutine(20, 'chan send (leaked)') + '\n' + goroutine(30, 'select (leaked)', 'net/http.(*persistConn).readLoop', 5) },
]);

test('the leaks of each test stand below its name, and none of them is idle', () => {
  const views = new DumpViews(finish(readDumps(bytesOf(TWO_TESTS))));
  const { dumps, all } = views.summary();
  assert.deepEqual(dumps.map(({ title, goroutines, idle }) => [title, goroutines, idle]), [
    ['goroutines leaked by TestA', 2, 0], ['goroutines leaked by TestB', 2, 0],
  ]);
  assert.equal(all.goroutines, 4);
  const { groups } = views.groups({ text: '', hidesIdle: true, from: 0, limit: 10 });
  assert.deepEqual(groups.map(({ count, state, title, isCrash }) => [count, state, title, isCrash]), [
    [3, 'chan send (leaked)', 'goroutines leaked by TestA, TestB', false],
    [1, 'select (leaked)', 'goroutines leaked by TestB', false],
  ]);
});

test('a profile of leaks counts at the line that waits and at the statement that started the goroutine, with its test', () => {
  const profile = decodeProfile(dumpProfile(finish(readDumps(bytesOf(TWO_TESTS))), undefined));
  assert.deepEqual(profile.sampleTypes, [{ type: 'goroutineleak', unit: 'count' }]);
  assert.deepEqual([...profile.values[0]], [2, 1, 1]);
  const { strings, labels, lines } = profile;
  assert.deepEqual([...labels.str].map((each) => strings.get(each)), ['TestA', 'TestB', 'TestB']);
  assert.deepEqual([...labels.key].map((each) => strings.get(each)), ['leaked by', 'leaked by', 'leaked by']);
  assert.deepEqual([...lines.line], [3, 8, 5]);
});
