import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STORE_WORDS } from '../../../src/fleet/storeFailure';
import { certificateFailure } from '../../../src/http/certificateFailure';
import { SAVED_SERVICE_WORDS, SERVICE_WORDS } from '../../../src/http/serverWords';

const OWN = {
  code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  message: 'self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
};

test('a certificate that is not trusted is said with the ways on that the server has, and without those of Node.js', () => {
  assert.equal(
    certificateFailure(OWN, 'h:1', SERVICE_WORDS),
    'The certificate of h:1 is not trusted (self-signed certificate): save it as a service with its authority, or use https+insecure:// if you trust the host.',
  );
  assert.match(certificateFailure(OWN, 'h:1', SAVED_SERVICE_WORDS)!, /: edit the service with its authority, or use https\+insecure/);
  // Stores have addresses with https:// only.
  assert.equal(
    certificateFailure(OWN, 'h:1', STORE_WORDS),
    'The certificate of h:1 is not trusted (self-signed certificate): edit the store with its authority, or turn off the check of its certificate if you trust the host.',
  );
});
