import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PgoProblem } from '../../../../src/profile/export/pgoProblem';
import type { Active, Session } from '../../../../src/captures/session';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

/** The error of the command for a profile with a problem. Fails if the command writes a file. */
async function refusal(problem: PgoProblem, types = 'samples/count,cpu/nanoseconds'): Promise<string> {
  const { useAsDefaultPgo } = await import('../../../../src/features/pgo/defaultPgo');
  const engine = new FakeEngine();
  engine.answers.pgoProblem = () => problem;
  const profile = { summary: summaryOf(1, types), label: 'cpu' };
  const active = { capture: { title: 'BenchmarkX', profiles: [profile] }, profile } as unknown as Active;
  const used = useAsDefaultPgo({ session: { active } as Session, engine: engine.asEngine() });
  const error = await used.then(() => undefined, (reason: Error) => reason);
  assert.equal(engine.asked.get('export'), undefined);
  return error!.message;
}

test('a profile that go build cannot use is refused with the reason, before a file is written', async () => {
  assert.match(await refusal('noStartLines'), /^BenchmarkX cpu cannot be default\.pgo: it does not say where functions start, with which go build would fail: profile /);
  assert.match(await refusal('allZero'), /: all of its samples are zero, with which go build would fail\.$/);
  assert.match(await refusal('difference'), /: it is the difference of two profiles, with negative costs: /);
  assert.match(await refusal('units', 'cpu/milliseconds'), /: its costs are in cpu\/milliseconds, and go build fails without /);
  assert.match(await refusal('units', 'inuse_space/bytes'), /: it is not a CPU profile, with which go build would fail: switch to the cpu profile\.$/);
});
