import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionHeadings, functionText } from '../../../../src/editor/columns/functionHeadings';
import { functionSentences } from '../../../../src/editor/hover/hoverComparison';
import type { QueryEngine } from '../../../../src/engine/client';
import { FIRM_CHANGE, type FunctionChange, MOVED, NOISE } from '../../../../src/profile/answers/changes';
import type { Active } from '../../../../src/captures/session';
import { movedFiles } from '../../../../src/sources/lineMatching/baselineLines';
import { plain } from '../hover/lineOfProfile';

const textOf = (body: readonly string[]) => [
  'package p', '', 'func (s *Server) serve(id int) {', ...body, '}', '', 'func same(x int) int {', '\treturn x', '}', '',
];
const BEFORE = textOf(['\tw.Write([]byte(response(id)))']);
const NOW = textOf(['\tbuf := pool.Get()', '\tresponse(buf, id)', '\tw.Write(buf.Bytes())']);
const judged = (judgement: number) => ({ judgement, now: 100, before: 90 });

async function headings(changes: readonly FunctionChange[], now = NOW, unit = 'nanoseconds') {
  const paths = new Map([['p/a.go', '/p/a.go']]);
  const moved = movedFiles(paths, new Map([['/p/a.go', BEFORE.join('\n')]]), new Map([['/p/a.go', now.join('\n')]]));
  const summary = { sampleTypes: [{ type: 'cpu', unit }] };
  const baseline = { moved, capture: { id: 'before' } };
  const capture = { id: 'now' };
  const active = { queryId: 7, sampleType: 0, profile: { summary }, capture, baseline, form: 'total' } as unknown as Active;
  const asked: unknown[] = [];
  const engine = { ask: async (_: string, question: { readonly names: unknown }) => {
    asked.push(question.names);
    return changes;
  } };
  const found = await functionHeadings(engine as unknown as QueryEngine, active, { files: ['p/a.go'], lines: now });
  assert.deepEqual(asked, [['(*Server).serve', 'same']]);
  return found;
}

test('a function with other code is judged as a whole, and so is one with a firm change', async () => {
  const change = { now: 1e6, before: 2e6 };
  const of = async (...judgements: readonly number[]) => {
    const found = await headings(judgements.map((judgement) => ({ ...change, judged: judged(judgement) })));
    return found.map(({ name, captured }) => `${name} ${captured}`);
  };
  assert.deepEqual(await of(NOISE, NOISE), ['Server.serve 3']);
  assert.deepEqual(await of(NOISE, FIRM_CHANGE), ['Server.serve 3', 'same 9']);
  assert.deepEqual((await headings([{ now: 0, before: 0 }, change])).length, 0, 'without costs');
  assert.deepEqual((await headings([change, change], BEFORE)).length, 0, 'the same code, without a judgement');
});

test('a function that only lost lines has other code', async () => {
  const found = await headings([{ now: 1, before: 2 }, { now: 1, before: 1 }], textOf([]));
  assert.deepEqual(found.map(({ name }) => name), ['Server.serve']);
});

test('the note has the cost now and before, and a sign for noise and moved costs', async () => {
  const textFor = async (change: FunctionChange) => functionText((await headings([change, { now: 0, before: 0 }]))[0]!);
  assert.equal(await textFor({ now: 4e6, before: 16e6, judged: judged(FIRM_CHANGE) }), '▼ −75\u202f%, whole function: 4\u202fms, baseline 16\u202fms');
  assert.equal(await textFor({ now: 20e6, before: 16e6, judged: judged(NOISE) }), '~ +25\u202f%, whole function: 20\u202fms, baseline 16\u202fms');
  assert.equal(await textFor({ now: 20e6, before: 16e6, judged: judged(MOVED) }), '↔ +25\u202f%, whole function: 20\u202fms, baseline 16\u202fms');
  assert.equal(await textFor({ now: 20e6, before: 0 }), '▲ new, whole function: 20\u202fms');
  assert.equal(await textFor({ now: 20e6, before: 20e6 }), 'whole function: 20\u202fms, baseline 20\u202fms');
});

test('the costs per operation of a note have one unit', async () => {
  const [heading] = await headings([{ now: 255_000, before: 51_020 }, { now: 0, before: 0 }], NOW, 'nanoseconds/op');
  assert.equal(functionText(heading!), '▲ 5.0×, whole function: 255\u202fµs/op, baseline 51.0\u202fµs/op');
});

test('the hover says why the change of a function is noise', async () => {
  const [heading] = await headings([{ now: 20e6, before: 16e6, judged: judged(NOISE) }, { now: 0, before: 0 }]);
  assert.equal(plain(functionSentences(heading, 0)), [
    '**Server.serve as a whole**: 20\u202fms, baseline 16\u202fms, ▲ +4\u202fms, +25\u202f%. Within the noise: 100 samples, baseline 90.\n\n',
  ].join(''));
  assert.equal(functionSentences(undefined, 0), '');
});

test('the change of a share has no percentage of its own', async () => {
  const [heading] = await headings([{ now: 11.5, before: 0.5 }, { now: 0, before: 0 }], NOW, '%');
  assert.equal(functionText(heading!), '▲ +11\u202f%, whole function: 11.5\u202f%, baseline 0.50\u202f%');
  assert.equal(plain(functionSentences(heading, 0)), '**Server.serve as a whole**: 11.5\u202f%, baseline 0.50\u202f%, ▲ +11\u202f%.\n\n');
});
