import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HotRow } from '../../../../src/views/hotLines/hotLinesText';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { fileCosts } from '../../../shared/fileCosts';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

const TEXT = 'package p\n\nfunc F() {\n\trun(text)\n}\n';

/** The text that a row of line 4 of p.go shows. `costs` are those of the file, which the text is checked by. */
async function textOf(capture: object, costs = costsOf(3)) {
  const { withTexts } = await import('../../../../src/views/hotLines/lineTexts');
  const engine = new FakeEngine();
  engine.answers.fileCosts = () => [costs];
  const profile = { summary: summaryOf(1, 'cpu/nanoseconds') };
  const active = { queryId: 1, sampleType: 0, profile, capture: { sources: new Map(), ...capture } };
  const line = { file: 'p/p.go', line: 4, function: 'p.F', charged: 1, flat: 1, cum: 1 };
  const row = { active, line, total: 1, info: { path: '/w/p/p.go' } } as unknown as HotRow;
  const [shown] = await withTexts([row], { textOf: async () => TEXT }, engine.asEngine(), new AbortController().signal);
  return { text: shown!.text, asked: engine.asked.get('fileCosts') ?? 0 };
}

/** @param startLine where the function is declared, according to the profile; 0 if it does not say */
function costsOf(startLine: number, line = 4) {
  const functions = [{ name: 'p.F', startLine, firstLine: line, lastLine: line }];
  return { ...fileCosts([line], functions), file: 'p/p.go' };
}

test('a line has its text, but not from a file that the profile contradicts', async () => {
  assert.equal((await textOf({})).text, 'run(text)');
  assert.equal((await textOf({}, costsOf(2))).text, undefined);
});

test('a profile without lines of declarations contradicts a text with costs on blank lines', async () => {
  assert.equal((await textOf({}, costsOf(0))).text, 'run(text)');
  assert.equal((await textOf({}, costsOf(0, 2))).text, undefined);
});

test('the text of a test was read when it was built, and is not checked', async () => {
  const target = { file: '/w/p/p_test.go', name: 'BenchmarkX' };
  assert.deepEqual(await textOf({ target }, costsOf(2)), { text: 'run(text)', asked: 0 });
});

test('lines have no texts if the build is not known, or the sources changed while it was built', async () => {
  const commit = { fleet: { build: { commit: 'abc' } } };
  for (const capture of [commit, { fleet: { build: { count: 2 } } }, { linesMayBeOff: true }]) {
    assert.equal((await textOf(capture)).text, undefined, JSON.stringify(capture));
  }
  assert.equal((await textOf({ ...commit, conditions: { git: { commit: 'abc' } } })).text, 'run(text)');
});
