import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test, type TestContext } from 'node:test';
import { fakeProgram, writeFakeGo } from '../../../shared/fakeGo';
import { FakeMemento } from '../../../shared/fakeStorage';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { GitRepository } from '../../../shared/gitRepository';
import { measuringParts, useTempFolder } from '../../../shared/measuringScene';
import { eventually } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'], 'linecost.measureAgain.runs': 4 });
withVscode(vscode.module);

/** The texts of the progress notification, the offered revisions, and the prompts of the input box. */
const shown = { progress: [] as string[], offered: [] as string[], prompts: [] as string[] };
/** The progress text at which the user cancels, the texts that the user types, and the row that the user picks. */
const user = { cancelAt: undefined as RegExp | undefined, typed: [] as string[], pick: /HEAD/ };
interface Row { readonly label: string; readonly description?: string; readonly detail?: string }
Object.assign((vscode.module as { window: object }).window, {
  withProgress: (_options: object, task: (progress: object, token: object) => unknown) => {
    let cancel = (): void => undefined;
    const report = ({ message }: { message: string }): void => {
      shown.progress.push(message);
      if (user.cancelAt?.test(message)) cancel();
    };
    const onCancellationRequested = (listener: () => void) => {
      cancel = listener;
      return { dispose: () => undefined };
    };
    return task({ report }, { isCancellationRequested: false, onCancellationRequested });
  },
  showQuickPick: async (rows: readonly Row[]) => {
    shown.offered = rows.map(({ label, detail }) => `${label}: ${detail}`);
    return rows.find(({ label }) => user.pick.test(label));
  },
  showInputBox: async ({ prompt }: { prompt: string }) => {
    shown.prompts.push(prompt);
    return user.typed.shift();
  },
});

beforeEach(() => {
  vscode.user = {};
  vscode.messages.length = vscode.executed.length = 0;
  Object.assign(shown, { progress: [], offered: [], prompts: [] });
  Object.assign(user, { cancelAt: undefined, typed: [], pick: /HEAD/ });
  vscode.setTrusted(true);
});

const SOURCE = 'package a\n\nfunc BenchmarkA(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n';
const PACKAGE = join('sub', 'a');

/** A repository with a package whose benchmark takes 10 µs in the commit, and 5 µs in the working tree. */
async function scene(context: TestContext) {
  const repository = new GitRepository(context);
  const { root, top, temp } = repository;
  vscode.configure('linecost.go.path', writeFakeGo(join(root, 'bin')));
  vscode.configure('linecost.go.env', { ...repository.env, TMPDIR: temp, GOTMPDIR: temp });
  useTempFolder(context, temp);
  vscode.setFolders(top);
  const writeProgram = (program: Parameters<typeof fakeProgram>[0]) => repository.write(`${PACKAGE}/program.sh`, fakeProgram(program));
  repository.write(`${PACKAGE}/a_test.go`, SOURCE);
  writeProgram({ nanoseconds: 10_000, bytes: 53 });
  const first = repository.commit('Make it **work**');
  writeProgram({ nanoseconds: 5000, bytes: 5 });

  const { measureRevision } = await import('../../../../src/features/measure/measureRevision');
  const storage = join(root, 'storage');
  const { parts, engine, programs } = await measuringParts(context, storage);
  const file = join(top, PACKAGE, 'a_test.go');
  const target = { uri: FakeUri.file(file) as never, kind: 'benchmark', name: 'BenchmarkA' } as const;
  let stateBefore: unknown;
  return {
    ...parts,
    repository,
    writeProgram,
    engine,
    programs,
    file,
    short: first.slice(0, 7),
    commit: first,
    measure: (name: string = target.name) => {
      stateBefore = repository.state();
      return measureRevision({ ...target, name }, parts);
    },
    /** Checks that the repository is as it was before `measure`, and that no file or program is left behind. */
    async checkUntouched(programIds: readonly string[] = []) {
      // Programs are stored and removed in the background.
      await eventually(() => {
        const stored = existsSync(join(storage, 'programs')) ? readdirSync(join(storage, 'programs')) : [];
        assert.deepEqual(stored.sort(), [...programIds].sort());
      });
      assert.deepEqual(repository.state(), stateBefore);
      assert.deepEqual(readdirSync(temp), []);
      assert.equal(existsSync(join(top, '.git', 'worktrees')), false);
      assert.deepEqual(existsSync(parts.worktreeNotes) ? readdirSync(parts.worktreeNotes) : [], []);
    },
  };
}

