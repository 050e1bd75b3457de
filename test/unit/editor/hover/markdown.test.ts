import assert from 'node:assert/strict';
import test from 'node:test';
import { breakable, escapeMarkdown } from '../../../../src/editor/hover/markdown';

/** The text that a Markdown renderer shows for entities. */
function shown(markdown: string): string {
  return markdown
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

const HOSTILE = [
  'main.(*T).Do[...]',
  '<img src=x onerror=alert(1)>',
  '[click](command:evil) ![i](http://h/x.png)',
  '`code` **bold** _it_ ~~no~~ | cell | $(flame)',
  'https://host/path www.host.org a@b.org',
  '- list\n# head\n| a | b |',
  '\\*&amp;',
];

for (const name of HOSTILE) {
  test(`${JSON.stringify(name)} is escaped to text without characters that Markdown interprets`, () => {
    assert.doesNotMatch(escapeMarkdown(name).replace(/&(#\d+|lt|gt|amp);/g, ''), /[\\`*_{}[\]()#+.!|~$:@<>&\n-]/);
  });

  test(`${JSON.stringify(name)} is shown unchanged, with spaces for line breaks`, () => {
    assert.equal(shown(escapeMarkdown(name)), name.replace(/\n/g, ' '));
  });
}

test('long names can wrap between their words, short ones and other text cannot; a copy has no other character', () => {
  const parts = (text: string) => breakable(text).split('<wbr>').map(shown);
  assert.deepEqual(parts('bench_test.BenchmarkUTF8OfManyWords'), ['bench_', 'test.', 'Benchmark', 'UTF8', 'Of', 'Many', 'Words']);
  assert.deepEqual(parts('toml.(*decoder).fusedKeyValueOfDocument'), ['toml.', '(*decoder).', 'fused', 'Key', 'Value', 'Of', 'Document']);
  assert.deepEqual(parts('toml.(*T).KeyOf'), ['toml.(*T).KeyOf']);
  assert.deepEqual(parts('for i := range someNames { total += i }'), ['for i := range someNames { total += i }']);
  const name = 'toml.(*decoder).<b>fusedKeyValueOfDocument';
  assert.equal(shown(breakable(name).replaceAll('<wbr>', '')), name);
  assert.doesNotMatch(breakable(name), /[\u200b\u2060]|<b>/);
});
