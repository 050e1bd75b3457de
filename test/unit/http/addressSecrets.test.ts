import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  basicAuthorization,
  hasStrayPercent,
  hideSecrets,
  originOf,
  percentEncoded,
  withoutSecrets,
} from '../../../src/http/addressSecrets';

const stored = (address: string) => withoutSecrets(new URL(address)).href;

test('an address is stored without credentials and without parameters that may be secret', () => {
  assert.equal(stored('http://u:s3cret@h:1/debug/pprof/heap?gc=1#t'), 'http://h:1/debug/pprof/heap?gc=1');
  assert.equal(stored('https+insecure://u:pa@ss@h:1/x'), 'https+insecure://h:1/x');
  const secrets = 'token=a&key=b&access_token=c&api_key=d&sig=e&anything=f&seconds=5&debug=0&SECONDS=7&debug=s3cret';
  assert.equal(stored(`http://h/x?${secrets}`), 'http://h/x?seconds=5');
  assert.equal(stored('http://h/x?token=a&seconds=5&debug=0'), 'http://h/x?seconds=5&debug=0');
});

test('credentials are sent byte for byte as written in the address, and a stray % is found', () => {
  const sent = (address: string) => {
    const header = basicAuthorization(new URL(address));
    return header && Buffer.from(header.replace('Basic ', ''), 'base64').toString('latin1');
  };
  assert.equal(sent('http://h/x'), undefined);
  assert.equal(sent('http://u:p%40s%20s@h/x'), 'u:p@s s');
  assert.equal(sent('http://u@h/x'), 'u:');
  assert.equal(sent('http://u:%FF@h/x'), 'u:\u00ff');
  assert.equal(sent('http://u%:p@h/x'), 'u%:p');
  assert.deepEqual(['u%:p', 'u:%E0%A4%A', '%zz:p', 'u:p%25'].map((credentials) => hasStrayPercent(new URL(`http://${credentials}@h/`))), [
    true,
    true,
    true,
    false,
  ]);
});

test('a password reaches the server as it was entered', () => {
  const password = 'p@s:s/w?ö#%%41\u{1f600}';
  const url = Object.assign(new URL('http://h/x'), { username: 'u', password: percentEncoded(password) });
  assert.equal(hasStrayPercent(url), false);
  const sent = Buffer.from(basicAuthorization(url)!.replace('Basic ', ''), 'base64').toString();
  assert.equal(sent, `u:${password}`);
});

test("a server's text is shown without the secrets of the request", () => {
  const url = new URL('http://me:s3%20cret@h/x?token=abc%2Fdef&seconds=5');
  const shown = (text: string) => hideSecrets(text, url);
  assert.equal(shown('no me:s3%20cret and no s3 cret'), 'no … and no …');
  assert.equal(shown('token abc/def or abc%2Fdef is not valid for 5 seconds'), 'token … or … is not valid for 5 seconds');
  assert.equal(shown(`Basic ${Buffer.from('me:s3 cret').toString('base64')}`), 'Basic …');
});

test('the origin of an https+insecure address keeps the scheme', () => {
  assert.equal(originOf(new URL('https+insecure://h:1/x')), 'https+insecure://h:1');
});
