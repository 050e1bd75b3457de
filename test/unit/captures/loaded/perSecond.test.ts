import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Baseline } from '../../../../src/captures/comparison';
import type { Capture } from '../../../../src/captures/loadedCapture';
import type { AskedRange, MeasuredFleet } from '../../../../src/fleet/measuredFleet';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

beforeEach(() => vscode.configure('linecost.figures', undefined));

const HOUR: AskedRange = { kind: 'last', ms: 3_600_000 };

function captureOf(id: number, fleet: Partial<MeasuredFleet> = {}, range = HOUR, requests?: number): Capture {
  const type = { id: 'process_cpu', name: 'process_cpu', sampleType: 'cpu', unit: 'nanoseconds', isDelta: true };
  const asked = { type, filters: [], range };
  const query = { type: type.id, filters: [], range: { from: 0, to: 3_600_000 } };
  const requestsOf = (count: number) => ({ requests: { count, perSecond: count / 3600, seconds: 3600 } });
  const ofRequests = requests === undefined ? {} : requestsOf(requests);
  const profile = { summary: summaryOf(id, 'cpu/nanoseconds'), label: 'cpu', ...ofRequests };
  return {
    id: `${id}`, title: 'checkout', subject: 'store:p', capturedAt: 0, results: [], sources: new Map(),
    profiles: [profile],
    fleet: { source: 'p', name: 'production', kind: 'pyroscope', asked, query, ...fleet },
  };
}

async function scene() {
  const { FigureForms } = await import('../../../../src/captures/loaded/figureForms');
  const { whyNotPerSecond } = await import('../../../../src/captures/loaded/whyNotPerSecond');
  const { Session, formOf, shownUnit } = await import('../../../../src/captures/session');
  const engine = new FakeEngine();
  const session = new Session(engine);
  const forms = new FigureForms(session);
  const shown = () => session.active && [formOf(session.active), shownUnit(session.active)];
  const why = () => session.active && whyNotPerSecond(session.active)?.text;
  const derived = () => [...engine.derived.values()].at(-1)!;
  return { session, forms, shown, why, derived };
}

test('an answer whose time is known has costs per second, after percent', async () => {
  const { session, forms, shown, derived } = await scene();
  session.activate(captureOf(1, { seconds: 3600 }));
  const steps: unknown[] = [];
  for (let press = 0; press < 3; press++) {
    await forms.next();
    steps.push(shown());
  }
  assert.deepEqual(steps, [['percent', 'nanoseconds'], ['perSecond', 'nanoseconds/s'], ['total', 'nanoseconds']]);
  session.showFiguresAs('perSecond');
  const { operations, per } = derived();
  assert.deepEqual([operations, per], [3600, '/s']);
});

test('requests that are as many as the seconds are another form all the same', async () => {
  const { session, shown, derived } = await scene();
  session.activate(captureOf(1, { seconds: 3600 }, HOUR, 3600));
  session.showFiguresAs('perSecond');
  session.showFiguresAs('perOperation');
  assert.deepEqual([shown(), derived().per], [['perOperation', 'nanoseconds/req'], '/req']);
  session.showFiguresAs('perSecond');
  assert.deepEqual([shown(), derived().per], [['perSecond', 'nanoseconds/s'], '/s']);
});

test('an answer whose time is not known shows totals, and says why for each kind of question', async () => {
  const { session, shown, why } = await scene();
  session.showFiguresAs('perSecond');
  session.activate(captureOf(1, { kind: 'parca' }));
  assert.deepEqual([shown(), why()], [['total', 'nanoseconds'], 'production does not say how much of the time these figures are of.']);
  session.activate(captureOf(2, {}, { kind: 'deploy', label: 'version' }));
  assert.equal(why(), 'How long this version ran in that time is not known: ask two times instead.');
  session.activate(captureOf(5, { isOfVersion: true }));
  assert.equal(why(), 'How long this version ran in that time is not known: ask for a time without a filter by version instead.');
  session.activate(captureOf(3));
  assert.equal(why(), 'production may have left out a part of 1 h: ask for a shorter time.');
  session.activate({ ...captureOf(4), fleet: undefined });
  assert.deepEqual([shown()![0], why()], ['total', 'Only what a profile store answers has costs per second.']);
});

test('two ranges are compared by shares, then totals, then per second if both know their time', async () => {
  const { session, forms, shown, derived } = await scene();
  const baseline: Baseline = {
    capture: captureOf(1, { seconds: 7200 }), movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false,
  };
  session.compareWith(baseline);
  session.activate(captureOf(2, { seconds: 3600 }));
  const steps = [shown()];
  for (let press = 0; press < 3; press++) {
    await forms.next();
    steps.push(shown());
    if (press !== 1) continue;
    const { operations, per, base } = derived();
    assert.deepEqual([operations, per, base?.operations, base?.per], [3600, '/s', 7200, '/s']);
  }
  assert.deepEqual(steps, [['percent', '%'], ['total', 'nanoseconds'], ['perSecond', 'nanoseconds/s'], ['percent', '%']]);
  session.compareWith({ ...baseline, perSecond: true });
  session.activate(captureOf(3));
  assert.deepEqual(shown(), ['percent', '%'], 'shares, if one side does not know its time');
});

test('Per second in a comparison is shown although percentages were chosen before, and the next step leaves it', async () => {
  const { session, forms, shown } = await scene();
  session.showFiguresAs('percent');
  session.compareWith({
    capture: captureOf(1, { seconds: 7200 }), movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false, perSecond: true,
  });
  session.activate(captureOf(2, { seconds: 3600 }));
  assert.deepEqual(shown(), ['perSecond', 'nanoseconds/s']);
  await forms.next();
  assert.deepEqual(shown(), ['percent', '%']);
});
