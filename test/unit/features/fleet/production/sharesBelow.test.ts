import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apartFrom, costsBelow, type FunctionCosts } from '../../../../../src/features/fleet/production/sharesBelow';
import { profileFromText } from '../../../../shared/profileFromText';
import { storeEngine } from '../../../../shared/storeEngine';

test('what a function calls is found by the name that pprof gives the function', async () => {
  const engine = storeEngine();
  const name = 'p.(*T).Run.Map[...].func1';
  const stacks = `3 | b.g b.go:1 < ${name} a.go:1 < main.main main.go:1\n5 | c.h c.go:1 < main.main main.go:1`;
  const bytes = profileFromText({ types: 'cpu/nanoseconds', stacks });
  const summary = await engine.ask('load', { source: { kind: 'bytes', bytes } });
  const costs = await costsBelow(engine, { profile: { summary, label: 'cpu' }, sampleType: 0 }, [name]);
  assert.deepEqual([costs.get('b.g')?.cum, costs.has('c.h')], [3, false]);
});

test('a function of package main is only that of a file of the same name and folder, since each program has a main.main', () => {
  const costs = (files: Readonly<Record<string, string>>): FunctionCosts =>
    new Map(Object.entries(files).map(([name, file]) => [name, { cum: 1, names: [name], file }]));
  const here = costs({ 'main.main': '/home/me/cmd/shop/main.go', 'main.run': '/home/me/cmd/shop/run.go', 'a.F': '/x/a.go' });
  const other = costs({ 'main.main': '/ci/cmd/bank/main.go', 'main.run': '', 'main.new': '/ci/cmd/bank/new.go', 'a.F': '/y/b.go' });
  assert.deepEqual([...apartFrom(here, other).keys()], ['main.main (bank/main.go)', 'main.run (another file)', 'main.new', 'a.F']);
  const same = costs({ 'main.main': '/ci/build/cmd/shop/main.go', 'main.run': 'cmd\\shop\\run.go' });
  assert.deepEqual([...apartFrom(here, same).keys()], ['main.main', 'main.run']);
});
