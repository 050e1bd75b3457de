import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asCaptured } from '../../../../src/captures/session';
import { EngineError } from '../../../../src/engine/workerMessages';
import { fileCosts } from '../../../shared/fileCosts';
import { FakeEngine } from '../../../shared/fakeEngine';
import { captureOf, CPU, documentOf, editorOf } from './annotatorScene';

const active = asCaptured({ capture: captureOf('a'), profile: CPU, sampleType: 1 });
const document = documentOf(editorOf('/w/a.go'));
const neverAborted = new AbortController().signal;

async function questionsOf(files: readonly string[]) {
  const { CostQuestions } = await import('../../../../src/editor/columns/costQuestions');
  const { CostFailures } = await import('../../../../src/editor/columns/costFailures');
  const engine = new FakeEngine();
  const said: string[] = [];
  const failures = new CostFailures<typeof active>(() => active, (message) => said.push(message));
  return { engine, said, questions: new CostQuestions(engine, async () => files, failures) };
}

test('the first drawing needs one question, and none for a document that is not in the profile', async () => {
  const { engine, questions } = await questionsOf(['a.go']);
  engine.answers.fileCosts = () => [fileCosts([4])];
  const found = await questions.ask(active, document, undefined);
  assert.deepEqual([[...found.costs!.lines], found.files, [...engine.asked]], [[4], ['a.go'], [['fileCosts', 1]]]);
  const without = await questionsOf([]);
  assert.deepEqual(await without.questions.ask(active, document, undefined), { active, costs: undefined });
  assert.equal(without.engine.asked.size, 0);
});

test('under another sample type, functions keep their columns; under another refinement, they do not', async () => {
  const { engine, questions } = await questionsOf([]);
  const before = { active: { ...active, sampleType: 0 }, costs: fileCosts([4]) };
  const { costs } = await questions.ask(active, document, before);
  assert.deepEqual([[...costs!.lines], costs!.functions], [[], before.costs.functions]);
  const refined = { ...active, refinement: { focus: 'x' } };
  assert.equal((await questions.ask(refined, document, before)).costs, undefined);
  assert.equal(engine.asked.size, 0);
});

test('a failure is shown, and the document has no costs', async () => {
  const { engine, said, questions } = await questionsOf(['a.go']);
  engine.answers.fileCosts = () => Promise.reject(new EngineError('tooLarge', 'It needs more memory.'));
  assert.equal((await questions.ask(active, document, undefined)).costs, undefined);
  assert.deepEqual(said, ['It needs more memory.']);
});

test('what is found later is added, and its failure leaves the costs as they are', async () => {
  const { engine, questions } = await questionsOf(['a.go']);
  engine.answers.fileCosts = () => [fileCosts([4])];
  const found = await questions.ask(active, document, undefined);
  const later = { signal: neverAborted, capturedLines: () => [], redraw: () => undefined };
  engine.answers.fileSamples = () => [{ lines: Uint32Array.of(4), flat: Float64Array.of(1), cum: Float64Array.of(1) }];
  await questions.addLater(found, later);
  assert.deepEqual([...found.faded!.cum], [4]);
  engine.answers.fileSamples = () => Promise.reject(new Error('stopped'));
  await questions.addLater(found, later);
  assert.ok(found.costs);
});

test('what garbage collection costs is found later, for the heading', async () => {
  const { engine, questions } = await questionsOf(['a.go']);
  engine.answers.fileCosts = () => [fileCosts([4])];
  const found = await questions.ask(active, document, undefined);
  engine.answers.backgroundWork = () => ({ cost: 20, total: 40 });
  await questions.addLater(found, { signal: neverAborted, capturedLines: () => [], redraw: () => undefined });
  assert.match(found.background!, /^GC in the background .*, 50\s% of the profile$/);
});
