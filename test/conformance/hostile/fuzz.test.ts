import assert from 'node:assert/strict';
import test from 'node:test';
import { fuzzMessages } from '../../fuzz/messages';
import { Judge, fuzzProfiles } from '../../fuzz/profiles';
import { fuzzTexts } from '../../fuzz/texts';

/** Always the same here; `npm run fuzz` takes others. What that finds gets a test of its own. */
const SEED = 20_261_122;

/** Go and we write times in this zone. */
process.env['TZ'] = 'UTC';

test('mutated profiles are read or refused as Go does, with the same content', async () => {
  const judge = await Judge.build();
  try {
    const findings = await fuzzProfiles(judge, SEED, 20_000);
    assert.deepEqual(findings.map(({ what }) => what), []);
  } finally {
    await judge.remove();
  }
});

test('mutated answers and outputs are read without an exception, soon', () => {
  assert.deepEqual(fuzzTexts(SEED, 2000), []);
});

test('messages of a page that pass validation all have an answer or a failure, and throw nothing', async () => {
  assert.deepEqual((await fuzzMessages(SEED, 5000)).map((finding) => finding.slice(0, 500)), []);
});