const messageTexts = () => vscode.messages.map(({ text }) => text);

test('the committed code and the current code run in turns, and both are captured', async (context) => {
  const { measure, captures, short, commit, session, engine, results, file, checkUntouched } = await scene(context);
  await measure();
  assert.match(shown.offered[0] ?? '', /HEAD: Make it \*\*work\*\*$/);
  const verdict = /: \d\d\.\d\u202f% faster \(p = 0\.0\d\d, n = 4\+4\), 53 → 5\u202fB\/op\./;
  assert.match(messageTexts()[0]!, verdict);
  assert.ok(messageTexts()[0]!.startsWith(`BenchmarkA against ${short}: `));
  const [now, old, ...others] = await captures.records();
  assert.equal(others.length, 0);
  assert.deepEqual([old!.title, old!.revision], [`BenchmarkA @ ${short}`, { commit, name: short }]);
  const { changes, ...git } = old!.conditions!.git!;
  assert.deepEqual([old!.target, git], [{ file, name: 'BenchmarkA' }, { commit, subject: 'Make it **work**', isDirty: false }]);
  assert.equal(changes?.files ?? 0, 0);
  assert.deepEqual([old!.results.length, old!.profiles.length, now!.results.length], [4, 1, 4]);
  assert.ok(old!.results.every(({ values }) => values[0]!.value >= 10_000));
  assert.deepEqual(now!.turns!.base, { id: old!.id, capturedAt: old!.capturedAt, revision: short });
  assert.equal(now!.revision, undefined);
  assert.equal(session.active!.capture.id, now!.id);
  assert.equal(session.active!.baseline?.capture.id, old!.id);
  assert.equal(engine.loaded.size, 2, 'the earlier capture is in memory once, for the comparison');
  const lensResults = results.of(file, 'BenchmarkA');
  assert.ok(lensResults.length === 4 && lensResults.every(({ values }) => values[0]!.value < 6000), 'the lens shows the current code');
  await checkUntouched([now!.id, old!.id]);
});

test('the results of a revision are not restored as results of the current code', async (context) => {
  const { measure, captures, file } = await scene(context);
  await measure();
  const { LatestResults } = await import('../../../../src/captures/loaded/latestResults');
  const book = new LatestResults(new FakeMemento());
  const [, old] = await captures.records();
  book.restore([old!]);
  assert.deepEqual(book.of(file, 'BenchmarkA'), []);
});

test('an unknown revision can be corrected until git knows it', async (context) => {
  const { measure, repository, captures, checkUntouched } = await scene(context);
  repository.git('branch', 'old');
  user.pick = /Another revision/;
  user.typed = ['nothing', '--upload-pack=x', ' '];
  await measure();
  assert.deepEqual(shown.prompts.slice(1), [
    'git does not know the commit "nothing"',
    'git does not know the commit "--upload-pack=x"',
    'Type a branch, tag or commit',
  ]);
  assert.deepEqual(messageTexts(), []);
  user.typed = ['old'];
  await measure();
  assert.match(messageTexts()[0]!, /^BenchmarkA against [0-9a-f]{7}: /);
  await checkUntouched((await captures.records()).map(({ id }) => id));
});

test('the message names a revision that does not build and offers another one, and nothing is left behind', async (context) => {
  const { measure, repository, captures, checkUntouched, short } = await scene(context);
  // This go command cannot build.
  vscode.configure('linecost.go.path', join(repository.root, 'failing'));
  writeFileSync(join(repository.root, 'failing'), FAILING_GO.replaceAll('REAL', join(repository.root, 'bin', 'go')), { mode: 0o755 });
  vscode.user.button = 'Choose Another Revision';
  // The user picks HEAD, the first row, and closes the list when it is shown again.
  let rowsSeen = 0;
  const pick = user.pick;
  user.pick = { test: (label: string) => rowsSeen++ < 1 && pick.test(label) } as RegExp;
  await measure();
  assert.deepEqual(messageTexts(), [`At ${short}, BenchmarkA does not compile: undefined: x (sub/a/a.go:3).`]);
  assert.deepEqual(vscode.messages[0]!.buttons, ['Choose Another Revision', 'Show Output']);
  assert.ok(rowsSeen > 1, 'revisions are offered again');
  assert.ok(!shown.progress.some((text) => /^building$|run/.test(text)), 'nothing else was built or run');
  assert.deepEqual(await captures.records(), []);
  await checkUntouched();
});

