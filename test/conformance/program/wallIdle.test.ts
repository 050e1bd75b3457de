import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { wallIdle } from '../../../src/go/agent/wallIdle';
import { withWorld } from '../capture/module';

/** Stacks, leaf first. */
const NETWORK = [
  'runtime.gopark', 'runtime.netpollblock', 'internal/poll.runtime_pollWait', 'internal/poll.(*pollDesc).wait',
  'internal/poll.(*FD).Read', 'net.(*netFD).Read', 'net.(*conn).Read',
];
const CHANNEL = ['runtime.gopark', 'runtime.chanrecv', 'runtime.chanrecv1'];
const RANGE = ['runtime.gopark', 'runtime.chanrecv', 'runtime.chanrecv2'];
const SELECT = ['runtime.gopark', 'runtime.selectgo'];

const IDLE: Readonly<Record<string, readonly string[]>> = {
  'a connection that is kept alive': [
    ...NETWORK, 'net/http.(*connReader).Read', 'bufio.(*Reader).fill', 'bufio.(*Reader).Peek',
    'net/http.(*conn).serve',
  ],
  'a connection before its request': [
    ...NETWORK, 'net/http.(*connReader).Read', 'bufio.(*Reader).fill', 'net/textproto.(*Reader).ReadLine',
    'net/http.readRequest', 'net/http.(*conn).readRequest', 'net/http.(*conn).serve',
  ],
  'the reader beside a handler': [...NETWORK, 'net/http.(*connReader).backgroundRead'],
  'the reader of a client': [
    ...NETWORK, 'net/http.(*persistConn).Read', 'bufio.(*Reader).fill', 'bufio.(*Reader).Peek',
    'net/http.(*persistConn).readLoop',
  ],
  'the writer of a client': [...SELECT, 'net/http.(*persistConn).writeLoop'],
  'HTTP/2 of Go 1.26': [
    ...NETWORK, 'crypto/tls.(*Conn).Read', 'io.ReadAtLeast', 'io.ReadFull', 'net/http.http2readFrameHeader',
    'net/http.(*http2Framer).ReadFrame', 'net/http.(*http2serverConn).readFrames',
  ],
  'HTTP/2 of Go 1.27': [
    ...SELECT, 'net/http/internal/http2.(*serverConn).serve', 'net/http/internal/http2.(*Server).serveConn',
  ],
  'HTTP/2 of x/net': [
    ...NETWORK, 'io.ReadFull', 'golang.org/x/net/http2.readFrameHeader',
    'golang.org/x/net/http2.(*Framer).ReadFrame', 'golang.org/x/net/http2.(*clientConnReadLoop).run',
    'golang.org/x/net/http2.(*ClientConn).readLoop',
  ],
  'a stream server of gRPC': [
    ...NETWORK, 'bufio.(*Reader).Read', 'io.ReadFull', 'golang.org/x/net/http2.readFrameHeader',
    'golang.org/x/net/http2.(*Framer).ReadFrame',
    'google.golang.org/grpc/internal/transport.(*http2Server).HandleStreams',
  ],
  'the pool of a database': [...SELECT, 'database/sql.(*DB).connectionOpener'],
  'a listener of the user': [
    'runtime.gopark', 'runtime.netpollblock', 'internal/poll.runtime_pollWait', 'internal/poll.(*FD).Accept',
    'net.(*netFD).accept', 'main.serve',
  ],
  'a benchmark that waits for its round': [
    ...CHANNEL, 'testing.(*B).run1', 'testing.(*B).Run', 'main.BenchmarkX', 'testing.(*B).runN',
  ],
  'a benchmark that waits for its goroutines': [
    'runtime.gopark', 'runtime.semacquire1', 'sync.runtime_SemacquireWaitGroup', 'sync.(*WaitGroup).Wait',
    'testing.(*B).RunParallel', 'main.BenchmarkX',
  ],
  'select {}': ['runtime.gopark', 'runtime.block', 'main.main'],
};

const NOT_IDLE: Readonly<Record<string, readonly string[]>> = {
  'one that computes': ['main.worker'],
  'a handler that waits': [...CHANNEL, 'main.handle', 'net/http.HandlerFunc.ServeHTTP', 'net/http.(*conn).serve'],
  'a handler that reads its body': [
    ...NETWORK, 'net/http.(*connReader).Read', 'bufio.(*Reader).Read', 'net/http.(*body).Read', 'main.handle',
    'net/http.(*conn).serve',
  ],
  'a request that waits for its answer': [
    ...SELECT, 'net/http.(*persistConn).roundTrip', 'net/http.(*Transport).roundTrip', 'main.get',
  ],
  'a query': [
    ...NETWORK, 'bufio.(*Reader).Read', 'github.com/lib/pq.(*conn).recv', 'database/sql.(*DB).QueryContext',
    'main.main',
  ],
  'one that receives': [...CHANNEL, 'main.wait'],
  'one that selects': [...SELECT, 'main.loop'],
  'a worker that ranges, or one that waits for its only answer': [...RANGE, 'main.worker'],
  'main that ranges': [...RANGE, 'main.main', 'runtime.main'],
  'a handler that ranges': [...RANGE, 'main.rows', 'main.handle', 'net/http.(*conn).serve'],
  'a test that ranges': [...RANGE, 'main.TestX', 'testing.tRunner'],
  'a test that sleeps': ['runtime.gopark', 'time.Sleep', 'main.TestX', 'testing.tRunner'],
  'one that waits for a lock': [
    'runtime.gopark', 'runtime.goparkunlock', 'runtime.semacquire1', 'internal/sync.runtime_SemacquireMutex',
    'internal/sync.(*Mutex).lockSlow', 'sync.(*Mutex).Lock', 'main.worker',
  ],
};

