import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageSteps } from '../../../src/live/indexPage';
import { parseIndex } from '../../../src/live/pprofIndex';

const INDEX = new URL('http://h:1/debug/pprof/');

const listed = (html: string, index = INDEX) =>
  parseIndex(html, index).map(({ name, count, url, description }) => `${name} ${count} ${url.href} ${description}`);

test('reads counts, links and descriptions from the index page of net/http/pprof', () => {
  const html = `<table>
<thead><td>Count</td><td>Profile</td></thead>
<tr><td>12</td><td><a href='allocs?debug=1'>allocs</a></td></tr>
<tr><td>0</td><td><a href='cmdline?debug=1'>cmdline</a></td></tr>
<tr><td>3</td><td><a href='my&#39;s%20own?debug=1'>my&#39;s own</a></td></tr>
<tr><td>0</td><td><a href='profile?debug=1'>profile</a></td></tr>
<tr><td>0</td><td><a href='trace?debug=1'>trace</a></td></tr>
</table>
<a href="goroutine?debug=2">full goroutine stack dump</a>
<ul>
<li><div class=profile-name>allocs: </div> A sampling of &lt;all&gt; past allocations. You can do more.</li>
<li><div class=profile-name>profile: </div> CPU profile. You can specify the duration.</li>
</ul>`;
  assert.deepEqual(listed(html), [
    'profile undefined http://h:1/debug/pprof/profile CPU profile',
    'allocs 12 http://h:1/debug/pprof/allocs A sampling of <all> past allocations',
    "my's own 3 http://h:1/debug/pprof/my's%20own ",
    'trace 0 http://h:1/debug/pprof/trace Execution trace, for go tool trace',
  ]);
});

test('reads older pages, which have unquoted links and no descriptions', () => {
  const html = '<tr><td align=right>5<td><a href=heap?debug=1>heap</a>\n<tr><td align=right>7<td><a href=block?debug=1>block</a>';
  assert.deepEqual(listed(html), [
    'heap 5 http://h:1/debug/pprof/heap Memory allocations of live objects, sampled',
    'block 7 http://h:1/debug/pprof/block Stack traces that led to blocking on synchronization primitives',
  ]);
});

test('keeps the path prefix and credentials of the index, and the parameters of its links', () => {
  const index = new URL('https://u:p@h/app/debug/pprof/');
  assert.deepEqual(listed('1 <a href="/app/debug/pprof/mutex?debug=1&token=x">mutex</a>', index), [
    'mutex 1 https://u:p@h/app/debug/pprof/mutex?token=x Stack traces of holders of contended mutexes',
  ]);
});

test('links of a page without a slash at its end are below it, unless they repeat its name', () => {
  const urls = (path: string, ...links: string[]) => {
    const html = links.map((href) => `<a href="${href}">${href.split('/').at(-1)}</a>`).join(' ');
    return parseIndex(html, new URL(path, INDEX)).map(({ url }) => url.pathname);
  };
  assert.deepEqual(urls('/debug/pprof', 'heap', './mutex'), ['/debug/pprof/heap', '/debug/pprof/mutex']);
  assert.deepEqual(urls('/debug/pprof', 'pprof/heap', './pprof/mutex'), ['/debug/pprof/heap', '/debug/pprof/mutex']);
  assert.deepEqual(urls('/internal/prof', '/internal/prof/heap', '../other/mutex'), ['/internal/prof/heap', '/internal/other/mutex']);
  assert.deepEqual(urls('/prof/index.html', 'heap'), ['/prof/heap']);
});

test('lists no links to other servers, or to pages that are not profiles', () => {
  const html = `<a href="http://other/debug/pprof/heap">heap</a> <a href="https://h:1/debug/pprof/mutex">mutex</a>
<a href="/home">Home</a> <a href="javascript:heap">heap</a> <a href="http://[bad">bad</a> <a href="%E0%A4%A">x</a>`;
  assert.deepEqual(listed(html), []);
});

test('reads names with escapes, comments and markup as a browser shows them', () => {
  const html = `<!-- <a href="heap">heap</a> --><td>4&#32;</td><a title='a > b "' href = "a&#43;b?debug=1"><b>a&#43;b</b></a>
<li>a&#x2B;b: Counts a. Or b.</li>`;
  assert.deepEqual(listed(html), ['a+b 4 http://h:1/debug/pprof/a+b Counts a']);
});

test('adds the credentials and token of the index to its links, and ignores credentials in the page', () => {
  const index = new URL('http://u:p@h:1/debug/pprof/?token=x&debug=1');
  assert.deepEqual(listed('<a href="http://evil:e@h:1/debug/pprof/heap">heap</a>', index), [
    'heap undefined http://u:p@h:1/debug/pprof/heap?token=x Memory allocations of live objects, sampled',
  ]);
});

/** Pieces of HTML. A page that repeats a piece takes quadratic time if each search runs to the end of the page. */
const FLOODS = ['<a ', '<li>', '<', '<>', '&', '&amp;', '9', '9x', ' ', '<!--', '<a href="', `<a href='x"`, '<a href=x ', 'x<b>', '<li>a:<b>'];

test('reads hostile pages of four megabytes to their end', () => {
  for (const piece of FLOODS) {
    const flood = piece.repeat(Math.ceil((4 << 20) / piece.length));
    assert.deepEqual(listed(flood), [], piece);
  }
  let page = '';
  for (let i = 0; page.length < 1 << 20; i++) page += `<a href="p${i}">p${i}</a><li>p${i}: d`;
  assert.equal(listed(page).length, 500);
});

test('reads a large page in many short steps', () => {
  let steps = 0;
  for (const reading = pageSteps('<li>'.repeat(1 << 20)); !reading.next().done; ) steps++;
  assert.ok(steps >= 200, `${steps}`);
});
