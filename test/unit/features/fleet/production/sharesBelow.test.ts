import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costsBelow } from '../../../../../src/features/fleet/production/sharesBelow';
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