test('the message names a revision that does not have the package', async (context) => {
  const { measure, repository, checkUntouched } = await scene(context);
  user.pick = /Another revision/;
  repository.git('stash', '-q');
  repository.git('checkout', '-q', '--orphan', 'empty');
  repository.git('rm', '-rfq', '.');
  repository.commit('Nothing');
  repository.git('checkout', '-q', 'main');
  repository.git('stash', 'pop', '-q');
  user.typed = ['empty'];
  await measure();
  assert.match(messageTexts()[0]!, /^[0-9a-f]{7} has no folder sub\/a\.$/);
  await checkUntouched();
});

test('a revision without the benchmark is reported before anything runs', async (context) => {
  const { measure, repository, checkUntouched, short } = await scene(context);
  repository.write(`${PACKAGE}/a_test.go`, SOURCE.replaceAll('BenchmarkA', 'BenchmarkNew'));
  await measure('BenchmarkNew');
  assert.deepEqual(messageTexts(), [`${short} has no BenchmarkNew in sub/a.`]);
  assert.ok(!shown.progress.some((text) => /^building$|run/.test(text)));
  await checkUntouched();
});

test('both programs are built before either is measured', async (context) => {
  const { measure, short } = await scene(context);
  await measure();
  const stages = shown.progress.map((text) => text.replace(/ · .*| \d+ s$/, '')).filter((text, i, all) => text !== all[i - 1]);
  assert.deepEqual(stages.slice(0, 6), [
    `checking out ${short}`, `building ${short}`, 'building', `timing run of ${short}`, 'timing run', 'CPU run 1 of 2, old and new',
  ]);
});

test('the message with the verdict names files that the revision lacks', async (context) => {
  const { measure, repository, short } = await scene(context);
  repository.write('.git/info/exclude', 'go.work\n');
  repository.write('go.work', 'go 1.26\n');
  await measure();
  const sentence = `${short} was built without go.work, which git does not track.`;
  assert.ok(messageTexts()[0]!.endsWith(sentence), messageTexts()[0]);
});

test('if the current code fails, the revision is not captured either', async (context) => {
  const { measure, writeProgram, captures, checkUntouched } = await scene(context);
  writeProgram({ failing: 1 });
  await assert.rejects(measure(), /^CaptureError: BenchmarkA fails: no luck/, 'in its first run');
  assert.deepEqual(await captures.records(), []);
  await checkUntouched();
});

for (const [stage, cancelAt, captureCount] of [
  ['while the revision is checked out', /^checking out/, 0],
  ['while the revision is built', /^building [0-9a-f]{7}/, 0],
  ['while the revision is timed', /^timing run of/, 0],
  ['while both are profiled', /^CPU run 2 of 2/, 0],
  ['while the current code is built', /^building$/, 0],
  ['before the first complete pair', /^turn 1 of/, 1],
  ['after two pairs', /^turn 3 of/, 2],
] as const) {
  test(`cancelling ${stage} leaves the repository as it was`, async (context) => {
    const { measure, captures, checkUntouched } = await scene(context);
    user.cancelAt = cancelAt;
    if (captureCount === 0) await assert.rejects(measure(), { name: 'AbortError' });
    else await measure();
    const stored = await captures.records();
    assert.equal(stored.length, captureCount);
    await checkUntouched(stored.map(({ id }) => id));
  });
}

test('nothing runs in an untrusted workspace', async (context) => {
  const { measure } = await scene(context);
  vscode.setTrusted(false);
  await assert.rejects(measure(), /^PreconditionError: Trust this workspace first/);
  assert.deepEqual(shown.offered, []);
});

/** A go command that fails to build, and otherwise runs the fake go command. */
const FAILING_GO = `#!/bin/sh
if [ "$1 $2" = 'test -c' ]; then printf '# example.com/a\\n./a.go:3:2: undefined: x\\n' >&2; exit 1; fi
exec 'REAL' "$@"
`;
