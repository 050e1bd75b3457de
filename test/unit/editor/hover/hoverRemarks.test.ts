import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnnotatedLine } from '../../../../src/editor/columns/annotator';
import type { LineDetail } from '../../../../src/profile/answers/lines';
import type { CutStacks } from '../../../../src/profile/lines/cutStacks';
import { remarksText } from '../../../../src/editor/hover/hoverRemarks';

const SETUP = {
  function: 'BenchmarkX', file: 'x_test.go', lines: [[2, 4]], timed: [[4, 4]],
  helpers: [{ function: 'bench', file: 'help_test.go', lines: [[7, 8]], timed: [] }],
};
const FUNCTIONS = [
  { name: 'p.BenchmarkX', startLine: 1, firstLine: 4, lastLine: 5 },
  { name: 'p.bench', startLine: 0, firstLine: 6, lastLine: 9 },
];

function remarks(file: string, captured: number, cut?: CutStacks): string {
  const profile = { summary: { totals: [200] } };
  const active = { capture: { setup: SETUP }, profile, sampleType: 0 };
  const annotated = { active, costs: { file, functions: FUNCTIONS }, line: { captured } };
  return remarksText(annotated as unknown as AnnotatedLine, cut);
}

test('the hover of a setup line says whether it is timed', () => {
  assert.match(remarks('/p/x_test.go', 2), /^_Setup: this line is not timed, /);
  assert.match(remarks('/p/x_test.go', 4), /^_Setup: this line runs once per round, not once per operation\._\n\n$/);
  assert.match(remarks('/p/help_test.go', 7), /^_Setup: this line is not timed, /);
});

test('a setup line above the first line with samples has its remark too, because other profiles may have its costs', () => {
  assert.match(remarks('/p/x_test.go', 3), /^_Setup: /);
});

test('lines outside the setup, and lines of other functions and files, have no remark', () => {
  assert.equal(remarks('/p/x_test.go', 5), '');
  assert.equal(remarks('/p/x_test.go', 7), '');
  assert.equal(remarks('/p/other_test.go', 2), '');
});

test('the hover of a folded line says which lines the costs in the editor belong to', () => {
  const folded = { active: { profile: { summary: {} }, capture: {} }, costs: { functions: [] }, line: { captured: 3 } };
  const text = remarksText({ ...folded, fold: { first: 4, last: 9 } } as unknown as AnnotatedLine, undefined);
  assert.equal(text, '_The folded lines 4 to 9 are shown together; this hover is of line 4._\n\n');
});

test('the hover says how much of the total is in stacks that Go truncated', () => {
  assert.match(remarks('/p/a.go', 1, { depth: 64, values: [25] }), /^_cum may be too low: 12\.5\u202f% of the total .* innermost 64\._/);
  assert.equal(remarks('/p/a.go', 1, { depth: 64, values: [0] }), '');
});

test('the hover of a line that released a contended lock says whose time its cost is', () => {
  const text = (type: string, callee: string) => {
    const profile = { summary: { totals: [200], sampleTypes: [{ type, unit: 'nanoseconds' }] } };
    const active = { capture: {}, profile, sampleType: 0 };
    const annotated = { active, costs: { functions: [] }, line: { captured: 3 } };
    const detail = { callees: [{ function: callee }] } as unknown as LineDetail;
    return remarksText(annotated as unknown as AnnotatedLine, undefined, detail);
  };
  const unlocks = ['sync.(*Mutex).Unlock', 'sync.(*RWMutex).RUnlock', 'internal/sync.(*Mutex).Unlock', 'runtime.unlock2'];
  for (const callee of unlocks) {
    assert.match(text('delay', callee), /^_This line released a lock that others waited for: /, callee);
  }
  for (const callee of ['sync.(*Mutex).Lock', 'runtime.chanrecv1', 'p.Unlock']) assert.equal(text('delay', callee), '', callee);
  assert.equal(text('cpu', 'sync.(*Mutex).Unlock'), '');
});
