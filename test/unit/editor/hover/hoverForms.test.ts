import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CancellationToken, Memento, Position, TextDocument } from 'vscode';
import type { AnnotatedLine, Annotator } from '../../../../src/editor/columns/annotator';
import type { FigureJudgement } from '../../../../src/editor/columns/lineJudgements';
import type { RemovedLine } from '../../../../src/editor/columns/removedLines';
import { FIRM_CHANGE, MOVED, NOISE } from '../../../../src/profile/answers/changes';
import type { LineDetail } from '../../../../src/profile/answers/lines';
import type { CutStacks } from '../../../../src/profile/lines/cutStacks';
import type { Active } from '../../../../src/captures/session';
import { FakeDocument } from '../../../shared/fakeEditors';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { FakeUri, fakeVscode, NEVER_CANCELLED } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';
import { plain } from './lineOfProfile';

class FakeMarkdown {
  isTrusted?: { readonly enabledCommands: readonly string[] };
  constructor(public value = '') {}
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
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
async function hover(
  overrides: Partial<Active>,
  name = 'BenchmarkA',
  cpuUnit = 'nanoseconds',
  { hasNoCosts = false, removed = [], since = '', cut, inlinedInto = [], isOnNote = false, few, sure, shownBefore = 9 }: {
    readonly hasNoCosts?: boolean;
    readonly removed?: readonly RemovedLine[];
    readonly since?: string;
    readonly cut?: CutStacks;
    readonly inlinedInto?: readonly string[];
    /** Whether the pointer is on the note at the end of the line. */
    readonly isOnNote?: boolean;
    /** Which figures are based on few samples: flat, which is 100 then and 0 otherwise, or both. */
    readonly few?: 'flat' | 'both';
    /** How sure the profile is. */
    readonly sure?: string;
    /** How many hovers were shown before. */
    readonly shownBefore?: number;
  } = {},
) {
  const noise = {
    basis: 'samples',
    flat: { count: 0, isFew: few !== undefined },
    cum: { count: 12, interval: [900, 1500], isFew: few === 'both' },
  } as const;
  const { CostHover } = await import('../../../../src/editor/hover/hover');
  const profile = { summary: summaryOf(1, 'samples/count,cpu/nanoseconds'), label: 'cpu', ...overrides.profile };
  const capture = { title: name, target: { file: '/w/a_test.go', name }, results: [], profiles: [profile], loop: 'b.Loop' };
  const active = { capture, sampleType: 1, queryId: 1, refinement: {}, ...overrides, profile } as unknown as Active;
  const values = [['samples', 'count', 12, 40], ['cpu', cpuUnit, 1200, 4000]] as const;
  const detail: LineDetail = {
    file: 'a.go', line: 1, flatSamples: 1, cumSamples: 1, sums: [12, 1200], ...NO_NEIGHBORS, inlinedInto,
    values: values.map(([type, unit, cum, total]) => {
      return { sampleType: { type, unit }, flat: few ? 100 : 0, cum, total, noise };
    }),
  };
  const engine = new FakeEngine();
  engine.answers.lineDetail = () => detail;
  engine.answers.cutStacks = () => cut;
  const line = { captured: 1, line: 1, flat: 0, cum: 1200, samples: 1, changed: false };
  const annotated = { active, costs: { file: 'a.go', functions: [] }, line, sure } as unknown as AnnotatedLine;
  const annotator = {
    lineAt: () => (hasNoCosts ? undefined : annotated),
    removedBelow: () => removed,
    functionAt: () => undefined,
    sinceCapture: () => since,
  } as unknown as Annotator;
  const memento = { get: () => shownBefore, update: async () => undefined } as unknown as Memento;
  const provider = new CostHover(annotator, engine, engine, memento);
  const position = { line: 0, character: isOnNote ? 'package a'.length : 0 } as Position;
  const provided = await provider.provideHover(document, position, NEVER_CANCELLED as unknown as CancellationToken);
  const { value, isTrusted } = provided!.contents as unknown as FakeMarkdown;
  const text = plain(value);
  return { text, commands: isTrusted?.enabledCommands ?? [] };
}

const COUNTED = { profile: { iterations: [100] } } as unknown as Partial<Active>;

test('a hover with costs per operation says so, and has the number of samples', async () => {
  const { text } = await hover({ ...COUNTED, form: 'perOperation', operations: 100 }, 'BenchmarkA', 'nanoseconds/op');
  assert.match(text, /^\*\*Linecost\*\* · CPU time of all threads per operation · 12 samples · \[Show assembly\]\(/);
  assert.match(text, /\n_CPU time is that of all threads.* ns\/op of go test is wall time/);
  assert.doesNotMatch((await hover({ form: 'total' })).text, /wall time/);
  assert.doesNotMatch(text, /\| samples \|/);
  assert.match(text, /\| \*\*cpu\*\* \|   flat \| 0 \|  \|   cum \| 1\.20\u202fµs\/op \|   30\u202f% \|/);
  assert.match(text, /0\.90–1\.5\u202fµs\/op/);
  assert.deepEqual(vscode.executed.at(-1), ['setContext', 'linecost.ticked.read', true]);
});

test("the hover of a program's heap says when it was taken", async () => {
  const { text } = await hover({ profile: { takenAt: 12_340 } as unknown as Active['profile'] });
  assert.match(text, /^\*\*Linecost\*\* · 12 samples · taken at 12\.3 s · /);
});

test('if costs per operation are chosen but only totals are known, the hover has the reason and a link', async () => {
  const { text, commands } = await hover({ form: 'perOperation' });
  assert.match(text, /_Totals\._ The operations in this profile were not counted.* \[Profile Again\]\(command:linecost\.profileForOperations\)/);
  assert.ok(commands.includes('linecost.profileForOperations'));
  assert.match((await hover({ form: 'perOperation' }, 'TestA')).text, /_Totals\._ Only the profile of a benchmark has operations\./);
  assert.doesNotMatch((await hover({ form: 'total' })).text, /_Totals\._/);
});

test('in every form, the hover of a profile that does not fit its run says why, and does not propose a longer run', async () => {
  const misfit = { text: 'A stops the cpu profile itself (a_test.go:12).', place: { file: '/w/a_test.go', line: 12 } };
  const profile = { iterations: [100], misfit } as unknown as Active['profile'];
  const { text } = await hover({ profile }, 'BenchmarkA', 'nanoseconds', { few: 'both' });
  assert.match(text, /\n\nA stops the cpu profile itself .* \[Open a_test\.go:12\]\(command:linecost\.openFrame\?/);
  assert.doesNotMatch(text, /Measure|Too rare/);
  assert.match((await hover({ profile, form: 'perOperation' })).text, /_Totals\._ A stops the cpu profile itself/);
});

test('the hover of a line says that callers are missing if Go truncated stacks of the profile', async () => {
  const { text } = await hover({}, 'BenchmarkA', 'nanoseconds', { cut: { depth: 64, values: [0, 500] } });
  assert.match(text, /of the total is in stacks of more than 64 frames/);
  assert.doesNotMatch((await hover({})).text, /frames/);
});

test('the hover says below the figures how sure the whole profile is, once that is known', async () => {
  const sure = '40 samples: differences below 31 % of the total may be chance';
  const { text } = await hover({}, 'BenchmarkA', 'nanoseconds', { sure });
  assert.match(text, /· 12 samples ·[^]*\| \*\*cpu\*\* \|[^]*\n_Profile of 40 samples: differences below 31 % of the total may be chance\._\n/);
  assert.doesNotMatch((await hover({})).text, /Profile of/);
});

test('a doubt about the figures is below them', async () => {
  const of = async (few: 'flat' | 'both') => (await hover({}, 'BenchmarkA', 'nanoseconds', { few })).text;
  assert.match(await of('both'), /\| \*\*cpu\*\* \|[^]*\n\n_Faded: figures of fewer /);
  assert.match(await of('flat'), /\n\| \*\*cpu\*\* \|[^]*\n\n_flat rests on fewer /);
});

/** The sentences of the dialog that the link opens. */
function sentencesIn(text: string): readonly string[] {
  const link = /\(command:linecost\.howSure\?(\S+)/.exec(text)?.[1] ?? assert.fail(text);
  const [place, sentences] = JSON.parse(decodeURIComponent(link)) as [string, string[]];
  assert.equal(place, 'a.go:1');
  return sentences;
}

test('the hover has one sentence of doubt, the weightiest, and a link to all of them', async () => {
  const { text, commands } = await hover({}, 'BenchmarkA', 'nanoseconds', {
    few: 'both', sure: '40 samples: differences below 31 % of the total may be chance', cut: { depth: 64, values: [0, 500] },
  });
  assert.match(text, /\n_Faded: [^\n]+\._ \[How sure is this\?\]\(command:linecost\.howSure/);
  assert.deepEqual(text.match(/^_.*?_/gm)?.length, 1);
  assert.deepEqual(sentencesIn(text).map((sentence) => sentence.slice(0, 20)), [
    'Faded: figures of fe', 'cum may be too low: ', 'Profile of 40 sample',
  ]);
  assert.ok(commands.includes('linecost.howSure'));
});

test('a hover without doubt has no link, and one with a single sentence needs none', async () => {
  for (const options of [{}, { sure: '40 samples' }]) {
    assert.doesNotMatch((await hover({}, 'BenchmarkA', 'nanoseconds', options)).text, /How sure/);
  }
});

test('the dialog of a comparison says what firm and in turns mean', async () => {
  const profile = { summary: summaryOf(2, 'samples/count,cpu/nanoseconds'), label: 'cpu' };
  const capture = { title: 'BenchmarkA', capturedAt: 1e12, profiles: [profile], conditions: {} };
  const baseline = { capture, profile, moved: [], mode: 'diff_base', turns: { timeVaries: 0.01 } };
  const { text } = await hover({ baseline, capture } as unknown as Partial<Active>, 'BenchmarkA', 'nanoseconds', { few: 'both' });
  assert.match(sentencesIn(text).join('\n'), /A firm change is one that chance does not explain\.\nIn turns: /);
});

test('the first hovers say what flat and cum are, later ones do not', async () => {
  const of = async (shownBefore: number) => (await hover({}, 'BenchmarkA', 'nanoseconds', { shownBefore })).text;
  assert.match(await of(2), /\n_flat: what the line itself costs\. cum: with everything that it calls\._\n/);
  assert.doesNotMatch(await of(3), /what the line itself costs/);
});

test('in a comparison, the hover says that a change of few samples is faded', async () => {
  const profile = { summary: summaryOf(2, 'samples/count,cpu/nanoseconds'), label: 'cpu' };
  const conditions = { goVersion: 'go1.26.8' };
  const capture = { title: 'BenchmarkA', capturedAt: 1e12, profiles: [profile], conditions };
  const baseline = { capture, profile, moved: [], mode: 'diff_base' };
  const { text } = await hover({ baseline, capture } as unknown as Partial<Active>, 'BenchmarkA', 'nanoseconds', { few: 'both' });
  assert.match(text, /_Faded: changes of fewer than five samples are mostly chance\._/);
});

const REMOVED: RemovedLine = { captured: 2, flat: 0, cum: 2e9, samples: 9, text: '\tx := work(1|2)', unit: 'nanoseconds' };

test('a hover lists the removed lines below the line, and ends with the time of the measurement', async () => {
  const since = 'Measured 3 days ago at 1a2b3c4 (main). 1 line removed since.';
  const withCosts = await hover({}, 'BenchmarkA', 'nanoseconds', { removed: [REMOVED], since });
  assert.match(withCosts.text, /\*\*Linecost\*\*[^]*\| x := work\(1\|2\) \|   \. \|   2\u202fs \|\n\n_Measured 3 days ago at 1a2b3c4 \(main\)\./);
  const withoutCosts = await hover({}, 'BenchmarkA', 'nanoseconds', { hasNoCosts: true, removed: [REMOVED], since });
  assert.match(withoutCosts.text, /^\| \*\*Removed below this line\*\* \|   flat \|   cum \|/);
});

test('the hover of the note on removed lines begins with them', async () => {
  const { text } = await hover({}, 'BenchmarkA', 'nanoseconds', { removed: [REMOVED], since: 'Measured.', isOnNote: true });
  assert.match(text, /^\| \*\*Removed below this line\*\*[^]*\*\*Linecost\*\*[^]*_Measured\._\n\n$/);
});

test('the costs of lines that were removed since the baseline are labeled as those before', async () => {
  const { text } = await hover({}, 'BenchmarkA', 'nanoseconds', { removed: [{ ...REMOVED, isOfBaseline: true }] });
  assert.match(text, /\| \*\*Removed below this line\*\* \|   flat in baseline \|   cum in baseline \|\n[^\n]+\n\| x := work\(1\|2\) \|   \. \|   2\u202fs \|/);
});

test('each place with lines removed since the baseline has its own table, cost and judgement', async () => {
  const { removedPlacesText } = await import('../../../../src/editor/hover/hoverRemovedLines');
  const place = (count: number, judgement?: FigureJudgement) => {
    const lines = Array.from({ length: count }, () => ({ ...REMOVED, isOfBaseline: true as const }));
    return { above: count, cum: 3e9, lines, judgement };
  };
  const move = { how: 'other', function: 'p.scan' } as const;
  const [noise, moved] = [{ judgement: NOISE, now: 0, before: 3 }, { judgement: MOVED, now: 0, before: 300, move }];
  const firm = { judgement: FIRM_CHANGE, now: 0, before: 300 };
  const places = [place(2), place(2, firm), place(1, firm), place(2, noise), place(1, noise), place(2, moved)];
  const text = removedPlacesText(places).replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const tables = text.split(/\| \*\*Removed below this line.*\n/).slice(1);
  assert.deepEqual(tables.map((table) => /_(.*)_/.exec(table)?.[1]), [
    'Together −3\u202fs.', 'Together −3\u202fs.', undefined, 'Together −3\u202fs, within the noise: 0 samples, baseline 3.',
    'Within the noise: 0 samples, baseline 3.', 'Together −3\u202fs, moved: p.scan gained as much.',
  ]);
});

test('the hover lists the costliest of many removed lines, in line order', async () => {
  const removed = Array.from({ length: 20 }, (_, i) => ({ ...REMOVED, cum: (i + 1) * 1e9, text: `line${i + 1}()` }));
  const { text } = await hover({}, 'BenchmarkA', 'nanoseconds', { removed });
  assert.deepEqual(text.match(/line\d+/g), ['line13', 'line14', 'line15', 'line16', 'line17', 'line18', 'line19', 'line20']);
  assert.match(text, /and 12 more/);
});

test('a hover names the baseline\'s conditions if they differ', async () => {
  const before = { title: 'BenchmarkA', capturedAt: 1e12, profiles: [], conditions: { goVersion: 'go1.25.1' } };
  const profile = { summary: summaryOf(2, 'samples/count,cpu/nanoseconds'), label: 'cpu' };
  const baseline = { capture: before, profile, moved: [], mode: 'diff_base', conditions: before.conditions };
  const capture = { title: 'BenchmarkA', profiles: [profile], conditions: { goVersion: 'go1.26.8' } };
  const { text } = await hover({ baseline, capture } as unknown as Partial<Active>);
  assert.match(text, /_Measured under other conditions than the baseline: Go 1\.26\.8 \(baseline: 1\.25\.1\)\._/);
});

test('functions with the same short name are listed with their whole names', async () => {
  const inlinedInto = ['internal/sync.(*Mutex).Lock', 'sync.(*Mutex).Lock', 'example.com/shop/cart.Sum'];
  const { text } = await hover({}, 'BenchmarkA', 'nanoseconds', { inlinedInto });
  assert.match(text, /Inlined into: internal\/sync\.\(\*Mutex\)\.Lock, sync\.\(\*Mutex\)\.Lock, cart\.Sum/);
});
