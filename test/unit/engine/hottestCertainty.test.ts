import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadedReports } from '../../shared/loadedReports';
import { profileOf } from '../../shared/profileFromText';

const neverAborted = new AbortController().signal;

test('one pass over a profile finds how sure it is, for all who ask about the same sample type and files', async () => {
  const types = 'samples/count cpu/nanoseconds';
  const reports = loadedReports(profileOf('40 400 | leaf a.go:7 < main.main main.go:3', { types }));
  const found = (sampleType: number, files?: string[]) => {
    return reports.hottestCertainty(sampleType, files ? { files } : {}, neverAborted);
  };
  const first = await found(1, ['a.go']);
  assert.equal(await found(1, ['a.go']), first);
  assert.notEqual(await found(1), first);
  assert.notEqual(await found(0, ['a.go']), first);
  assert.equal(first!.samples, 40);
});
