import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FetchedParts } from '../../../src/engine/queries';
import { sumOfParts } from '../../../src/engine/node/sumOfParts';
import { parseAddress } from '../../../src/live/pprofAddress';
import { type TakenSet, takeSet } from '../../../src/live/set/takeSet';
import { until } from '../../shared/until';
import { compareReport } from '../compare';
import { pprof } from '../oracle';

/** Serves its profiles below a prefix, and one of its own; every profile has samples within a second. */
const SERVER = `package main

import (
	"fmt"
	"net"
	"net/http"
	hp "net/http/pprof"
	"os"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"
)

var kept [][]byte
var mutex sync.Mutex

//go:noinline
func burn() {
	sink := make([]byte, 1<<16)
	for i := range sink {
		sink[i] = byte(i * i)
	}
	if len(kept) < 2000 {
		kept = append(kept, sink[:100:100])
	}
}

//go:noinline
func fight() {
	for {
		mutex.Lock()
		time.Sleep(time.Millisecond)
		mutex.Unlock()
	}
}

func main() {
	runtime.MemProfileRate = 512
	if len(os.Args) > 1 {
		runtime.SetBlockProfileRate(1)
		runtime.SetMutexProfileFraction(1)
	}
	own := pprof.NewProfile("example.com/app/handles")
	own.Add(&kept, 0)
	mux := http.NewServeMux()
	mux.HandleFunc("/internal/prof/debug/pprof/", func(w http.ResponseWriter, r *http.Request) {
		http.StripPrefix("/internal/prof", http.HandlerFunc(hp.Index)).ServeHTTP(w, r)
	})
	mux.HandleFunc("/internal/prof/debug/pprof/profile", hp.Profile)
	mux.HandleFunc("/prof/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/internal/prof/debug/pprof/", http.StatusFound)
	})
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	go (&http.Server{Handler: mux}).Serve(listener)
	short, _ := net.Listen("tcp", "127.0.0.1:0")
	go (&http.Server{Handler: mux, WriteTimeout: 900 * time.Millisecond}).Serve(short)
	fmt.Println("ADDRESSES", listener.Addr(), short.Addr())
	go fight()
	go fight()
	for i := 0; ; i++ {
		burn()
		time.Sleep(50 * time.Microsecond)
		if i%100 == 0 {
			runtime.GC()
		}
	}
}
`;

const folder = mkdtempSync(join(tmpdir(), 'serviceSet-'));
const { signal } = new AbortController();
const servers: ChildProcess[] = [];
let program = '';

before(() => {
  writeFileSync(join(folder, 'main.go'), SERVER);
  program = join(folder, process.platform === 'win32' ? 'server.exe' : 'server');
  execFileSync('go', ['build', '-o', program, 'main.go'], { cwd: folder, env: { ...process.env, GO111MODULE: 'off' } });
});