test('what waits for work is idle, and what may wait for something else is not', async () => {
  const named = Object.entries({ ...IDLE, ...NOT_IDLE });
  const stacks = named.map(([name, stack]) => `\t{${[name, ...stack, 'runtime.goexit'].map((word) => `"${word}"`).join(', ')}},`);
  const main = `package main

import (
	"fmt"
	pstrings "strings"
	patomic "sync/atomic"
)

func pusesSignals() bool { return false }

var pisTracing patomic.Bool

var stacks = [][]string{
${stacks.join('\n')}
}

func main() {
	for _, stack := range stacks {
		if pisIdle(stack[1:]) {
			fmt.Println(stack[0])
		}
	}
}

${wallIdle('p')}`;
  await withWorld({ 'go.mod': 'module example.com/app\n\ngo 1.20\n', 'main.go': main }, async ({ root }) => {
    const { stdout } = await promisify(execFile)('go', ['run', join(root, 'main.go')], { cwd: root });
    assert.deepEqual(stdout.trimEnd().split('\n'), Object.keys(IDLE));
  });
});

/** Functions of Go's own copy of HTTP/2, which is in net/http up to Go 1.26, have this before the names of x/net. */
const BUNDLED = 'net/http.';
const HTTP2_PACKAGES = ['net/http/internal/http2.', 'golang.org/x/net/http2.'];

/** `net/http.(*http2serverConn).serve` of `golang.org/x/net/http2.(*serverConn).serve`. */
function bundledName(name: string, prefix: string): string {
  return BUNDLED + name.slice(prefix.length).replace(/^(\(\*)?/, '$1http2');
}

const DECLARED = /^func (?:\((?:\w+ )?(\*?)(\w+)(?:\[.*?\])?\) )?(\w+)/gm;

/** The Go declarations of functions and methods in a package, as names of stacks. */
function declaredIn(goroot: string, path: string): ReadonlySet<string> {
  const folder = join(goroot, 'src', path);
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder).filter((file) => file.endsWith('.go') && !file.endsWith('_test.go'));
  const names = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const found = text.matchAll(DECLARED);
    return [...found].map(([, pointer, type, name]) => {
      return `${path}.${type === undefined ? '' : pointer === '' ? `${type}.` : `(*${type}).`}${name}`;
    });
  });
  return new Set(names);
}

test('Go has the functions by which goroutines that wait for work are known', () => {
  const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  const packages = new Map<string, ReadonlySet<string>>();
  const isDeclared = (name: string) => {
    const path = name.slice(0, name.indexOf('.', name.lastIndexOf('/') + 1));
    if (!packages.has(path)) packages.set(path, declaredIn(goroot, path));
    // A literal is in the function that is named before it.
    return packages.get(path)!.has(name.replace(/\.func\d+(?:\.\d+)*$/, ''));
  };
  const isIn = (name: string) => {
    // Go 1.27 has them in a package of their own, where they have the names of x/net.
    const prefix = HTTP2_PACKAGES.find((each) => name.startsWith(each));
    if (prefix) return [HTTP2_PACKAGES[0] + name.slice(prefix.length), bundledName(name, prefix)].some(isDeclared);
    if (!/^net\/http\.(?:\(\*)?http2/.test(name)) return isDeclared(name);
    return isDeclared(name) || isDeclared(name.replace(/^net\/http\.(\(\*)?http2/, `${HTTP2_PACKAGES[0]}$1`));
  };
  const listed = /waiters = \[\]string\{(.*)\}/.exec(wallIdle('p'))![1]!;
  const waiters = [...listed.matchAll(/"(.*?)"/g)].map((found) => found[1]!);
  const stacks = Object.values({ ...IDLE, ...NOT_IDLE }).flat();
  // Those of the programs above, and of modules, are not in GOROOT.
  const isOthers = (name: string) => /^(?:main|google\.golang\.org|github\.com)[./]/.test(name);
  const names = [...new Set([...waiters, ...stacks])].filter((name) => !isOthers(name));
  assert.ok(names.length > 60);
  assert.deepEqual(names.filter((name) => !isIn(name)), []);
  assert.equal(isIn('net/http.(*conn).servePages'), false);
  assert.equal(isIn('golang.org/x/net/http2.(*serverConn).readPages'), false);
});
