import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type * as vscode from 'vscode';
import type { SavedTargets } from '../../../src/features/targets/savedTargets';
import { contextsOf, namespacesOf, resourceProblem, workloadsOf } from '../../../src/live/targets/kubectl';
import { FakeMemento, FakeSecrets } from '../../shared/fakeStorage';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const user = fakeVscode(import.meta.dirname);
/** What the user picks or types, one after the other; undefined accepts the proposal. */
let answers: (string | undefined)[] = [];
let prompts: string[] = [];
Object.assign((user.module as { window: object }).window, {
  showQuickPick: async (items: vscode.QuickPickItem[], { placeHolder }: vscode.QuickPickOptions) => {
    prompts.push(`${placeHolder}: ${items.map(({ label, description }) => `${label} ${description}`.trim()).join(', ')}`);
    const wanted = answers.shift();
    return wanted === undefined ? items[0] : items.find(({ label }) => label === wanted);
  },
  showInputBox: async ({ prompt, value, validateInput }: Required<vscode.InputBoxOptions>) => {
    prompts.push(`${prompt} [${value}]`);
    const text = answers.shift() ?? value;
    const problem = validateInput(text);
    if (problem) throw new Error(`refused: ${String(problem)}`);
    return text;
  },
});
withVscode(user.module);

const before = process.env.PATH ?? '';
const skip = process.platform === 'win32';
let folder: string;
let log: string;
let targets: SavedTargets;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubectl-'));
  log = path.join(folder, 'log');
  const program = path.join(folder, 'kubectl');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${path.join(import.meta.dirname, 'fakeKubectl.mjs')}' "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(log, '');
  Object.assign(process.env, { PATH: `${folder}${path.delimiter}${before}`, FAKE_KUBECTL: '', FAKE_KUBECTL_LOG: log });
  const { SavedTargets } = await import('../../../src/features/targets/savedTargets');
  targets = new SavedTargets(new FakeMemento() as never, new FakeSecrets() as never);
  [answers, prompts] = [[], []];
  user.messages.length = 0;
  user.setTrusted(true);
});
afterEach(async () => {
  const forwards = await targets.forwards();
  await Promise.all(targets.list().map(({ id }) => forwards.end(id)));
  process.env.PATH = before;
  delete process.env.FAKE_KUBECTL;
  delete process.env.FAKE_KUBECTL_LOG;
  rmSync(folder, { recursive: true });
});

const add = async (mode: string, ...inputs: typeof answers) => {
  process.env.FAKE_KUBECTL = mode;
  answers = inputs;
  await (await import('../../../src/features/targets/addPod')).addPod(targets);
};
const options = () => ({ env: process.env as Record<string, string>, signal: new AbortController().signal });

test('a deployment of a cluster becomes a service behind a forwarded port, and is tested at once', { skip }, async () => {
  await add('', undefined, undefined, undefined, undefined);
  const [target] = targets.list();
  assert.equal(target!.name, 'api');
  assert.match(target!.forward!, /^kubectl port-forward deploy\/api \d+:6061 -n shop$/);
  assert.deepEqual(target!.addresses, [`localhost:${/ (\d+):/.exec(target!.forward!)![1]}`]);
  assert.deepEqual(prompts, [
    'Choose a namespace: shop current namespace, default, kube-system, Enter a Name…',
    'Choose a deployment, whose pods may be replaced, or one pod: '
      + 'deploy/api 2 of 3 ready, pod/api-6d4cf56db6-x7k2p Running, Enter a Name…',
    'The port of deploy/api that serves its profiles. It declares 6061, 8080. [6061]',
    'The name of the service [api]',
  ]);
  assert.deepEqual(user.messages.map(({ text }) => text), ['api offers heap.']);
});

test('of several clusters one is chosen, and stays that of the service', { skip }, async () => {
  await add('two', 'staging');
  assert.match(prompts[0]!, /^Choose a cluster: kind-dev current context, staging/);
  assert.match(targets.list()[0]!.forward!, / -n default --context=staging$/);
  const asked = readFileSync(log, 'utf8').split('\n').filter((line) => line.includes('"get"'));
  assert.ok(asked.length === 2 && asked.every((line) => line.includes('"--context=staging"')));
});

test('names are typed where listing is forbidden, and the reason is said', { skip }, async () => {
  await add('forbidden', 'shop', 'deploy/orders', '6060', undefined);
  assert.match(prompts[0]!, /^The namespace\. kubectl get namespaces failed: Error from server \(Forbidden\): .* \[shop\]$/);
  assert.match(prompts[1]!, /^A pod, or deploy\/NAME\. kubectl get pods failed: .*Forbidden/);
  assert.match(targets.list()[0]!.forward!, /^kubectl port-forward deploy\/orders \d+:6060 -n shop$/);
});

test('names are typed where kubectl is slow', { skip }, async () => {
  process.env.FAKE_KUBECTL = 'slow';
  await assert.rejects(namespacesOf({ ...options(), limitMs: 300 }), /^CaptureError: kubectl get namespaces has not ended after/);
});

test('pods are listed where only deployments are forbidden', { skip }, async () => {
  process.env.FAKE_KUBECTL = 'podsOnly';
  assert.deepEqual(await workloadsOf('shop', options()), [
    { resource: 'pod/api-6d4cf56db6-x7k2p', name: 'api-6d4cf56db6-x7k2p', state: 'Running', ports: [8080] },
  ]);
});

test('without kubectl, and without a cluster, one sentence says what to do', { skip }, async () => {
  await assert.rejects(add('noCluster'), /^PreconditionError: kubectl has no cluster: log in to one/);
  process.env.PATH = path.join(folder, 'none');
  await assert.rejects(contextsOf(options()), /^CaptureError: kubectl was not found: install it/);
  await assert.rejects(add(''), (error: { fix?: { title: string } } & Error) => error.fix?.title === 'How to Install kubectl');
});

test('a name that kubectl would read as an option is refused', { skip }, async () => {
  assert.deepEqual(['api-1', 'deploy/api', 'statefulset.apps/db-0'].map(resourceProblem), [undefined, undefined, undefined]);
  for (const name of ['-n', '--kubeconfig=/x', 'pod/-x', 'a/b/c', 'a b', '', 'deploy/', 'UPPER']) {
    assert.match(resourceProblem(name)!, /^Enter the name of a pod/, name);
  }
  await assert.rejects(add('forbidden', '--all-namespaces'), /refused: Enter a namespace/);
});
