import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asCaptured } from '../../../../src/captures/session';
import type { CostQuestions, DocumentCosts } from '../../../../src/editor/columns/costQuestions';
import { EngineError } from '../../../../src/engine/workerMessages';
import { FIRM_CHANGE, NOISE } from '../../../../src/profile/answers/changes';
import { fileCosts } from '../../../shared/fileCosts';
import { FakeEngine } from '../../../shared/fakeEngine';
import { lineChanges } from '../../../shared/lineChanges';
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

/** A question that is aborted before it is answered, as when the next profile of a round is there. */
async function abortedLater(questions: CostQuestions, engine: FakeEngine, to: DocumentCosts) {
  const aborting = new AbortController();
  const unanswered = (_params: unknown, signal?: AbortSignal) => new Promise<never>((_answer, reject) => {
    signal!.addEventListener('abort', () => reject(signal!.reason as Error));
  });
  Object.assign(engine.answers, { fileSamples: unanswered, backgroundWork: unanswered, hottestCertainty: unanswered });
  const asked = questions.addLater(to, { signal: aborting.signal, capturedLines: () => [], redraw: () => undefined });
  aborting.abort();
  await asked;
}

test('while another profile of the capture is replaced twice, what was found stays until it is found again', async () => {
  const { engine, questions } = await questionsOf(['a.go']);
  engine.answers.fileCosts = () => [fileCosts([4])];
  engine.answers.fileSamples = () => [{ lines: Uint32Array.of(4), flat: Float64Array.of(1), cum: Float64Array.of(1) }];
  engine.answers.backgroundWork = () => ({ cost: 20, total: 40 });
  const first = await questions.ask(active, document, undefined);
  await questions.addLater(first, { signal: neverAborted, capturedLines: () => [], redraw: () => undefined });
  const next = { ...active, capture: { ...active.capture } };
  const second = await questions.ask(next, document, first);
  await abortedLater(questions, engine, second);
  const third = await questions.ask({ ...next, profile: { ...CPU }, queryId: 7 }, document, second);
  assert.deepEqual([[...third.faded!.cum], third.background], [[4], first.background]);
  assert.equal((await questions.ask({ ...next, form: 'percent' }, document, third)).background, undefined);
});

test('in a comparison, judgements stay from round to round, and lines that they do not know are faded', async () => {
  const { engine, questions } = await questionsOf(['a.go']);
  const plain = { movedFiles: () => [], mode: 'diff_base', normalize: false, totals: true } as const;
  const baseline = { ...plain, capture: captureOf('b'), profile: CPU, moved: [] };
  const compared = { ...active, baseline, queryId: 5 };
  engine.answers.fileCosts = () => [fileCosts([4, 5])];
  const changes = lineChanges([4, 5], [FIRM_CHANGE, NOISE]);
  engine.answers.fileChanges = () => [{ ...changes, moves: [], removed: lineChanges() }];
  const first = await questions.ask(compared, document, undefined);
  await questions.addLater(first, { signal: neverAborted, capturedLines: () => [], redraw: () => undefined });
  assert.equal(first.firmLines!.count, 1);
  engine.answers.fileCosts = () => [fileCosts([4, 5, 6])];
  const second = await questions.ask({ ...compared, profile: { ...CPU }, queryId: 6 }, document, first);
  assert.deepEqual([[...second.judgements!.noise.flat], second.firmLines!.count], [[5, 6], 1]);
  engine.answers.fileChanges = () => Promise.reject(new Error('stopped'));
  await questions.addLater(second, { signal: neverAborted, capturedLines: () => [], redraw: () => undefined });
  assert.deepEqual([second.judgements, second.firmLines], [undefined, undefined], 'no judgement of another round stays');
});
