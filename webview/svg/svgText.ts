/** Escapes text for the content and the attributes of XML 1.0. Characters that XML forbids become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Lone surrogates, control characters, non-characters. Source: https://www.w3.org/TR/xml/#charsets */
const FORBIDDEN = new RegExp(
  [
    '[\\ud800-\\udbff](?![\\udc00-\\udfff])',
    '(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
    '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]',
  ].join('|'),
  'g',
);

type Attributes = Readonly<Record<string, string | number>>;

/** An XML element. Escapes attributes, but not children. */
export function tag(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const attributeText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`).join('');
  return children.length === 0 ? `<${name}${attributeText}/>` : `<${name}${attributeText}>${children.join('')}</${name}>`;
}

/** Rounds pixels to a tenth. */
export function roundPixels(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Wraps a text into lines of at most `maxLength` characters. Breaks only words that are longer. */
export function wrapText(text: string, maxLength: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= maxLength || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
    for (; line.length > maxLength; line = line.slice(maxLength)) lines.push(line.slice(0, maxLength));
  }
  return line === '' ? lines : [...lines, line];
}
