import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf } from '../../../src/fleet/kindNames';
import { grafanaSourceOf, typedSource } from '../../../src/fleet/typedSource';

test('an address of a server needs no scheme, and ends without a slash', () => {
  assert.equal(typedSource('pyroscope', ' localhost:4040/ ').address, 'http://localhost:4040');
  assert.equal(typedSource('parca', ':7070').address, 'http://localhost:7070');
  assert.equal(typedSource('pyroscope', 'https://h/pyroscope/').address, 'https://h/pyroscope');
});

test('the page of a data source in Grafana means that data source', () => {
  const { address } = typedSource('pyroscope', 'https://g.example.com/grafana/connections/datasources/edit/aB-1');
  assert.equal(address, 'https://g.example.com/grafana/api/datasources/proxy/uid/aB-1');
  assert.equal(grafanaSourceOf(address), 'aB-1');
  assert.equal(grafanaSourceOf('http://localhost:4040'), undefined);
});

test('the listing of a bucket keeps its prefix, so that not the whole bucket is listed', () => {
  assert.equal(typedSource('files', 'https://b.example.com/?prefix=profiles/').address, 'https://b.example.com/?prefix=profiles%2F');
  assert.throws(() => typedSource('files', 'https://b.example.com/?prefix=a&X-Amz-Signature=s3cret'), /Leave out what follows/);
});

test('credentials are taken out of an address', () => {
  assert.deepEqual(typedSource('pyroscope', 'https://12%40x:to%2Fk@h'), { address: 'https://h', credentials: { user: '12@x', password: 'to/k' } });
});

test('what is no address of its kind is refused, and the message does not repeat it', () => {
  for (const [kind, text] of [
    ['pyroscope', ''], ['pyroscope', 'ftp://h'], ['parca', 'http://h?token=s3cret'], ['cloudProfiler', 'My Project'],
    ['files', 'profiles'], ['pyroscope', 'http://%:s3cret@h'],
  ] as const) {
    assert.throws(() => typedSource(kind, text), (error: Error) => error.name === 'CaptureError' && !error.message.includes('s3cret'), text);
  }
  assert.equal(typedSource('cloudProfiler', 'my-project-7').address, 'my-project-7');
  assert.equal(typedSource('files', '/srv/profiles/*.pb.gz').address, '/srv/profiles/*.pb.gz');
  assert.equal(typedSource('files', 'https://h/list/').address, 'https://h/list');
});

test('a row has the host of a data source in Grafana, and the path of other servers', () => {
  assert.equal(placeOf({ kind: 'pyroscope', address: 'https://g.example.com/api/datasources/proxy/uid/a' }), 'g.example.com');
  assert.equal(placeOf({ kind: 'pyroscope', address: 'https://h/pyroscope' }), 'h/pyroscope');
  assert.equal(placeOf({ kind: 'files', address: '/srv/p' }), '/srv/p');
});
