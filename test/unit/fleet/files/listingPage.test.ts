import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readListing } from '../../../../src/fleet/files/listingPage';

const PAGE = new URL('http://h/runs/');
const linksOf = (html: string): readonly string[] | undefined => readListing(html, PAGE)?.links;

test('the pages of nginx, Apache, Go and Python are read', () => {
  const nginx = '<html>\r\n<head><title>Index of /runs/</title></head>\r\n<body>\r\n<h1>Index of /runs/</h1><hr><pre><a href="../">../</a>\r\n<a href="api%201.pb.gz">api 1.pb.gz</a>   29-Nov-2026 10:00   1234\r\n</pre><hr></body>\r\n</html>\r\n';
  assert.deepEqual(linksOf(nginx), ['../', 'api%201.pb.gz']);
  const apache = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<html><head><title>Index of /runs</title></head><body><table>'
    + '<tr><th><a href="?C=N;O=D">Name</a></th></tr><tr><td valign="top"><img src="/icons/back.gif" alt="[PARENTDIR]"></td><td><a href="/">Parent Directory</a></td></tr>'
    + '<tr><td><a class="f" href=\'a&amp;b.pb.gz\'>a&amp;b.pb.gz</a></td></tr></table></body></html>';
  assert.deepEqual(linksOf(apache), ['?C=N;O=D', '/', 'a&b.pb.gz']);
  const go = '<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n<a href="x.pprof">x.pprof</a>\n<a href="sub/">sub/</a>\n</pre>\n';
  assert.deepEqual(linksOf(go), ['x.pprof', 'sub/']);
  const python = '<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<title>Directory listing for /</title>\n</head>\n<body>\n<ul>\n<li><a href="&#120;.pb.gz">x.pb.gz</a></li>\n<li><A HREF=y.pb.gz>y</A></li>\n</ul>\n</body>\n</html>\n';
  assert.deepEqual(linksOf(python), ['x.pb.gz', 'y.pb.gz']);
});

test('a bucket goes on at its token, its marker or its last key', () => {
  const nextOf = (more: string) =>
    readListing(`<ListBucketResult><Contents><Key>a/1</Key></Contents><IsTruncated>true</IsTruncated>${more}</ListBucketResult>`, PAGE)?.next;
  assert.deepEqual(nextOf('<NextContinuationToken>t</NextContinuationToken>'), { 'continuation-token': 't' });
  assert.deepEqual(nextOf('<NextMarker>m</NextMarker>'), { marker: 'm' });
  assert.deepEqual(nextOf(''), { marker: 'a/1' });
  assert.equal(readListing('<ListBucketResult/>', PAGE)?.next, undefined);
});

test('what is no listing is none, and a hostile page takes linear time', () => {
  assert.equal(linksOf('plain text'), undefined);
  assert.equal(linksOf(''), undefined);
  const begin = performance.now();
  assert.deepEqual(linksOf(`<html>${'<a '.repeat(1_000_000)}`), []);
  assert.deepEqual(linksOf(`<html>${'<a href '.repeat(300_000)}>`)?.length, 0);
  assert.equal(readListing(`<ListBucketResult>${'<Key>'.repeat(500_000)}`, PAGE)?.links.length, 0);
  assert.ok(performance.now() - begin < 5000);
});
