import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { withVscode } from '../../shared/withVscode';

const questions: string[] = [];
let answer: string | undefined = 'Open';
const textDocuments: object[] = [];

withVscode({
  window: {
    showWarningMessage: async (_question: string, { modal, detail }: { modal: boolean; detail: string }) => {
      assert.equal(modal, true);
      questions.push(detail);
      return answer;
    },
  },
  workspace: { textDocuments },
});

let folder = '';
const inFolder = (...parts: string[]) => join(folder, ...parts);

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'linecost-outside-')));
  for (const file of ['ws/main.go', 'ws/deep/x.go', 'ws-other/y.go', 'go/src/fmt/print.go', 'etc/passwd', 'etc/ssh/key', 'etc/hosts']) {
    await mkdir(dirname(inFolder(file)), { recursive: true });
    await writeFile(inFolder(file), 'x');
  }
  await symlink(inFolder('etc/passwd'), inFolder('ws/linked.go'));
  await symlink(inFolder('etc'), inFolder('ws/linkedFolder'));
  await symlink(inFolder('ws'), inFolder('wsByLink'));
});

after(() => rm(folder, { recursive: true, force: true }));

beforeEach(() => {
  questions.length = 0;
  textDocuments.length = 0;
  answer = 'Open';
});

async function outsideFiles() {
  const { OutsideFiles } = await import('../../../src/documents/outsideFiles');
  const files = new OutsideFiles();
  const knownFolders = [inFolder('ws'), inFolder('go')];
  return { mayOpen: (path: string) => files.mayOpen(path, knownFolders), allow: (path: string) => files.allow(path) };
}

test('files in the workspace and in GOROOT are opened without asking', async () => {
  const { mayOpen } = await outsideFiles();
  for (const file of ['ws/main.go', 'ws/deep/x.go', 'go/src/fmt/print.go', 'wsByLink/main.go']) {
    assert.equal(await mayOpen(inFolder(file)), true, file);
  }
  assert.deepEqual(questions, []);
});

test('opening a file outside the workspace and GOROOT asks once per folder, with the full path', async () => {
  const { mayOpen } = await outsideFiles();
  assert.equal(await mayOpen(inFolder('etc/passwd')), true);
  assert.equal(await mayOpen(inFolder('etc/hosts')), true);
  assert.equal(questions.length, 1);
  assert.ok(questions[0]!.startsWith(inFolder('etc/passwd')));
  await mayOpen(inFolder('etc/ssh/key'));
  assert.equal(questions.length, 2);
});

test('a refusal applies to one click only', async () => {
  const { mayOpen } = await outsideFiles();
  answer = undefined;
  assert.equal(await mayOpen(inFolder('etc/passwd')), false);
  answer = 'Open';
  assert.equal(await mayOpen(inFolder('etc/passwd')), true);
  assert.equal(questions.length, 2);
});

test('two simultaneous clicks on files in one folder ask once', async () => {
  const { mayOpen } = await outsideFiles();
  assert.deepEqual(await Promise.all([mayOpen(inFolder('etc/passwd')), mayOpen(inFolder('etc/hosts'))]), [true, true]);
  assert.equal(questions.length, 1);
});

test('files behind a symbolic link or "..", and in a folder with the same name prefix, are outside the workspace', async () => {
  for (const file of ['ws/linked.go', 'ws/linkedFolder/passwd', 'ws-other/y.go']) {
    const { mayOpen } = await outsideFiles();
    await mayOpen(inFolder(file));
  }
  const { mayOpen } = await outsideFiles();
  await mayOpen(`${inFolder('ws')}/../etc/passwd`);
  assert.equal(questions.length, 4);
  assert.equal(questions[0]!.split('\n\n')[0], `${inFolder('ws/linked.go')}\npoints to ${inFolder('etc/passwd')}`);
  assert.ok(questions[3]!.startsWith(`${inFolder('etc/passwd')}\n`));
});

test('a file that is already open, or is in an allowed folder, is opened without asking', async () => {
  const { mayOpen, allow } = await outsideFiles();
  textDocuments.push({ uri: { fsPath: inFolder('etc/passwd') }, isClosed: false });
  assert.equal(await mayOpen(inFolder('etc/passwd')), true);
  textDocuments.length = 0;
  await allow(inFolder('etc/hosts'));
  assert.equal(await mayOpen(inFolder('etc/passwd')), true);
  assert.deepEqual(questions, []);
});
