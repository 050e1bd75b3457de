/** Reads the pages on which servers list files: HTML of nginx, Apache, Go and Python; XML of S3 and what is like it. */

/** A longer tag is not a link. */
const MAX_TAG = 8192;

export interface Listed {
  /** Addresses relative to the page, or whole ones. */
  readonly links: readonly string[];
  /** Parameters of the next page; undefined on the last one. */
  readonly next: Readonly<Record<string, string>> | undefined;
}

/** The links of a listing; undefined if the text is none. In linear time. */
export function readListing(text: string, page: URL): Listed | undefined {
  if (/^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<ListBucketResult[\s>/]/.test(text.slice(0, 1000))) return readBucket(text, page);
  if (!/<(?:!doctype|html|head|title|pre|body|ul|table|a)\b/i.test(text.slice(0, 2000))) return undefined;
  return { links: hrefsOf(text), next: undefined };
}

function hrefsOf(html: string): string[] {
  const links: string[] = [];
  const starts = /<a\s/gi;
  for (let start = starts.exec(html); start !== null; start = starts.exec(html)) {
    const end = html.indexOf('>', start.index);
    if (end < 0) break;
    const tag = html.slice(start.index, Math.min(end, start.index + MAX_TAG));
    const [, double, single, bare] = /\shref\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? [];
    const link = double ?? single ?? bare;
    if (link !== undefined) links.push(decoded(link.trim()));
    starts.lastIndex = end;
  }
  return links;
}

/** Keys start at the bucket, whose address is the page's. */
function readBucket(xml: string, page: URL): Listed {
  const keys = textsOf(xml, 'Key');
  const base = page.pathname.replace(/\/*$/, '/');
  // A key that ends in a slash only stands for a folder, whose keys are listed too.
  const links = keys.filter((key) => !key.endsWith('/')).map((key) => base + key.split('/').map(encodeURIComponent).join('/'));
  const [isCut] = textsOf(xml, 'IsTruncated');
  if (isCut !== 'true') return { links, next: undefined };
  const [token] = textsOf(xml, 'NextContinuationToken');
  if (token !== undefined) return { links, next: { 'continuation-token': token } };
  const marker = textsOf(xml, 'NextMarker')[0] ?? keys.at(-1);
  return { links, next: marker === undefined ? undefined : { marker } };
}

function textsOf(xml: string, name: string): string[] {
  const texts: string[] = [];
  const [begin, finish] = [`<${name}>`, `</${name}>`];
  for (let at = xml.indexOf(begin); at >= 0; at = xml.indexOf(begin, at)) {
    const from = at + begin.length;
    const end = xml.indexOf(finish, from);
    if (end < 0) break;
    texts.push(decoded(xml.slice(from, end)));
    at = end;
  }
  return texts;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text without entities. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? parseInt(hex as string, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
