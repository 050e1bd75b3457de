import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { endStrays, markOf, ProcSearch, straysInList, straysText } from '../../../../src/go/processes/detachedProcesses';
import { makeTempDir, removeLeftovers } from '../../../../src/go/processes/tempDir';
import { repoRoot } from '../../../host/paths.mjs';
import { isRunning } from '../../../shared/processes';
import { until } from '../../../shared/until';

const options = { skip: process.platform !== 'linux' && 'processes are found by their environment on Linux only' };
const PATH = process.env.PATH ?? '';
const IGNORES_TERM = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;

function newFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'strays-test-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a program as a daemon, with its own session and a parent that has ended. Returns its process id. */
async function daemon(context: TestContext, file: string, args: readonly string[], env: object): Promise<number> {
  const program = `
    const { spawn } = require('node:child_process');
    const [file, args, env] = JSON.parse(process.argv[1]);
    const child = spawn(file, args, { env, detached: true, stdio: 'ignore' });
    child.on('spawn', () => { console.log(child.pid); child.unref(); });`;
  const parent = spawn(process.execPath, ['-e', program, JSON.stringify([file, args, env])], { env: { PATH } });
  const [text] = (await parent.stdout.toArray()) as [Buffer];
  const pid = Number(text);
  context.after(() => isRunning(pid) && process.kill(pid, 'SIGKILL'));
  return pid;
}

test('ends daemons of the run that ignore SIGTERM, and no other processes', options, async (context) => {
  const mark = markOf(newFolder(context));
  const { name, value } = mark.variable;
  const others = [{ [name]: `${value}2` }, { [`X${name}`]: value }, { OTHER: `${name}=${value}` }, {}];
  const pids = await Promise.all([
    daemon(context, process.execPath, ['-e', IGNORES_TERM], { [name]: value }),
    ...others.map((env) => daemon(context, process.execPath, ['-e', IGNORES_TERM], env)),
    daemon(context, process.execPath, ['-e', IGNORES_TERM, `${name}=${value}`], {}),
  ]);
  const [daemonPid] = pids;
  const { ended, left, canFind } = await endStrays(mark, { graceMs: 200 });
  assert.deepEqual([ended.map(({ pid }) => pid), left, canFind], [[daemonPid], [], true]);
  assert.deepEqual(pids.filter(isRunning), pids.slice(1));
});

test("ends a program of the run that was started without the run's variables", options, async (context) => {
  const folder = newFolder(context);
  const program = join(folder, 'package.test');
  copyFileSync('/bin/sleep', program);
  const pid = await daemon(context, program, ['1000'], {});
  const { ended } = await endStrays(markOf(folder));
  assert.deepEqual(ended, [{ pid, name: 'package.test' }]);
  assert.equal(isRunning(pid), false);
});

test('ends a daemon that keeps starting itself as a new process', options, async (context) => {
  const folder = newFolder(context);
  const script = join(folder, 'restart.sh');
  const count = join(folder, 'count');
  writeFileSync(script, `#!/bin/sh\ntrap '' TERM\necho >> ${count}\nsleep 0.01\nsetsid "$0" &\n`);
  chmodSync(script, 0o755);
  const { name, value } = markOf(folder).variable;
  await daemon(context, script, [], { [name]: value, PATH });
  const starts = () => (readdirSync(folder).includes('count') ? readFileSync(count).length : 0);
  await until(() => starts() > 3);
  const { left } = await endStrays(markOf(folder), { graceMs: 100 });
  assert.deepEqual(left, []);
  const before = starts();
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(starts(), before);
});

test('a zombie does not count as a process of the run', options, async (context) => {
  const child = spawn('/bin/sh', ['-c', 'sleep 0 & exec sleep 1000']);
  context.after(() => child.kill('SIGKILL'));
  const grandchildId = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const isZombie = () => grandchildId() !== '' && readFileSync(`/proc/${grandchildId()}/stat`, 'utf8').includes(') Z ');
  await until(isZombie);
  const search = new ProcSearch(markOf(newFolder(context)), false);
  const zombie = Number(grandchildId());
  assert.deepEqual([search.classify(zombie), search.classify(zombie), search.classify(child.pid!)], ['unknown', 'other', 'other']);
});

