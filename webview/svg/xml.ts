/** Text as XML 1.0 has it, between tags and in attributes; what XML cannot hold becomes U+FFFD. */
export function escaped(text: string): string {
  return text.replace(UNHEARD_OF, '\ufffd').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Halves of surrogate pairs, control characters, non-characters. Source: https://www.w3.org/TR/xml/#charsets */
const UNHEARD_OF = new RegExp(
  [
    '[\\ud800-\\udbff](?![\\udc00-\\udfff])',
    '(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
    '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]',
  ].join('|'),
  'g',
);

type Attributes = Readonly<Record<string, string | number>>;

/** An element; attributes are escaped, children are not. */
export function tag(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`).join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

/** Pixels, to a tenth. */
export function px(value: number): number {
  return Math.round(value * 10) / 10;
}
