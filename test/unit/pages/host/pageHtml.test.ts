import assert from 'node:assert/strict';
import test from 'node:test';
import { pageHtml } from '../../../../src/pages/host/pageHtml';

const PARTS = {
  scriptUri: 'https://file.example/webview.js?a=1&b="2"',
  styleUri: 'https://file.example/webview.css',
  cspSource: 'https://file.example',
  nonce: 'abc/+=',
};

function policy(html: string): string {
  const content = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  return content.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

test('the page allows its own script and style, by nonce, and nothing unsafe', () => {
  const csp = policy(pageHtml(PARTS));
  assert.match(csp, /^default-src 'none'; script-src 'nonce-abc\/\+='; style-src https:\/\/file.example 'nonce-abc\/\+='/);
  assert.doesNotMatch(csp, /unsafe|\*|data:/);
});

test('the document has no inline script and no inline handler, and its addresses are escaped', () => {
  const html = pageHtml(PARTS);
  assert.equal(html.match(/<script/g)?.length, 1);
  assert.match(html, /<script nonce="abc\/\+=" src="https:\/\/file.example\/webview.js\?a=1&#38;b=&#34;2&#34;"><\/script>/);
  assert.doesNotMatch(html, /\son\w+=/);
});
