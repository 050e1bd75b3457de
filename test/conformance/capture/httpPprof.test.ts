import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CaptureError } from '../../../src/common/captureError';
import { readIndex } from '../../../src/live/pprofIndex';
import { parseAddress } from '../../../src/live/pprofAddress';
import { fetchProfile } from '../../../src/live/profileRequest';
import { until } from '../../shared/until';
import { pprofTop } from './module';

/** Serves net/http/pprof over http and https (with a self-signed certificate) and keeps itself busy. */
const SERVER = `package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math/big"
	"net"
	"net/http"
	_ "net/http/pprof"
	"runtime"
	"time"
)

var sink []byte

//go:noinline
func burn() {
	sink = make([]byte, 1<<16)
	for i := range sink {
		sink[i] = byte(i * i)
	}
}

func certificate() tls.Certificate {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, _ := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func main() {
	runtime.SetBlockProfileRate(1)
	runtime.SetMutexProfileFraction(1)
	plain, _ := net.Listen("tcp", "127.0.0.1:0")
	secure, _ := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate()}})
	go http.Serve(plain, nil)
	go http.Serve(secure, nil)
	fmt.Println("ADDRESSES", plain.Addr(), secure.Addr())
	for {
		burn()
		time.Sleep(50 * time.Microsecond)
	}
}
`;

const folder = mkdtempSync(join(tmpdir(), 'httpPprof-'));
const { signal } = new AbortController();
let server: ChildProcess;
let plain = '';
let secure = '';