test("spares Go's telemetry process if requested, and ends it otherwise", options, async (context) => {
  const mark = markOf(newFolder(context));
  const env = { [mark.variable.name]: mark.variable.value, GO_TELEMETRY_CHILD: '1' };
  const pid = await daemon(context, '/bin/sleep', ['1000'], env);
  assert.deepEqual((await endStrays(mark, { spareTelemetry: true })).ended, []);
  assert.deepEqual((await endStrays(mark)).ended, [{ pid, name: 'sleep' }]);
});

test('kills the remaining processes of the run when the process that called killAtExit exits', options, async (context) => {
  const mark = markOf(newFolder(context));
  const pid = await daemon(context, process.execPath, ['-e', IGNORES_TERM], { [mark.variable.name]: mark.variable.value });
  const program = `
    const { killAtExit } = require('./src/go/processes/detachedProcesses.ts');
    killAtExit(${JSON.stringify(mark)});
    process.exit();`;
  execFileSync(process.execPath, ['--import', 'tsx', '-e', program], { cwd: repoRoot });
  await until(() => !isRunning(pid));
});

test('ends programs in the temporary folder of a killed process', options, async (context) => {
  const root = newFolder(context);
  const ownFolder = await makeTempDir(root);
  await ownFolder.remove();
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const folder = ownFolder.path.replace(`-${process.pid}-`, `-${dead}-`);
  mkdirSync(join(folder, 'work'), { recursive: true });
  const { name, value } = markOf(folder).variable;
  const pid = await daemon(context, '/bin/sleep', ['1000'], { [name]: value });
  assert.equal(await removeLeftovers(root), 1);
  assert.deepEqual([isRunning(pid), readdirSync(root)], [false, []]);
});

test('finds the programs of a run in the output of ps on macOS', () => {
  const mark = { folder: '/tmp/linecost-1', variable: { name: 'GOTMPDIR', value: '/tmp/linecost-1/work' } };
  const list = [
    '  71 /usr/bin/daemon -x HOME=/a GOTMPDIR=/tmp/linecost-1/work PATH=/bin',
    '  72 sleep 5 GOTMPDIR=/tmp/linecost-1/work',
    '  73 sleep 5 GOTMPDIR=/tmp/linecost-1/work2',
    '  74 sleep 5 XGOTMPDIR=/tmp/linecost-1/work',
    '  75 /tmp/linecost-1/package.test -test.v',
    '  76 /bin/go GO_TELEMETRY_CHILD=1 GOTMPDIR=/tmp/linecost-1/work',
    ` ${process.pid} node GOTMPDIR=/tmp/linecost-1/work`,
    '',
  ].join('\n');
  const strays = [{ pid: 71, name: 'daemon' }, { pid: 72, name: 'sleep' }, { pid: 75, name: 'package.test' }];
  assert.deepEqual(straysInList(list, mark, true), strays);
  assert.deepEqual(straysInList(list, mark, false), [...strays, { pid: 76, name: 'go' }]);
});

test('reports ended processes, processes that could not be ended, and a system where processes cannot be found', () => {
  const strays = Array.from({ length: 12 }, (_, i) => ({ pid: i + 1, name: 'daemon' }));
  const [first] = strays;
  assert.equal(straysText({ ended: [], left: [], canFind: true }, false), '');
  assert.equal(
    straysText({ ended: [first!], left: [{ pid: 9, name: 'worker' }], canFind: true }, true),
    'Ended processes that the run left running: daemon (process 1).\nThese processes of the run could not be ended: worker (process 9).\n',
  );
  assert.match(straysText({ ended: strays, left: [], canFind: true }, false), /daemon \(process 10\), 2 more\.\n$/);
  assert.equal(straysText({ ended: [], left: [], canFind: false }, false), '');
  assert.match(straysText({ ended: [], left: [], canFind: false }, true), /cannot be found on this system/);
});
