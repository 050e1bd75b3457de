import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CancellationToken, Position, TextDocument } from 'vscode';
import type { AnnotatedLine, Annotator } from '../../../../src/editor/columns/annotator';
import type { LineDetail } from '../../../../src/profile/answers/lines';
import type { Active } from '../../../../src/session';
import { FakeDocument } from '../../../shared/fakeEditors';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { FakeUri, fakeVscode, NEVER_CANCELLED } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

class FakeMarkdown {
  value = '';
  isTrusted?: { readonly enabledCommands: readonly string[] };
  appendMarkdown(text: string): void {
    this.value += text;
  }
}

const vscode = fakeVscode('/w');
Object.assign(vscode.module, {
  MarkdownString: FakeMarkdown,
  Hover: class {
    constructor(readonly contents: FakeMarkdown) {}
  },
});
withVscode(vscode.module);

const NO_NEIGHBORS = { callers: [], moreCallers: 0, callees: [], moreCallees: 0, inlinedHere: [], inlinedInto: [] };
const document = new FakeDocument(FakeUri.file('/w/a.go'), ['package a']) as unknown as TextDocument;

/** The hover of a line with 12 of 40 samples, as plain text, and the commands that its links may call. */
async function hover(more: Partial<Active>, name = 'BenchmarkA', cpuUnit = 'nanoseconds') {
  const noise = { basis: 'samples', flat: { count: 0, isFew: false }, cum: { count: 12, interval: [900, 1500], isFew: false } } as const;
  const { CostHover } = await import('../../../../src/editor/hover/hover');
  const profile = { summary: summaryOf(1, 'samples/count,cpu/nanoseconds'), label: 'cpu', ...more.profile };
  const capture = { title: name, target: { file: '/w/a_test.go', name }, results: [], profiles: [profile], loop: 'b.Loop' };
  const active = { capture, sampleType: 1, shown: 1, refinement: {}, ...more, profile } as unknown as Active;
  const values = [['samples', 'count', 12, 40], ['cpu', cpuUnit, 1200, 4000]] as const;
  const detail: LineDetail = {
    file: 'a.go', line: 1, flatSamples: 1, cumSamples: 1, sums: [12, 1200], ...NO_NEIGHBORS,
    values: values.map(([type, unit, cum, total]) => ({ sampleType: { type, unit }, flat: 0, cum, total, noise })),
  };
  const engine = new FakeEngine();
  engine.answers.lineDetail = () => detail;
  const line = { captured: 1, line: 1, flat: 0, cum: 1200, samples: 1, changed: false };
  const found = { active, costs: { file: 'a.go' }, line } as unknown as AnnotatedLine;
  const annotator = { lineAt: () => found } as unknown as Annotator;
  const provider = new CostHover(annotator, engine, engine);
  const position = { line: 0 } as Position;
  const shown = await provider.provideHover(document, position, NEVER_CANCELLED as unknown as CancellationToken);
  const { value, isTrusted } = shown!.contents as unknown as FakeMarkdown;
  const text = value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return { text, commands: isTrusted!.enabledCommands };
}

const COUNTED = { profile: { iterations: [100] } } as unknown as Partial<Active>;

test('a hover of costs per operation says so, and still counts the samples', async () => {
  const { text } = await hover({ ...COUNTED, form: 'perOperation', operations: 100 }, 'BenchmarkA', 'nanoseconds/op');
  assert.match(text, /^\*\*Linecost\*\* · per operation · 12 samples\n/);
  assert.match(text, /\| samples \| \. \|  \| 12 \| 30\.00% \|/);
  assert.match(text, /\| \*\*cpu\*\* \| \. \|  \| 1200 ns\/op \| 30\.00% \|/);
  assert.match(text, /900–1,500 ns\/op/);
});

test('where there are only totals, a hover says why and what to click, if costs per operation are wanted', async () => {
  const { text, commands } = await hover({ form: 'perOperation' });
  assert.match(text, /_Totals\._ The operations in this profile were not counted.* \[Profile Again\]\(command:linecost\.profileForOperations\)/);
  assert.ok(commands.includes('linecost.profileForOperations'));
  assert.match((await hover({ form: 'perOperation' }, 'TestA')).text, /_Totals\._ Only the profile of a benchmark has operations\./);
  assert.doesNotMatch((await hover({ form: 'total' })).text, /_Totals\._/);
});
