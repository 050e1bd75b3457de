import { Store } from '../../src/engine/store';
import { VALID, encodeWire } from '../shared/wire';
import { FakeEmitter, FakeUri, fakeVscode } from '../shared/fakeVscode';
import { withVscode } from '../shared/withVscode';
import { randomFrom } from './mutate';

type Random = (below: number) => number;

/** A message as a page sends it, with any content that passes validation. */
type Message = Readonly<Record<string, unknown>> & { readonly kind: string };

const TEXTS = [
  '', 'main', 'leaf', 'leaf.go', '(', '[^', '.*', 'a'.repeat(9000), '\ud800', '\u0000', '__proto__', '1:10b', '-1', 'NaN',
];
const COUNTS = [0, 1, 2, 3, 7, 100, 10_000, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER];
const FIELDS = [
  'focus', 'ignore', 'hide', 'show', 'show_from', 'prune_from', 'tagfocus', 'tagignore', 'tagshow', 'taghide', 'tagroot',
  'tagleaf', 'unit',
];

/** Values by their field names in messages. */
function valuesOf(random: Random): Readonly<Record<string, unknown>> {
  const one = <T>(values: readonly T[]): T => values[random(values.length)]!;
  const text = (): string => one(TEXTS);
  const flag = (): boolean | undefined => one([true, false, undefined]);
  const few = (most: number): number => one(COUNTS.filter((count) => count <= most));
  const folds = { callers: flag(), collapseRecursion: flag(), hideTestingFrames: flag() };
  const tree = { from: one([undefined, text()]), ...folds };
  const stretch = { from: one(COUNTS), limit: few(10_000) };
  const order = { sort: one(['flat', 'sum', 'cum', 'name']), direction: one(['size', 'descending', 'ascending']) };
  const table = { ...order, ...stretch, search: text(), find: text() };
  const size = { width: one([1, 0.001, 1400, 1e300]), minWidth: one([1e-9, 2, 1e300]), maxFrames: few(2000) };
  const granularity = one([undefined, 'functions', 'filefunctions', 'files', 'lines', 'addresses']);
  const flags = { noinlines: flag() ?? false, mean: flag() ?? false, drop_negative: flag() ?? false };
  const others = { ...flags, divide_by: one([0, 1, -1, 1e300]) };
  const refinement = { [one(FIELDS)]: text(), ...(granularity && { granularity }), ...(random(3) === 0 ? others : {}) };
  const path = Array.from({ length: 1 + random(5) }, () => one(COUNTS));
  const params = {
    flame: { ...tree, ...size, root: one(COUNTS), restFrom: one(COUNTS), search: text(), foldWrappers: flag() },
    callGraph: { nodeCount: one(COUNTS), callTree: flag() ?? true, trim: flag() ?? true },
    refine: refinement,
    labels: { search: text(), limit: few(5000), key: one([undefined, text()]) },
    table,
    pathCalls: { direction: one(['callers', 'callees']), path, ...stretch },
    peek: { name: text(), limit: few(100_000) },
    suggest: table,
    knows: { name: text() },
  };
  const question = one(Object.keys(params) as (keyof typeof params)[]);
  const chosen = { question, params: params[question] };
  return { tree, table, refinement, ...chosen, text: text(), flag: flag() ?? true, count: one(COUNTS) };
}

function messageOf(random: Random, profile: number, request: number): Message {
  const { tree, table, refinement, question, params, text, flag, count } = valuesOf(random);
  const others: readonly Message[] = [
    { kind: 'ready' },
    { kind: 'setSampleType', profile, sampleType: count },
    { kind: 'keepStart', of: text, start: flag ? 'measured' : 'everything' },
    { kind: 'setNormalize', normalize: flag },
    { kind: 'openSource', profile, frame: count, ...(tree as object) },
    { kind: 'openFunction', profile, function: text, file: text, line: count },
    { kind: 'copy', text },
    { kind: 'copyTable', profile, view: table },
    { kind: 'saveRefinements', saved: [{ name: text, refinement }] },
    { kind: 'noticeAction' },
  ];
  return random(4) > 0 ? { kind: 'ask', question, profile, request, params } : others[random(others.length)]!;
}

