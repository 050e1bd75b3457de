import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaptureError } from '../../../src/common/captureError';
import { parseAddress } from '../../../src/live/pprofAddress';

const target = (text: string) => {
  const { url, isIndex } = parseAddress(text);
  return `${isIndex ? 'index' : 'profile'} ${url.href}`;
};

test('reads an address without a path as the index', () => {
  assert.equal(target('localhost:6060'), 'index http://localhost:6060/debug/pprof/');
  assert.equal(target(':6060'), 'index http://localhost:6060/debug/pprof/');
  assert.equal(target('6060'), 'index http://localhost:6060/debug/pprof/');
  assert.equal(target('10.0.0.1:80/'), 'index http://10.0.0.1/debug/pprof/');
  assert.equal(target('[::1]:6060'), 'index http://[::1]:6060/debug/pprof/');
  assert.equal(target('https://host.example'), 'index https://host.example/debug/pprof/');
  assert.equal(target('host:1/app/debug/pprof'), 'index http://host:1/app/debug/pprof/');
});

test('reads a path with a slash at its end as an index, unless it names a profile', () => {
  assert.equal(target('host:1/internal/prof/'), 'index http://host:1/internal/prof/');
  assert.equal(target('host:1/debug/pprof/mine/'), 'profile http://host:1/debug/pprof/mine/');
  assert.equal(target('host:1/internal/heap/'), 'profile http://host:1/internal/heap/');
  assert.equal(target('host:1/internal/trace/'), 'profile http://host:1/internal/trace/');
});

test('reads an address with a path as a profile, in every form that pprof accepts', () => {
  assert.equal(target('localhost:6060/debug/pprof/heap'), 'profile http://localhost:6060/debug/pprof/heap');
  assert.equal(target('host/path'), 'profile http://host/path');
  assert.equal(target('//host:1/path'), 'profile http://host:1/path');
  assert.equal(target('http://h/debug/pprof/profile?seconds=5#x'), 'profile http://h/debug/pprof/profile?seconds=5');
  assert.equal(target('https+insecure://h:1/debug/pprof/heap'), 'profile https+insecure://h:1/debug/pprof/heap');
  assert.equal(target('http://u:p@h:1/x'), 'profile http://u:p@h:1/x');
});

test('reads a go tool pprof command line, with or without quotes', () => {
  assert.equal(target('go tool pprof -http=:8080 http://h:1/debug/pprof/heap'), 'profile http://h:1/debug/pprof/heap');
  assert.equal(target(' "http://h:1/debug/pprof/heap" '), 'profile http://h:1/debug/pprof/heap');
});

test('rejects text that is not an address', () => {
  const refusal = (text: string) => {
    try {
      return target(text);
    } catch (error) {
      assert.ok(error instanceof CaptureError && error.failure === 'badAddress');
      return error.message;
    }
  };
  assert.match(refusal('  '), /^Enter an address/);
  assert.match(refusal('ftp://h/x'), /not over ftp:/);
  assert.match(refusal('http://'), /^Invalid address/);
  assert.match(refusal('host:99999/x'), /^Invalid address/);
  assert.match(refusal('http+unix://%FF/debug/pprof/'), /^Invalid address/);
  assert.match(refusal('http+unix://%zz/debug/pprof/'), /^Invalid address/);
  for (const file of ['/tmp/cpu.pprof', './cpu.pprof', '~/cpu.pprof', 'C:\\cpu.pprof', 'file:///tmp/cpu.pprof']) {
    assert.match(refusal(file), /is a file: open it/, file);
  }
});

test('explains what is wrong with credentials without repeating them', () => {
  const refusal = (text: string) => {
    assert.throws(() => parseAddress(text), (error: Error) => !/s3cret/.test(error.message));
    try {
      return target(text);
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const address of ['http://u%:s3cret@h', 'http://u:s3cret%E0%A4%A@h/x', 'https+insecure://u:s3cret%@h']) {
    assert.equal(refusal(address), 'The user name or password has a stray %: write it as %25.');
  }
  for (const address of ['http://u:1/s3cret@h/x', 'http://u:1?s3cret@h/x', 'u:1#s3cret@h']) assert.match(refusal(address), /%2F %3F %23/);
  assert.match(refusal('http://u:s3cret/x@h'), /^Invalid address/);
  assert.match(refusal('https+insecure://u:s3cret@h%zz:1/x'), /^Invalid address/);
});
