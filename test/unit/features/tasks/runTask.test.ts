import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test, type TestContext } from 'node:test';
import { fakeProgram } from '../../../shared/fakeGo';
import { fakeVscode } from '../../../shared/fakeVscode';
import { measuringScene } from '../../../shared/measuringScene';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'] });
withVscode(vscode.module);
beforeEach(() => vscode.setTrusted(true));

/** Runs tasks in a workspace with one benchmark, as VS Code does. */
async function scene(context: TestContext) {
  const measuring = await measuringScene(vscode, context);
  const { parts, workspace } = measuring;
  mkdirSync(join(workspace, 'lib'));
  writeFileSync(join(workspace, 'program.sh'), fakeProgram());
  const { workOf } = await import('../../../../src/features/tasks/runTask');
  const { TaskTerminal } = await import('../../../../src/features/tasks/taskTerminal');
  const start = (definition: object) => {
    const terminal = new TaskTerminal(workOf({ type: 'linecost', ...definition }, undefined, parts as never));
    const seen = { text: '', exitCode: -1 };
    terminal.onDidWrite((text) => void (seen.text += text));
    const ended = new Promise<void>((resolve) => terminal.onDidClose((exitCode) => {
      seen.exitCode = exitCode as number;
      resolve();
    }));
    terminal.open();
    return { terminal, seen, ended };
  };
  const run = async (definition: object) => {
    const { seen, ended } = start(definition);
    await ended;
    return [seen.exitCode, seen.text] as const;
  };
  return { ...measuring, start, run };
}

test('a task profiles its benchmark, shows what go prints, and ends with exit code 0', async (context) => {
  const { run, newest } = await scene(context);
  const [exitCode, text] = await run({ benchmark: 'BenchmarkA' });
  assert.equal(exitCode, 0, text);
  assert.match(text, /^Profiling BenchmarkA\r\n/);
  assert.match(text, /\r\nBenchmarkA-8\t100\t\d+ ns\/op/);
  assert.match(text, /The costs are shown on the lines and in the Linecost view\.\r\n$/);
  assert.doesNotMatch(text, /[^\r]\n/);
  assert.deepEqual((await newest()).profiles.map(({ label }) => label), ['cpu']);
});

test('the kinds of a task take precedence over the settings', async (context) => {
  const { run } = await scene(context);
  const [, text] = await run({ benchmark: 'BenchmarkA', kinds: ['block'] });
  assert.match(text, /-test\.blockprofile=|-blockprofile=/);
  assert.doesNotMatch(text, /-test\.cpuprofile=|-cpuprofile=/);
});

test('a task that fails ends with exit code 1 after the sentence, and the place in the code', async (context) => {
  const { run, workspace } = await scene(context);
  writeFileSync(join(workspace, 'program.sh'), fakeProgram({ failing: 1, counter: join(workspace, 'count') }));
  const [exitCode, text] = await run({ benchmark: 'BenchmarkA' });
  assert.equal(exitCode, 1);
  assert.match(text, /BenchmarkA fails: no luck[^\n]*\r\n[^\n]*a_test\.go:7\r\n$/);
});

test('a task without its function or program says where it was looked for', async (context) => {
  const { run, workspace } = await scene(context);
  assert.deepEqual(await run({ benchmark: 'BenchmarkGone' }), [
    1, `There is no BenchmarkGone in ${workspace}: set package to the folder of its _test.go file.\r\n`,
  ]);
  assert.match((await run({ benchmark: 'BenchmarkA', package: 'gone' }))[1], /^There is no BenchmarkA in .*gone: set package/);
  assert.deepEqual(await run({ program: 'lib' }), [
    1, 'There is no function main in lib: set program to the folder of a package main.\r\n',
  ]);
});

test('in an untrusted workspace a task runs nothing', async (context) => {
  const { run, captures } = await scene(context);
  vscode.setTrusted(false);
  assert.deepEqual(await run({ benchmark: 'BenchmarkA' }), [1, 'Trust this workspace first: profiling runs its code.\r\n']);
  assert.deepEqual(await captures.records(), []);
});

test('Ctrl+C in the terminal of a task cancels its measurement', async (context) => {
  const { start, workspace, captures, parts } = await scene(context);
  const started = join(workspace, 'started');
  writeFileSync(join(workspace, 'program.sh'), `touch '${started}'\nsleep 60\n`);
  const { terminal, seen, ended } = start({ benchmark: 'BenchmarkA' });
  await until(() => seen.text.includes('-test.cpuprofile='));
  terminal.handleInput('\x03');
  await ended;
  assert.equal(seen.exitCode, 1);
  assert.match(seen.text, /\r\nCancelled\.\r\n$/);
  parts.measurements.check();
  assert.deepEqual(await captures.records(), []);
});
