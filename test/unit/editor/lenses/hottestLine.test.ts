import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Active, Session } from '../../../../src/captures/session';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { FakeEmitter, fakeVscode } from '../../../shared/fakeVscode';
import { plainSpaces } from '../../../shared/plainSpaces';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

const FILE = '/w/vm.go';

function activeOf(id: string, more: object = {}): Active {
  const profile = { summary: summaryOf(1, 'samples/count,cpu/nanoseconds'), label: 'cpu', files: [FILE, '/go/src/runtime/mem.go'] };
  const target = { file: '/w/vm_test.go', name: 'BenchmarkRun' };
  const capture = { id, title: 'BenchmarkRun', target, results: [], profiles: [profile], sources: new Map([[FILE, 'package w']]) };
  return { capture, profile, sampleType: 1, queryId: 1, refinement: {}, ...more } as unknown as Active;
}

/** Follows a session; `samples` are behind the hottest line. */
async function scene(context: TestContext, { samples = 40 } = {}) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { HottestLines } = await import('../../../../src/editor/lenses/hottestLine');
  const engine = new FakeEngine();
  const asked: (readonly string[] | undefined)[] = [];
  engine.answers.hotLines = ({ files }) => {
    asked.push(files);
    return { total: 1000, lines: [{ file: FILE, line: 668, function: 'w.push', charged: 429, flat: 9, cum: 500 }], samplesInFiles: 9, samplesElsewhere: 0 };
  };
  engine.answers.hottestCertainty = () => ({ samples: 99, share: 0.4, hottest: samples, within: 0.2 });
  const changed = new FakeEmitter<void>();
  const session = { active: undefined as Active | undefined, onDidChange: changed.event };
  let known = 0;
  const hottest = new HottestLines(engine.asEngine(), session as unknown as Session, () => known++);
  context.after(() => hottest.dispose());
  const switchTo = (active: Active | undefined) => {
    session.active = active;
    changed.fire();
  };
  const show = async (active: Active | undefined) => {
    switchTo(active);
    context.mock.timers.tick(1000);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  };
  return { hottest, asked, show, switchTo, known: () => known };
}

test('the lens names the line of the user\'s code that causes the highest cost, and opens it', async (context) => {
  const { hottest, asked, show, known } = await scene(context);
  assert.equal(hottest.line, undefined);
  await show(activeOf('a'));
  assert.deepEqual([asked, known()], [[[FILE]], 1], 'only the user\'s files count');
  const { hottestLens } = await import('../../../../src/editor/lenses/hottestLine');
  const { command } = hottestLens(3, hottest.line!);
  assert.equal(plainSpaces(command!.title), 'hottest: vm.go:668 43 %');
  assert.deepEqual([command!.command, command!.arguments], ['linecost.openFrame', [FILE, 668]]);
  assert.match(plainSpaces(command!.tooltip!), /the line of your code that causes more cpu than any other: 43 %, in w\.push\. 99 samples: differences below 20 % of the total may be chance$/);
});

test('a hottest line whose share is below what chance explains is one among others', async (context) => {
  const { hottest, show } = await scene(context, { samples: 5 });
  await show(activeOf('a'));
  const { hottestLens } = await import('../../../../src/editor/lenses/hottestLine');
  const { title, tooltip } = hottestLens(3, hottest.line!).command!;
  assert.equal(plainSpaces(title), 'among the hottest: vm.go:668 40 %', 'one digit, as 5 samples carry and Hot Lines says');
  assert.match(plainSpaces(tooltip!), /^Open one of the lines of your code that cause most cpu: 40 %, in w\.push\. 99 samples: /);
});

test('while rounds are added, the line of the round before stays, and an equal one draws no lens again', async (context) => {
  const { hottest, show, known } = await scene(context);
  await show(activeOf('a'));
  const first = hottest.line;
  await show(activeOf('a'));
  assert.deepEqual([hottest.line, known()], [first, 1]);
  await show(activeOf('a', { sampleType: 0 }));
  assert.equal(hottest.line?.type, 'samples');
  await show(undefined);
  assert.equal(hottest.line, undefined);
});

test('until the line of a profile is known, its lens has no command, and one of another profile goes at once', async (context) => {
  const { hottest, show, switchTo, known } = await scene(context);
  const commands = () => hottest.lenses(3).map(({ command }) => command!.command);
  assert.deepEqual(commands(), []);
  switchTo(activeOf('a'));
  assert.deepEqual(commands(), ['']);
  await show(activeOf('a'));
  assert.deepEqual([commands(), known()], [['linecost.openFrame'], 1]);
  switchTo(activeOf('a', { sampleType: 0 }));
  assert.deepEqual([commands(), known()], [[''], 2]);
  switchTo(activeOf('b', { baseline: { capture: activeOf('a').capture } }));
  assert.deepEqual(commands(), []);
});

test('if the hottest line rests on few samples, its lens goes', async (context) => {
  const { hottest, show, switchTo, known } = await scene(context, { samples: 4 });
  switchTo(activeOf('a'));
  assert.equal(hottest.lenses(3).length, 1);
  await show(activeOf('a'));
  assert.deepEqual([hottest.lenses(3), known()], [[], 1]);
});

test('neither a comparison nor a line of few samples has a hottest line', async (context) => {
  const { hottest, asked, show } = await scene(context, { samples: 4 });
  await show(activeOf('a'));
  assert.deepEqual([hottest.line, asked.length], [undefined, 1]);
  await show(activeOf('b', { baseline: { capture: activeOf('a').capture } }));
  assert.deepEqual([hottest.line, asked.length], [undefined, 1]);
});

test('the line of another refinement or chosen time is not shown, but that of the round before is', async (context) => {
  const { hottest, show, switchTo } = await scene(context);
  const active = activeOf('a');
  const chosen = (from: number) => ({ profile: { ...active.profile, label: 'cpu, 1 to 2 s', time: { from, to: 2 } } });
  const lineOf = (next: Active) => {
    switchTo(next);
    return hottest.line?.line;
  };
  await show(active);
  assert.equal(lineOf(activeOf('a', { refinement: { focus: 'json' } })), undefined);
  await show(activeOf('a', chosen(1)));
  assert.equal(lineOf(activeOf('a', chosen(1))), 668);
  assert.equal(lineOf(activeOf('a', chosen(1.001))), undefined);
});

test('where no code is known to be the user\'s, the tooltip does not call the line that', async (context) => {
  const { hottest, asked, show } = await scene(context);
  const { capture } = activeOf('a');
  await show(activeOf('a', { capture: { ...capture, sources: new Map() } }));
  assert.deepEqual(asked, [undefined]);
  const { hottestLens } = await import('../../../../src/editor/lenses/hottestLine');
  assert.match(hottestLens(3, hottest.line!).command!.tooltip!, /^Open the line that causes more cpu than any other: /);
});
