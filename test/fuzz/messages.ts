import { NodeStore } from '../../src/engine/node/nodeStore';
import { VALID, encodeWire } from '../shared/wire';
import { FakePanel } from '../shared/fakePanel';
import { FakeUri, fakeVscode } from '../shared/fakeVscode';
import { asked, ordered } from '../shared/pageMessages';
import { withVscode } from '../shared/withVscode';
import { randomFrom } from './mutate';

type Random = (below: number) => number;

/** A message as a page sends it, with any content that passes validation. */
type Message = object & { readonly kind?: string };

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
  const pick = <T>(values: readonly T[]): T => values[random(values.length)]!;
  const text = (): string => pick(TEXTS);
  const flag = (): boolean | undefined => pick([true, false, undefined]);
  const countUpTo = (max: number): number => pick(COUNTS.filter((count) => count <= max));
  const folds = { callers: flag(), collapseRecursion: flag(), hideTestingFrames: flag() };
  const tree = { from: pick([undefined, text()]), ...folds };
  const range = { from: pick(COUNTS), limit: countUpTo(10_000) };
  const order = { sort: pick(['flat', 'sum', 'cum', 'name']), direction: pick(['firm', 'size', 'descending', 'ascending']) };
  const table = { ...order, ...range, search: text(), find: text() };
  const size = { width: pick([1, 0.001, 1400, 1e300]), minWidth: pick([1e-9, 2, 1e300]), maxFrames: countUpTo(2000) };
  const place = { root: pick(COUNTS), restFrom: pick(COUNTS) };
  const granularity = pick([undefined, 'functions', 'filefunctions', 'files', 'lines', 'addresses']);
  const flags = { noinlines: flag() ?? false, mean: flag() ?? false, drop_negative: flag() ?? false };
  const others = { ...flags, divide_by: pick([0, 1, -1, 1e300]) };
  const pattern = { [pick(FIELDS)]: text() };
  const refinement = { ...pattern, ...(granularity && { granularity }), ...(random(3) === 0 ? others : {}) };
  const path = Array.from({ length: 1 + random(5) }, () => pick(COUNTS));
  const calls = { direction: pick(['callers', 'callees']), path, ...range };
  const params = {
    flame: { ...tree, ...size, ...place, search: text(), foldWrappers: flag(), awaitSamples: flag() },
    callGraph: { nodeCount: pick(COUNTS), callTree: flag() ?? true, trim: flag() ?? true },
    refine: refinement,
    labels: { search: text(), limit: countUpTo(5000), key: pick([undefined, text()]) },
    table,
    pathCalls: calls,
    fewCallSamples: { views: Array.from({ length: random(3) }, () => calls) },
    fewNodeSamples: { nodes: Array.from({ length: random(3) }, () => pick(COUNTS)) },
    peek: { name: text(), limit: countUpTo(100_000) },
    fewSamples: table,
    suggest: table,
    knows: { name: text() },
  };
  const question = pick(Object.keys(params) as (keyof typeof params)[]);
  const ask = { question, params: params[question] };
  return { tree, table, refinement, ...ask, text: text(), flag: flag() ?? true, count: pick(COUNTS) };
}

function messageOf(random: Random, profile: number, request: number): Message {
  const { tree, table, refinement, question, params, text, flag, count } = valuesOf(random);
  const others: readonly Message[] = [
    { kind: 'ready' },
    ordered('setSampleType', { profile, sampleType: count }),
    ordered('keepStart', { of: text, start: flag ? 'measured' : 'everything' }),
    ordered('setNormalize', { normalize: flag }),
    ordered('openSource', { frame: count, ...(tree as object) }, profile),
    ordered('openFunction', { function: text, file: text, line: count }, profile),
    ordered('copy', { text }),
    ordered('copyTable', { view: table }, profile),
    ordered('saveRefinements', { saved: [{ name: text, refinement }] }),
    ordered('noticeAction'),
  ];
  return random(4) > 0 ? asked(question as string, params, profile, request) : others[random(others.length)]!;
}