interface Told {
  readonly kind: string;
  readonly request?: number;
  readonly message?: string;
}

/** Texts of JavaScript's own errors, which users must not see. */
const RAW_ERROR = /undefined|is not a function|Cannot read|not iterable|Invalid array|RangeError|Maximum call/;

/**
 * Sends messages to a page's host with a real profile; returns a description of each request without an answer and of
 * each error thrown.
 */
export async function fuzzMessages(seed: number, count: number): Promise<readonly string[]> {
  withVscode(fakeVscode('/w', {}).module);
  const { ProfilePage } = await import('../../src/views/profilePage');
  const store = new Store();
  const never = new AbortController().signal;
  const summary = await store.answer('load', { source: { kind: 'bytes', bytes: encodeWire(VALID) } }, never);
  const profile = { summary, label: 'cpu' };
  const capture = { id: 'x', title: 'main', capturedAt: 0, profiles: [profile], results: [], sources: new Map() };
  const active = { capture, profile, sampleType: 0, shown: summary.id, refinement: {} };
  const ask = async (query: never, params: never) => store.answer(query, params, never);
  const engine = { ask };
  const nothing = async () => undefined;
  let derived = 1e6;
  const refining = {
    onDidChange: () => ({ dispose: () => undefined }),
    saved: [],
    history: {},
    save: nothing,
    apply: async (refinement: object) => {
      const of = { base: undefined, profile: summary.id, refinement };
      await store.answer('derive', { profile: ++derived, of } as never, never);
      await store.answer('summary', { profile: derived }, never);
    },
    labels: async (asked: typeof active, view: object) =>
      store.answer('labels', { ...view, profile: asked.shown, sampleType: asked.sampleType } as never, never),
  };
  const told: Told[] = [];
  const received = new FakeEmitter<unknown>();
  const webview = {
    cspSource: 'page:',
    options: {},
    html: '',
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: received.event,
    postMessage: async (message: Told) => told.push(message) > 0,
  };
  const { onDidChange } = refining;
  const subject = { active, notice: undefined, choose: () => undefined, onDidChange };
  const failed = ({ message }: Error) => told.push({ kind: 'failed', message });
  const choices = { starts: { all: {}, keep: () => undefined }, normalize: nothing, saveSvg: nothing, failed };
  const layouts = { latestOnly: () => ({ layOut: nothing }) };
  const sources = { open: nothing, openTarget: nothing };
  const uri = FakeUri.file('/w/dist');
  const parts = { webview, column: () => 1, subject, engine, layouts, refining, sources, distribution: uri, choices };
  new ProfilePage(parts as never);
  const findings: string[] = [];
  const random = randomFrom(Math.imul(seed + 1, 0x5bd1e995));
  for (let request = 1; request <= count; request++) {
    const message = messageOf(random, summary.id, request);
    told.length = 0;
    const what = `message ${request} of seed ${seed}: ${JSON.stringify(message)}`;
    try {
      received.fire(message);
      if (message.kind === 'ask' && !(await isAnswered(told, request))) findings.push(`${what} has no answer`);
      const raw = told.find(({ message: said = '' }) => RAW_ERROR.test(said));
      if (raw) findings.push(`${what} fails: ${raw.message}`);
      if (message.kind !== 'ask') await new Promise(setImmediate);
    } catch (error) {
      findings.push(`${what}: ${(error as Error).stack}`);
    }
  }
  return findings;
}

const LOOKS = 2000;

/** Waits for an answer or a failure. */
async function isAnswered(told: readonly Told[], request: number): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if (told.some((each) => each.request === request && (each.kind === 'answer' || each.kind === 'failed'))) return true;
    await new Promise((resolve) => (look < 100 ? setImmediate(resolve) : setTimeout(resolve, 1)));
  }
  return false;
}
