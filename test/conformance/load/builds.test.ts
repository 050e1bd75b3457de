import assert from 'node:assert/strict';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { mergedBytes } from '../../../src/engine/node/exportToFile';
import { readProfile } from '../../../src/engine/node/readProfile';
import type { ServiceTarget } from '../../../src/live/targets/serviceTarget';
import { ensureLoadTools } from '../../host/loadTools.mjs';
import { summaryOf } from '../../shared/fakeEngine';
import { fakeVscode } from '../../shared/fakeVscode';
import { GitRepository } from '../../shared/gitRepository';
import { measuringParts, useTempFolder } from '../../shared/measuringScene';
import { withVscode } from '../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.measureAgain.runs': 4 });
withVscode(vscode.module);
const typed = ['LOG=off -addr localhost:${port}', '..'];
let cancelAt = /^$/;
const { window } = vscode.module as { window: Record<string, unknown> };
Object.assign(window, {
  showQuickPick: async (list: readonly { label: string }[] | Promise<readonly { label: string }[]>) => {
    return (await list).find(({ label }) => /HEAD|main\.go/.test(label));
  },
  showInputBox: async () => typed.shift(),
  withProgress: (_options: object, task: (progress: object, token: object) => unknown) => {
    let cancel = (): void => undefined;
    const report = ({ message }: { message: string }): void => void (cancelAt.test(message) && cancel());
    return task({ report }, { onCancellationRequested: (listener: () => void) => {
      cancel = listener;
      return { dispose: () => undefined };
    } });
  },
});

const PATH = process.env.PATH;
before(async () => {
  process.env.PATH = [...(await ensureLoadTools()), PATH].join(path.delimiter);
});
after(() => void (process.env.PATH = PATH));

/** A service that does some work for each request. */
const service = (rounds: number) => `package main

import (
	"flag"
	"net/http"
	_ "net/http/pprof"
	"os"

	"example.com/shop/work"
)

func main() {
	addr := flag.String("addr", "", "where it listens")
	flag.Parse()
	if _, err := os.Stat("go.mod"); err != nil || os.Getenv("LOG") != "off" {
		panic("it runs in another folder, or without its variable")
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte{byte('a' + work.Do(${rounds})%26)})
	})
	http.ListenAndServe(*addr, nil)
}
`;
const WORK = `package work

func Do(rounds int) int {
	sum := 0
	for i := range rounds {
		sum += i * i % 7
	}
	return sum
}
`;

/** A repository in which a request costs ten times as much in the commit as in the working tree. */
async function scene(context: TestContext) {
  const repository = new GitRepository(context);
  const { root, top, temp } = repository;
  const caches = { GOCACHE: process.env.GOCACHE, GOPATH: process.env.GOPATH, HOME: process.env.HOME };
  const known = Object.fromEntries(Object.entries(caches).filter(([, value]) => value !== undefined));
  vscode.configure('linecost.go.env', { ...repository.env, ...known, PATH: process.env.PATH, GOTMPDIR: temp });
  useTempFolder(context, temp);
  vscode.setFolders(top);
  repository.write('go.mod', 'module example.com/shop\n\ngo 1.24\n');
  repository.write('work/work.go', WORK);
  repository.write('api/main.go', service(2_000_000));
  repository.commit('Slow');
  repository.write('api/main.go', service(200_000));
  const { parts, engine, captures } = await measuringParts(context, path.join(root, 'storage'));
  const { signal } = new AbortController();
  Object.assign(engine.answers, {
    mergedBytes: (params: Parameters<typeof mergedBytes>[0]) => mergedBytes(params, signal),
    load: async ({ source }: { source: Parameters<typeof readProfile>[0] }) => {
      const { values, sampleCount } = await readProfile(source, signal);
      const totals = values.map((column) => column.reduce((sum, value) => sum + value, 0));
      return { ...summaryOf(engine.loaded.size + 1, 'samples/count,cpu/nanoseconds', sampleCount), totals };
    },
  });
  const { measureBuilds } = await import('../../../src/features/load/measureBuilds');
  const load = { command: 'hey -z ${seconds}s -c 2 ${address}/', warmUpSeconds: 0 };
  const target: ServiceTarget = { id: 'a', name: 'api', addresses: ['localhost:6060'], load, seconds: 1 };
  const targets = { secretsOf: async () => ({}), list: () => [target] };
  const state = repository.state();
  return {
    repository,
    captures,
    measure: () => measureBuilds(target, { ...parts, targets } as never),
    async assertNothingLeft() {
      assert.deepEqual(programsIn(root), []);
      assert.deepEqual(repository.state(), state);
      assert.deepEqual(readdirSync(temp), []);
      assert.equal(existsSync(path.join(top, '.git', 'worktrees')), false);
      assert.deepEqual(existsSync(parts.worktreeNotes) ? readdirSync(parts.worktreeNotes) : [], []);
    },
  };
}