before(async () => {
  writeFileSync(join(folder, 'main.go'), SERVER);
  const binary = join(folder, process.platform === 'win32' ? 'server.exe' : 'server');
  execFileSync('go', ['build', '-o', binary, 'main.go'], { cwd: folder, env: { ...process.env, GO111MODULE: 'off' } });
  server = spawn(binary, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until(() => output.includes('\n'));
  [, plain = '', secure = ''] = output.trim().split(' ');
});

after(() => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('readIndex returns the profiles that a server lists, and pprof can read each of them', async () => {
  const target = parseAddress(plain);
  assert.ok(target.isIndex);
  const { profiles, isListed } = await readIndex(target.url, signal);
  assert.ok(isListed);
  const names = profiles.map(({ name }) => name);
  assert.deepEqual(names, ['profile', 'heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate', 'trace']);
  for (const { name, url, count, description } of profiles.filter(({ name }) => name !== 'trace')) {
    assert.ok(description.length > 10, name);
    assert.equal(count === undefined, name === 'profile');
    const { bytes } = await fetchProfile({ url, signal, seconds: name === 'profile' ? 1 : undefined });
    assert.match(pprofTop(folder, bytes), /flat%/, name);
  }
  assert.ok((profiles.find(({ name }) => name === 'goroutine')?.count ?? 0) >= 1);
});

/** A second may pass without a sample, or without the garbage collection that publishes allocations. */
const MAX_TRIES = 20;

test('a CPU profile and a heap difference cover the given number of seconds', async () => {
  const topOf = async (path: string, seconds?: number, ...flags: readonly string[]) => {
    const { url } = parseAddress(`${plain}/debug/pprof/${path}`);
    for (let tries = 1; ; tries++) {
      const text = pprofTop(folder, (await fetchProfile({ url, seconds, signal })).bytes, ...flags);
      // A busy machine takes longer, but not as long as the default of 30 seconds.
      assert.match(text, /Duration: ([1-9](\.\d+)?s|9\d\d\.\d+ms)/);
      if (text.includes('main.burn') || tries === MAX_TRIES) return text;
    }
  };
  const tops = await Promise.all([topOf('profile', 1), topOf('allocs?seconds=1', undefined, '-sample_index=alloc_space')]);
  for (const text of tops) assert.match(text, /main\.burn/);
});

test('an address becomes the same URL as in go tool pprof', () => {
  const urlInPprof = (address: string) => {
    const env = { ...process.env, PPROF_TMPDIR: folder };
    const { stderr } = spawnSync('go', ['tool', 'pprof', '-top', address], { encoding: 'utf8', env });
    return /Fetching profile over HTTP from (.*)/.exec(stderr)?.[1];
  };
  const forms = ['HOST/debug/pprof/heap', 'http://HOST/debug/pprof/heap', 'HOST/debug/pprof/allocs?seconds=1'];
  for (const form of forms) {
    const address = form.replace('HOST', plain);
    assert.equal(parseAddress(address).url.href, urlInPprof(address));
  }
});

test("a failure has the server's error text", async () => {
  const fetchPath = (path: string) => fetchProfile({ url: parseAddress(`${plain}/debug/pprof/${path}`).url, signal });
  const notFound = { failure: 'httpStatus', message: /responded with 404 Not Found: Unknown profile\.$/ };
  await assert.rejects(fetchPath('nope'), notFound);
  await assert.rejects(fetchPath('heap?seconds=-1'), { failure: 'httpStatus', message: /must be a positive integer\.$/ });
  const stop = new AbortController();
  const { url } = parseAddress(`${plain}/debug/pprof/profile`);
  const both = [1, 2].map(() => fetchProfile({ url, seconds: 30, signal: stop.signal }));
  // The server takes only one CPU profile at a time.
  const refused = await Promise.race(both).catch((error: unknown) => error as CaptureError);
  stop.abort();
  await Promise.allSettled(both);
  assert.ok('failure' in refused && refused.failure === 'profilerInUse', 'neither request was refused');
  assert.match(refused.message, /^Another CPU profile of .* is being taken\./);
  assert.match(refused.detail ?? '', /Could not enable CPU profiling: cpu profiling already in use\s*$/);
});

test('the failure for a text profile or a web page says what the server sent', async () => {
  const fetchPath = (path: string) => fetchProfile({ url: parseAddress(`${plain}${path}`).url, signal });
  const notAProfile = (message: RegExp) => ({ failure: 'notAProfile', message });
  await assert.rejects(fetchPath('/debug/pprof/heap?debug=1'), notAProfile(/remove debug=1\.$/));
  await assert.rejects(fetchPath('/debug/pprof/goroutine?debug=2'), notAProfile(/remove debug=2\.$/));
  await assert.rejects(fetchPath('/debug/pprof/'), notAProfile(/web page/));
});

test('an execution trace is fetched, and go tool trace reads it', async () => {
  const { bytes, isTrace } = await fetchProfile({ url: parseAddress(`${plain}/debug/pprof/trace?seconds=1`).url, signal });
  assert.ok(isTrace);
  const file = join(folder, 'trace.out');
  writeFileSync(file, bytes);
  const events = spawnSync('go', ['tool', 'trace', '-d=parsed', file], { encoding: 'utf8', maxBuffer: 1 << 30 });
  assert.match(events.stdout, /StateTransition/);
});

test('a self-signed certificate is refused, except with https+insecure', async () => {
  const fetchHeap = (scheme: string) => fetchProfile({ url: parseAddress(`${scheme}${secure}/debug/pprof/heap`).url, signal });
  const untrusted = { failure: 'unreachable', message: /use https\+insecure:\/\/ if you trust the host/ };
  await assert.rejects(fetchHeap('https://'), untrusted);
  assert.match(pprofTop(folder, (await fetchHeap('https+insecure://')).bytes), /flat%/);
  const index = parseAddress(`https+insecure://${secure}`).url;
  const { profiles } = await readIndex(index, signal);
  assert.equal(profiles[1].url.href, `https+insecure://${secure}/debug/pprof/heap`);
  assert.ok(profiles[1].count !== undefined);
  await assert.rejects(fetchHeap('http://'), { failure: 'httpStatus', message: /use https:\/\/\.$/ });
});