interface HostMessage {
  readonly kind: string;
  readonly request?: number;
  readonly error?: { readonly message: string };
}

/** Texts of JavaScript's own errors, which users must not see. */
const RAW_ERROR = /undefined|is not a function|Cannot read|not iterable|Invalid array|RangeError|Maximum call/;

/**
 * Sends random messages to the host of a page that shows a real profile. Returns a description of each question without
 * an answer, of each JavaScript error in an answer, and of each error thrown.
 */
export async function fuzzMessages(seed: number, count: number): Promise<readonly string[]> {
  withVscode(fakeVscode('/w', {}).module);
  const { ProfilePage } = await import('../../src/pages/profile/profilePage');
  const store = new NodeStore();
  const { signal } = new AbortController();
  const summary = await store.answer('load', { source: { kind: 'bytes', bytes: encodeWire(VALID) } }, signal);
  const profile = { summary, label: 'cpu' };
  const capture = { id: 'x', title: 'main', capturedAt: 0, profiles: [profile], results: [], sources: new Map() };
  const active = { capture, profile, sampleType: 0, queryId: summary.id, refinement: {} };
  const ask = async (query: never, params: never) => store.answer(query, params, signal);
  const engine = { ask };
  const noop = async () => undefined;
  let derived = 1e6;
  const refining = {
    onDidChange: () => ({ dispose: () => undefined }),
    saved: [],
    history: {},
    save: noop,
    apply: async (refinement: object) => {
      const of = { base: undefined, profile: summary.id, refinement };
      await store.answer('derive', { profile: ++derived, of } as never, signal);
      await store.answer('summary', { profile: derived }, signal);
    },
    labels: async ({ queryId, sampleType }: typeof active, view: object) =>
      store.answer('labels', { ...view, profile: queryId, sampleType } as never, signal),
  };
  const messages: HostMessage[] = [];
  const panel = new FakePanel<HostMessage>((message) => void messages.push(message));
  const { onDidChange } = refining;
  const subject = { active, notice: undefined, choose: () => undefined, onDidChange };
  const showFailure = ({ message }: Error) => messages.push({ kind: 'reply', error: { message } });
  const services = { starts: { all: {}, keep: () => undefined }, normalize: noop, saveSvg: noop, showFailure };
  const layouts = { latestOnly: () => ({ layOut: noop }) };
  const sources = { open: noop, openTarget: noop };
  const uri = FakeUri.file('/w/dist');
  const parts = { panel, subject, engine, layouts, refining, sources, distribution: uri, services };
  new ProfilePage(parts as never);
  const findings: string[] = [];
  const random = randomFrom(Math.imul(seed + 1, 0x5bd1e995));
  for (let request = 1; request <= count; request++) {
    const message = messageOf(random, summary.id, request);
    messages.length = 0;
    const description = `message ${request} of seed ${seed}: ${JSON.stringify(message)}`;
    try {
      panel.receive(message);
      if (message.kind === 'ask' && !(await isAnswered(messages, request))) findings.push(`${description} has no answer`);
      const raw = messages.find(({ error }) => RAW_ERROR.test(error?.message ?? ''));
      if (raw) findings.push(`${description} fails: ${raw.error?.message}`);
      if (message.kind !== 'ask') await new Promise(setImmediate);
    } catch (error) {
      findings.push(`${description}: ${(error as Error).stack}`);
    }
  }
  return findings;
}

const MAX_TRIES = 2000;

/** Waits for an answer or a failure, and returns whether one arrived. */
async function isAnswered(messages: readonly HostMessage[], request: number): Promise<boolean> {
  const isReply = ({ kind }: HostMessage): boolean => kind === 'reply';
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (messages.some((message) => message.request === request && isReply(message))) return true;
    await new Promise((resolve) => (tries < 100 ? setImmediate(resolve) : setTimeout(resolve, 1)));
  }
  return false;
}
