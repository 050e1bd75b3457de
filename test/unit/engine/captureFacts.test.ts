import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { lacksOwnCode } from '../../../src/engine/captureFacts';
import type { CaptureQuestion } from '../../../src/engine/queries';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import { profileFromText } from '../../shared/profileFromText';

const neverAborted = new AbortController().signal;
const module = { modulePath: 'example.com/m', moduleDir: '/code/m' };

async function factsOf(context: TestContext, stacks: string, capture: CaptureQuestion, signal = neverAborted) {
  const folder = await mkdtemp(join(tmpdir(), 'linecost-facts-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'cpu.pprof');
  await writeFile(path, profileFromText({ types: 'samples/count cpu/nanoseconds', stacks }));
  const store = new NodeStore();
  const { id: profile, facts } = await store.answer('load', { source: { kind: 'file', path }, capture }, signal);
  return { facts, files: await store.answer('files', { profile }, signal) };
}

test('the load of a captured profile corrects it, and answers with what was wrong and with the right files', async (context) => {
  const stacks = '1 20 | m/t.Find@3 search.go:90 < m/t.Main@6 tree.go:7\n1 10 | m/t.Main@6 tree.go:7';
  const texts = new Map([['tree.go', 'package t\n\nfunc Find() {\n}\n\nfunc Main() {\n\tFind()\n}\n']]);
  const { facts, files } = await factsOf(context, stacks, { sources: { texts, module } });
  assert.equal(facts?.corrections?.files.size, 1);
  assert.deepEqual([facts.files, files, facts.lacksOwnCode, facts.startsProcess], [['tree.go'], ['tree.go'], true, undefined]);
});

test("a benchmark's loop and the start of a process are found with the load", async (context) => {
  const rounds = 'main.work@1 /code/m/a.go:2 < testing.(*B).runN@1 benchmark.go:5 < testing.(*B).launch@1 benchmark.go:9';
  const stacks = `1 10 | ${rounds}\n1 10 | os.StartProcess@1 exec_posix.go:3 < ${rounds}`;
  const asked = { sources: { texts: new Map<string, string>(), module }, isBenchmark: true };
  const { facts } = await factsOf(context, stacks, asked);
  assert.deepEqual([facts?.loop, facts?.startsProcess, facts?.lacksOwnCode], ['b.N', true, undefined]);
});

test('without sources, only what the stacks show is answered', async (context) => {
  const { facts } = await factsOf(context, '1 10 | main.main@1 /code/m/a.go:2', {});
  assert.deepEqual(facts, {});
});

test('a profile stays as it is if it cannot be corrected, unless the user cancels', async (context) => {
  const texts = { size: 1, get [Symbol.iterator](): never { throw new Error('stopped'); } } as never;
  const controller = new AbortController();
  const { facts } = await factsOf(context, '1 10 | main.main@1 /code/m/a.go:2', { sources: { texts, module } }, controller.signal);
  assert.deepEqual(facts, { files: ['/code/m/a.go'] });
});

test('a profile without a file of the measured module is marked, whether its paths are absolute or trimmed', () => {
  for (const [files, lacks] of [
    [['/go/src/runtime/lock.go', '/code/mm/a.go'], true],
    [['/go/src/sync/mutex.go', '/code/m/a.go'], false],
    [['sync/mutex.go', 'example.com/m/a.go'], false],
    [[], false],
  ] as const) assert.equal(lacksOwnCode(files, module), lacks, files.join());
});
