import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { base64Pieces, htmlDocument } from '../../../../src/engine/node/htmlDocument';

const BUNDLE = { script: 'const a = "<!--", b = 1 < 2 && "é";', style: 'a > b { color: red; }', notices: 'Copyright' };
const HOSTILE = '</script><img src=x onerror="alert(1)"><!--';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The contents of the elements with a tag. */
const contentsOf = (html: string, tag: string): string[] => {
  return [...html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'gs'))].map(([, content]) => content!);
};

test('the policy allows the script and the styles of the page by their hashes, and nothing else', () => {
  const { before, after } = htmlDocument(BUNDLE, '{}');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(before)?.[1];
  assert.equal(policy, [
    `default-src 'none'`,
    `script-src ${hashOf(BUNDLE.script)}`,
    `style-src ${hashOf(BUNDLE.style)} ${hashOf('')}`,
    `connect-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; '));
  const html = before + after;
  assert.deepEqual(contentsOf(html, 'style'), [BUNDLE.style]);
  assert.equal(contentsOf(html, 'script').at(-1), BUNDLE.script);
  assert.doesNotMatch(html, /https?:|src=|href=/);
});

test('texts of the page are in the document as base64 only', () => {
  const content = JSON.stringify({ title: HOSTILE });
  const { before, after } = htmlDocument(BUNDLE, content);
  assert.doesNotMatch(before + after, /onerror/);
  const [page = '', profile] = contentsOf(before + after, 'script');
  assert.equal(Buffer.from(page, 'base64').toString(), content);
  assert.equal(profile, '');
});

test('a bundle that would end its own element is refused', () => {
  for (const script of ['"</script>"', '"<SCRIPT"', 'a\r\nb', 'a\0b']) {
    assert.throws(() => htmlDocument({ ...BUNDLE, script }, '{}'), /cannot be part of an HTML document/);
  }
  assert.throws(() => htmlDocument({ ...BUNDLE, style: 'a::before { content: "</style>"; }' }, '{}'));
});

test('the licenses are in a comment that their text cannot end', () => {
  const { after } = htmlDocument({ ...BUNDLE, notices: 'MIT\n-----\n--> <script>x</script> --!>' }, '{}');
  assert.match(after, /<!--\nMIT\n- - - - -\n- -> <script>x<\/script> - -!>\n-->\n<\/body>/);
});

test('pieces of any length are one base64 text', async () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, i) => 7 * i);
  for (const size of [1, 2, 3, 4, 7, 100]) {
    const pieces = Array.from({ length: Math.ceil(100 / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
    const texts: string[] = [];
    const all = (async function* () {
      yield* pieces;
    })();
    for await (const text of base64Pieces(all)) texts.push(text);
    assert.equal(texts.join(''), Buffer.from(bytes).toString('base64'));
  }
});
