import assert from 'node:assert/strict';
import test from 'node:test';
import { fuzzMessages } from '../../fuzz/messages';
import { Judge, fuzzProfiles } from '../../fuzz/profiles';
import { fuzzTexts } from '../../fuzz/texts';

/** A fixed seed; `npm run fuzz` uses others. Each failure that `npm run fuzz` finds gets a test of its own. */
const SEED = 20_261_122;

// Both programs print times in the same zone.
process.env['TZ'] = 'UTC';

test('mutated profiles are read or refused as Go does, and read with the same content', async () => {
  const judge = await Judge.build();
  try {
    const findings = await fuzzProfiles(judge, SEED, 10_000);
    assert.deepEqual(findings.map(({ problem }) => problem), []);
  } finally {
    await judge.remove();
  }
});

test('mutated HTTP answers and program outputs are read quickly and without an exception', () => {
  assert.deepEqual(fuzzTexts(SEED, 2000), []);
});

test('every message of the page that passes validation gets an answer or a failure', async () => {
  assert.deepEqual((await fuzzMessages(SEED, 5000)).map((finding) => finding.slice(0, 500)), []);
});