after(() => {
  for (const server of servers) server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(...args: readonly string[]): Promise<{ readonly host: string; readonly short: string }> {
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  servers.push(server);
  let output = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until(() => output.includes('\n'));
  const [, host, short] = output.trim().split(' ');
  return { host, short };
}

type Options = Partial<Parameters<typeof takeSet>[1]>;

function take(address: string, options: Options = {}): Promise<TakenSet> {
  return takeSet({ name: 'api', ...parseAddress(address), connection: {} }, { seconds: 1, signal, ...options });
}

function partOf({ parts }: TakenSet, label: string) {
  const part = parts.find((each) => each.label === label);
  assert.ok(part, label);
  return part;
}

/** Writes a part as sent, and what is made of it, to files named after it. */
async function write(set: TakenSet, label: string): Promise<{ readonly name: string; readonly hasBefore: boolean }> {
  const { bytes, before: earlier, how, types } = partOf(set, label);
  const name = `${label.replaceAll('/', '_')}-${Math.random().toString(36).slice(2)}`;
  writeFileSync(join(folder, `${name}.after`), bytes);
  if (earlier) writeFileSync(join(folder, `${name}.before`), earlier);
  const question: FetchedParts = {
    parts: [{ bytes, ...(earlier && { before: earlier }) }], isDelta: how === 'delta', ...(types !== undefined && { types }),
  };
  const { bytes: sum, facts } = await sumOfParts(question, signal);
  assert.equal(facts[0].problem, undefined, label);
  writeFileSync(join(folder, `${name}.pprof`), sum!);
  return { name, hasBefore: earlier !== undefined };
}

async function top(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await pprof(['-top', '-nodecount=1000', ...words], { cwd: folder });
  assert.equal(code, 0, stderr);
  // The header names files and times.
  return stdout.toString().replace(/^[\s\S]*?(?=Showing|\s+flat)/, '');
}

const KINDS = ['cpu', 'heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate', 'example.com/app/handles'];

test('a set has all kinds that a service offers behind a redirected index and a prefix, and pprof reads each of them', async () => {
  const { host } = await start('waits');
  const set = await take(`http://${host}/prof/`);
  assert.deepEqual(set.parts.map(({ label }) => label), KINDS);
  assert.deepEqual(set.missing, []);
  for (const { label } of set.parts) assert.match(await top(`${(await write(set, label)).name}.pprof`), /flat%/, label);
});

test("what is allocated and waited for in a set equals pprof's -base of its two moments to the digit, without memory in use", async () => {
  const { host } = await start('waits');
  const set = await take(`http://${host}/internal/prof/debug/pprof/`, { areDeltasServed: false });
  for (const [label, types] of [['allocs', ['alloc_space', 'alloc_objects']], ['mutex', ['contentions', 'delay']], ['block', ['contentions', 'delay']]] as const) {
    const { name, hasBefore } = await write(set, label);
    assert.ok(hasBefore, label);
    for (const type of types) {
      const flags = [`-sample_index=${type}`];
      const theirs = await top(...flags, `-base=${name}.before`, `${name}.after`);
      assert.equal(await top(...flags, `${name}.pprof`), theirs, `${label} ${type}`);
      assert.match(theirs, /main\.(burn|fight)/);
    }
    await compareReport(['-top', join(folder, `${name}.pprof`)], folder, true);
  }
  const { name } = await write(set, 'heap');
  for (const type of ['inuse_space', 'inuse_objects']) {
    assert.equal(await top(`-sample_index=${type}`, `${name}.pprof`), await top(`-sample_index=${type}`, `${name}.after`), type);
  }
});

test('the difference that a service makes itself is taken as it is', async () => {
  const { host } = await start('waits');
  const set = await take(`http://${host}/internal/prof/debug/pprof/`, { kinds: ['allocs'] });
  const { name, hasBefore } = await write(set, 'allocs');
  assert.ok(!hasBefore);
  const flags = ['-sample_index=alloc_space'];
  assert.equal(await top(...flags, `${name}.pprof`), await top(...flags, `${name}.after`));
});

test('a WriteTimeout shorter than the set leaves out the CPU profile at most, as services before Go 1.24 refuse it', async () => {
  const { short } = await start('waits');
  const set = await take(`http://${short}/internal/prof/debug/pprof/`);
  for (const { label, error } of set.missing) {
    assert.equal(label, 'cpu');
    assert.match(error.message, /exceeds server's WriteTimeout/);
  }
  assert.ok(partOf(set, 'allocs').bytes.length > 0);
});

test('mutex and block have no samples in a service that does not enable them', async () => {
  const { host } = await start();
  const set = await take(`http://${host}/internal/prof/debug/pprof/`, { kinds: ['mutex', 'block'] });
  for (const label of ['mutex', 'block']) {
    const { bytes, count } = partOf(set, label);
    assert.equal(count, 0);
    assert.equal((await sumOfParts({ parts: [{ bytes }], isDelta: true }, signal)).facts[0].sampleCount, 0);
  }
});

test('nothing is subtracted across a restart or another build', async () => {
  const [{ host: first }, { host: second }] = [await start(), await start()];
  const allocs = async (host: string) =>
    partOf(await take(`http://${host}/internal/prof/debug/pprof/`, { kinds: ['allocs'], areDeltasServed: false }), 'allocs');
  const [long, young] = [await allocs(first), await allocs(second)];
  const parts = [{ bytes: young.before!, before: long.bytes }];
  const { bytes, facts } = await sumOfParts({ parts, isDelta: true }, signal);
  assert.equal(bytes, undefined);
  assert.equal(facts[0].problem, 'restarted');
});
