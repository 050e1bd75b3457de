import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { withVscode } from '../../shared/withVscode';

const asked: string[] = [];
let answer: string | undefined = 'Open';
const textDocuments: object[] = [];

withVscode({
  window: {
    showWarningMessage: async (_question: string, { modal, detail }: { modal: boolean; detail: string }) => {
      assert.equal(modal, true);
      asked.push(detail);
      return answer;
    },
  },
  workspace: { textDocuments },
});

let folder = '';
const at = (...parts: string[]) => join(folder, ...parts);

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'linecost-outside-')));
  for (const file of ['ws/main.go', 'ws/deep/x.go', 'ws-other/y.go', 'go/src/fmt/print.go', 'etc/passwd', 'etc/ssh/key', 'etc/hosts']) {
    await mkdir(dirname(at(file)), { recursive: true });
    await writeFile(at(file), 'x');
  }
  await symlink(at('etc/passwd'), at('ws/linked.go'));
  await symlink(at('etc'), at('ws/linkedFolder'));
  await symlink(at('ws'), at('wsByLink'));
});

after(() => rm(folder, { recursive: true, force: true }));

beforeEach(() => {
  asked.length = 0;
  textDocuments.length = 0;
  answer = 'Open';
});

async function outsideFiles() {
  const { OutsideFiles } = await import('../../../src/workbench/outsideFiles');
  const files = new OutsideFiles();
  const own = [at('ws'), at('go')];
  return { mayOpen: (path: string) => files.mayOpen(path, own), allow: (path: string) => files.allow(path) };
}

test("the workspace's files and Go's are opened without asking", async () => {
  const { mayOpen } = await outsideFiles();
  for (const file of ['ws/main.go', 'ws/deep/x.go', 'go/src/fmt/print.go', 'wsByLink/main.go']) {
    assert.equal(await mayOpen(at(file)), true, file);
  }
  assert.deepEqual(asked, []);
});

test('opening a file outside asks once per folder, with the whole path', async () => {
  const { mayOpen } = await outsideFiles();
  assert.equal(await mayOpen(at('etc/passwd')), true);
  assert.equal(await mayOpen(at('etc/hosts')), true);
  assert.equal(asked.length, 1);
  assert.ok(asked[0]!.startsWith(at('etc/passwd')));
  await mayOpen(at('etc/ssh/key'));
  assert.equal(asked.length, 2);
});

test('a refusal counts for one click only', async () => {
  const { mayOpen } = await outsideFiles();
  answer = undefined;
  assert.equal(await mayOpen(at('etc/passwd')), false);
  answer = 'Open';
  assert.equal(await mayOpen(at('etc/passwd')), true);
  assert.equal(asked.length, 2);
});

test('two clicks on one folder ask once', async () => {
  const { mayOpen } = await outsideFiles();
  assert.deepEqual(await Promise.all([mayOpen(at('etc/passwd')), mayOpen(at('etc/hosts'))]), [true, true]);
  assert.equal(asked.length, 1);
});

test('links, dots and a folder with the same name prefix lead out of the workspace', async () => {
  for (const file of ['ws/linked.go', 'ws/linkedFolder/passwd', 'ws-other/y.go']) {
    const { mayOpen } = await outsideFiles();
    await mayOpen(at(file));
  }
  const { mayOpen } = await outsideFiles();
  await mayOpen(`${at('ws')}/../etc/passwd`);
  assert.equal(asked.length, 4);
  assert.equal(asked[0]!.split('\n\n')[0], `${at('ws/linked.go')}\nleads to ${at('etc/passwd')}`);
  assert.ok(asked[3]!.startsWith(`${at('etc/passwd')}\n`));
});

test('opening a file that is already open, or from a folder that the user has chosen, asks nothing', async () => {
  const { mayOpen, allow } = await outsideFiles();
  textDocuments.push({ uri: { fsPath: at('etc/passwd') }, isClosed: false });
  assert.equal(await mayOpen(at('etc/passwd')), true);
  textDocuments.length = 0;
  await allow(at('etc/hosts'));
  assert.equal(await mayOpen(at('etc/passwd')), true);
  assert.deepEqual(asked, []);
});
