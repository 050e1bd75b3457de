import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import '../../../shared/someVscode';
import { type Doubt, mismatchMessages } from '../../../../src/editor/columns/mismatchMessage';
import { SourceMismatch } from '../../../../src/editor/columns/sourceMismatch';
import type { Capture, LoadedProfile } from '../../../../src/captures/loadedCapture';
import { nextTurn } from '../../../../src/profile/common/tasks';

const LINES = ['package a', '', 'func F() {', '}'];
const MATCHED = { file: 'a.go', lines: [4], functions: [{ name: 'm/a.F', startLine: 3, firstLine: 4, lastLine: 4 }] };
const MISMATCHED = { file: 'a.go', lines: [2], functions: [{ name: 'm/a.F', startLine: 1, firstLine: 2, lastLine: 2 }] };

function captureOf(title: string, overrides: Partial<Capture> = {}): Capture {
  const profile = { label: 'heap', summary: { id: 1 } } as LoadedProfile;
  return { title, profiles: [profile], sources: new Map(), results: [], ...overrides } as unknown as Capture;
}

/** A SourceMismatch with fake timers. Its messages are in `messages` after a call of `showMessages`. */
function mismatchScene(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const messages: string[] = [];
  const mismatch = new SourceMismatch((message) => messages.push(message), (path) => path.startsWith('/w/'));
  const show = async (capture: Capture, path: string, functions: typeof MISMATCHED) => {
    await mismatch.check(capture.profiles[0]!, path, functions, { lines: LINES, calls: async () => [] });
    mismatch.tell(capture, path, LINES);
  };
  const showMessages = async () => {
    context.mock.timers.tick(1000);
    await nextTurn();
  };
  return { messages, mismatch, show, showMessages };
}

test('files whose functions start on other lines cause one message per capture', async (context) => {
  const { messages, mismatch, show, showMessages } = mismatchScene(context);
  const capture = captureOf('localhost:6060 heap');
  for (const path of ['/w/a.go', '/w/b.go', '/w/a.go']) await show(capture, path, MISMATCHED);
  await show(capture, '/w/c.go', MATCHED);
  await showMessages();
  await show(capture, '/w/a.go', MISMATCHED);
  await showMessages();
  assert.deepEqual(messages, [
    'a.go and b.go are not the versions that localhost:6060 was built from, so costs may be on the wrong line: ' +
      'check out those versions, or profile again.',
  ]);
  assert.equal(mismatch.doubtOf(capture, '/w/a.go', LINES), 'otherText');
  assert.equal(mismatch.doubtOf(capture, '/w/c.go', LINES), undefined);
  assert.equal(mismatch.doubtOf(capture, '/w/a.go', [...LINES]), undefined, 'other text of the file is not checked yet');
});

test('a capture whose source changed during the build causes one message', async (context) => {
  const { messages, mismatch, show, showMessages } = mismatchScene(context);
  const capture = captureOf('BenchmarkA', { linesMayBeOff: true, target: { file: '/w/a_test.go', name: 'BenchmarkA' } });
  for (const path of ['/go/sort.go', '/w/a.go', '/w/b.go']) await show(capture, path, MATCHED);
  await showMessages();
  assert.deepEqual(messages, ['The source changed while BenchmarkA was built, so costs may be on the wrong line: profile it again.']);
  assert.equal(mismatch.doubtOf(capture, '/w/a.go', LINES), 'changedWhileBuilt');
  assert.equal(mismatch.doubtOf(capture, '/go/sort.go', LINES), undefined);
});

const message = (capture: Capture, paths: readonly string[], doubt: Doubt = 'otherText') =>
  mismatchMessages(capture, paths.map((path) => ({ path, doubt }))).join();

test('each doubt has its own message', () => {
  const doubtful = [['/w/a.go', 'otherText'], ['/go/src/sort/sort.go', 'otherGo'], ['/w/a.y', 'generated']] as const;
  const messages = mismatchMessages(captureOf('cpu.pprof'), doubtful.map(([path, doubt]) => ({ path, doubt })));
  assert.match(messages[0]!, /^a\.go is not the version that the program of cpu\.pprof was built from, /);
  assert.match(messages[1]!, /^sort\.go is of this machine's Go, and the profile is of another one, .* set linecost\.go\.path /);
  assert.match(messages[2]!, /several with \/\/line, such as a\.y, so costs may be on the wrong line\.$/);
});

test('the message names the program that was built from a different version, and up to three files', () => {
  const wrong = 'was built from, so costs may be on the wrong line';
  const end = `${wrong}: check out that version, or profile again.`;
  assert.equal(message(captureOf('localhost:6060 heap'), ['/w/main.go']), `main.go is not the version that localhost:6060 ${end}`);
  assert.equal(message(captureOf('cpu.pprof'), ['C:\\w\\main.go']), `main.go is not the version that the program of cpu.pprof ${end}`);
  const paths = ['a', 'b', 'c', 'd', 'e'].map((name) => `/w/${name}.go`);
  const sentence = 'a.go, b.go, c.go and 2 more are not the versions that localhost:6060 ' +
    `${wrong}: check out those versions, or profile again.`;
  assert.equal(message(captureOf('localhost:6060 heap'), paths), sentence);
});
