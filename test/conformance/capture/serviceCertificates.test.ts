import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Connection } from '../../../src/http/connection';
import { until } from '../../shared/until';
import { failureOf, fetch } from '../../shared/fetchFailure';

/** Serves net/http/pprof with certificates that are good, expired, for another host, and only to known clients. */
const SERVER = `package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"time"
)

var authority = &x509.Certificate{
	SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true,
	NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
}
var authorityKey, _ = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)

func issue(template *x509.Certificate) (der []byte, key *ecdsa.PrivateKey) {
	key, _ = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	der, _ = x509.CreateCertificate(rand.Reader, template, authority, &key.PublicKey, authorityKey)
	return
}

func write(file, kind string, bytes []byte) {
	os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600)
}

func serve(name string, end time.Time, clients *x509.CertPool) net.Addr {
	der, key := issue(&x509.Certificate{
		SerialNumber: big.NewInt(2), DNSNames: []string{name}, NotBefore: time.Now().Add(-24 * time.Hour), NotAfter: end,
	})
	config := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	if clients != nil {
		config.ClientAuth, config.ClientCAs = tls.RequireAndVerifyClientCert, clients
	}
	listener, _ := tls.Listen("tcp", "127.0.0.1:0", config)
	go http.Serve(listener, nil)
	return listener.Addr()
}

func main() {
	root, _ := x509.CreateCertificate(rand.Reader, authority, authority, &authorityKey.PublicKey, authorityKey)
	write("ca.pem", "CERTIFICATE", root)
	der, key := issue(&x509.Certificate{
		SerialNumber: big.NewInt(3), NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	})
	write("client.pem", "CERTIFICATE", der)
	bytes, _ := x509.MarshalECPrivateKey(key)
	write("client.key", "EC PRIVATE KEY", bytes)
	pool := x509.NewCertPool()
	parsed, _ := x509.ParseCertificate(root)
	pool.AddCert(parsed)
	later := time.Now().Add(time.Hour)
	fmt.Println(serve("localhost", later, nil), serve("localhost", time.Now().Add(-time.Hour), nil),
		serve("api.example.com", later, nil), serve("localhost", later, pool))
	select {}
}
`;

const folder = mkdtempSync(join(tmpdir(), 'serviceCertificates-'));
let server: ChildProcess;
let urls: URL[] = [];

before(async () => {
  writeFileSync(join(folder, 'main.go'), SERVER);
  const program = join(folder, process.platform === 'win32' ? 'server.exe' : 'server');
  execFileSync('go', ['build', '-o', program, 'main.go'], { cwd: folder, env: { ...process.env, GO111MODULE: 'off' } });
  server = spawn(program, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until(() => output.includes('\n'));
  urls = output.trim().split(' ').map((host) => new URL(`https://localhost:${host.split(':')[1]}/debug/pprof/heap`));
});

after(() => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const failure = (url: URL, connection: Connection): Promise<string> => failureOf(fetch(url, { connection }));

test('a service with an authority of its own is fetched from, and each problem of its certificate has its words', async () => {
  const ca = read('ca.pem');
  const [good, expired, other] = urls;
  assert.ok((await fetch(good, { connection: { ca } })).bytes.length > 0);
  assert.match(await failure(good, {}), /is not trusted \([^;)]*\): edit the service with its authority, or use https\+insecure/);
  assert.match(await failure(expired, { ca }), /The certificate of localhost:\d+ has expired: renew it, or use https\+insecure/);
  assert.match(await failure(other, { ca }), /is for another host \(DNS:api\.example\.com\): write the host that it is for/);
  assert.ok((await fetch(other, { connection: { ca, serverName: 'api.example.com' } })).bytes.length > 0);
  assert.ok((await fetch(expired, { connection: { isUnchecked: true } })).bytes.length > 0);
});

test('a service that wants a certificate of its client gets it, and otherwise says that it wants one', async () => {
  const [ca, certificate, key] = ['ca.pem', 'client.pem', 'client.key'].map(read);
  const guarded = urls[3];
  assert.match(await failure(guarded, { ca }), /localhost:\d+ wants to see the certificate of a client that it knows/);
  assert.ok((await fetch(guarded, { connection: { ca, certificate, key } })).bytes.length > 0);
  assert.match(await failure(guarded, { ca, certificate, key: ca }), /The certificate or key for localhost:\d+ cannot be used/);
});
