import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedAddresses } from '../../../../src/live/targets/typedAddresses';

const addressesIn = (text: string) => typedAddresses(text).addresses;

test('several addresses are separated by spaces, commas or lines, and each is saved once', () => {
  assert.deepEqual(addressesIn('localhost:6060'), ['localhost:6060']);
  assert.deepEqual(addressesIn(' :6060, 6061\nhttp://localhost:6061/ '), ['localhost:6060', 'localhost:6061']);
  assert.deepEqual(addressesIn('go tool pprof -seconds 5 http://h:1/debug/pprof/heap'), ['h:1']);
});

test('the address of a profile stands for the page that lists the profiles', () => {
  assert.deepEqual(addressesIn('http://h:1/debug/pprof/profile?seconds=5'), ['h:1']);
  assert.deepEqual(addressesIn('https://h/internal/prof/heap/'), ['https://h/internal/prof/']);
  assert.deepEqual(addressesIn('https://h/internal/prof/'), ['https://h/internal/prof/']);
  assert.deepEqual(addressesIn('http://h/custom'), ['http://h/custom']);
});

test('a socket is an address, with or without a path', () => {
  assert.deepEqual(addressesIn('unix:/run/api.sock'), ['http+unix://%2Frun%2Fapi.sock/debug/pprof/']);
  assert.deepEqual(addressesIn('unix:///run/api.sock:/prof/'), ['http+unix://%2Frun%2Fapi.sock/prof/']);
  assert.deepEqual(addressesIn('http+unix://%2Frun%2Fapi.sock/debug/pprof/heap'), ['http+unix://%2Frun%2Fapi.sock/debug/pprof/']);
});

test('credentials are taken out of the addresses', () => {
  const { addresses, credentials } = typedAddresses('http://me:p%40ss@h:1 h:2');
  assert.deepEqual([addresses, credentials], [['h:1', 'h:2'], { user: 'me', password: 'p@ss' }]);
});

test('what cannot be saved is refused without repeating it', () => {
  for (const text of ['', 'h:1 /etc/passwd', 'http+unix://%zz/x', 'http://h/prof/?token=s3cret', 'http://a:s3cret@h:1 http://b:x@h:2']) {
    assert.throws(() => addressesIn(text), (error: Error) => error.name === 'CaptureError' && !error.message.includes('s3cret'), text);
  }
});
