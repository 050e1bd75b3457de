import assert from 'node:assert/strict';
import test from 'node:test';
import { escapeMarkdown } from '../../../../src/editor/hover/markdown';

/** What a Markdown renderer shows for text that consists of entities only. */
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
  test(`nothing of ${JSON.stringify(name)} is left for Markdown to read`, () => {
    assert.doesNotMatch(escapeMarkdown(name).replace(/&(#\d+|lt|gt|amp);/g, ''), /[\\`*_{}[\]()#+.!|~$:@<>&\n-]/);
  });

  test(`${JSON.stringify(name)} is shown as it is`, () => {
    assert.equal(shown(escapeMarkdown(name)), name.replace(/\n/g, ' '));
  });
}