/** The programs in a folder that run, as far as the system tells. */
function programsIn(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  const files = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/exe`);
    } catch {
      return '';
    }
  });
  return files.filter((file) => file.startsWith(folder));
}

test('the build of a commit and the present one get the same load in turns, and the verdict says what changed', async (context) => {
  const { repository: { top }, captures, measure, assertNothingLeft } = await scene(context);
  await measure();
  const [now, old, ...others] = await captures.records();
  assert.equal(others.length, 0, vscode.messages.map(({ text }) => text).join('\n'));
  const { name: short } = old!.revision!;
  const medianOf = (results: typeof now.results, unit: string) => {
    const values = results.map((each) => each.values.find((value) => value.unit === unit)!.value).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)]!;
  };
  const factor = (unit: string): number => medianOf(now!.results, unit) / medianOf(now!.turns!.before, unit);
  assert.ok(factor('req/s') > 2 && factor('cpu-ns/req') < 0.5, `${factor('req/s')} × ${factor('cpu-ns/req')}`);
  const { text } = vscode.messages.at(-1)!;
  assert.match(text, new RegExp(`^api against ${short}: .*req/s`));
  assert.deepEqual([now!.turns!.base.id, now!.turns!.base.revision, old!.title], [old!.id, short, `api @ ${short}`]);
  assert.deepEqual([now!.subject, old!.subject, now!.conditions!.git!.isDirty], ['a', 'a', true]);
  const { signal } = new AbortController();
  const opened = await captures.storedSources(old!.id);
  assert.match(opened.get(path.join(top, 'api', 'main.go'))!, /2000000/);
  for (const record of [now!, old!]) {
    const file = path.join(path.dirname(top), 'storage', 'runs', record.id, record.profiles[0]!.fileName);
    const { functions, strings } = await readProfile({ kind: 'file', path: file }, signal);
    const at = functions.name.findIndex((name) => strings.get(name) === 'example.com/shop/work.Do');
    assert.equal(strings.get(functions.filename[at]!), path.join(top, 'work', 'work.go'));
  }
  await assertNothingLeft();
});

test('a cancelled measurement of two builds leaves nothing behind', async (context) => {
  const { captures, measure, assertNothingLeft } = await scene(context);
  typed.push('LOG=off -addr localhost:${port}', '..');
  cancelAt = /^turn 1/;
  try {
    await measure();
  } finally {
    cancelAt = /^$/;
  }
  assert.deepEqual(await captures.records(), []);
  await assertNothingLeft();
});

test('code that was not changed is not measured', async (context) => {
  const { repository, captures, measure } = await scene(context);
  repository.commit('Fast');
  typed.push('LOG=off -addr localhost:${port}', '..');
  await measure();
  assert.match(vscode.messages.at(-1)!.text, /^The code of api is that of \w+: change it first, or choose an earlier revision\.$/);
  assert.deepEqual(await captures.records(), []);
});
