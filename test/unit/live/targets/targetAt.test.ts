import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from '../../../../src/live/pprofAddress';
import { targetAt } from '../../../../src/live/targets/targetAt';

const targets = [
  { id: '1', name: 'shop', addresses: ['localhost:6060', 'localhost:6061'] },
  { id: '2', name: 'gateway', addresses: ['https://api.example.com/debug/pprof/'] },
  { id: '3', name: 'orders', addresses: ['https://api.example.com/orders/pprof/'] },
  { id: '4', name: 'local', addresses: ['unix:/run/api.sock'] },
];

const nameAt = (address: string) => targetAt(parseAddress(address).url, targets)?.name;

test('an address belongs to the saved service with its scheme, host and port', () => {
  assert.deepEqual(['localhost:6061', 'localhost:6060/debug/pprof/heap'].map(nameAt), ['shop', 'shop']);
  assert.equal(nameAt('http+unix://%2Frun%2Fapi.sock/debug/pprof/heap'), 'local');
  assert.deepEqual(['localhost:6062', 'https://localhost:6060', 'http://api.example.com'].map(nameAt), [undefined, undefined, undefined]);
});

test('of services behind one host, the one is meant under whose path the address is', () => {
  assert.equal(nameAt('https://api.example.com/orders/pprof/heap'), 'orders');
  assert.equal(nameAt('https://api.example.com/debug/pprof/heap'), 'gateway');
  assert.equal(nameAt('https://api.example.com/other/heap'), 'gateway');
});
