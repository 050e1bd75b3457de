import type { Steps } from '../profile/common/guard';

/** A link of a page, with the last number between the previous link and this one. */
export interface PageLink {
  readonly href: string;
  /** The text of the link. */
  readonly name: string;
  readonly count?: number;
}

export interface IndexPage {
  readonly links: readonly PageLink[];
  /** The descriptions of list items `name: description`, by the name in lower case. */
  readonly descriptions: ReadonlyMap<string, string>;
}

/** Limit in characters for a tag; a longer one is skipped. */
const MAX_TAG = 4096;
/** Limit in characters for the beginning and the end of a text; a longer text loses its middle. */
const MAX_TEXT = 1000;
const MAX_LINKS = 10_000;
/** Tags read per step, which takes a few milliseconds. */
const TAGS_A_STEP = 5000;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;

/**
 * Reads an index page in linear time, whatever it contains. Pages differ by Go's release and by framework, so only
 * links, the numbers before them, and list items are read.
 */
export function* pageSteps(html: string): Steps<IndexPage> {
  const reader = new PageReader();
  let tags = 0;
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at);
    const open = next < 0 ? html.length : next;
    if (open > at) {
      reader.text(html.slice(at, Math.min(open, at + MAX_TEXT)), html.slice(Math.max(at, open - MAX_TEXT), open));
    }
    const end = tagEnd(html, open);
    const isTag = html.charCodeAt(end) === GREATER;
    if (isTag && end - open <= MAX_TAG) reader.tag(html.slice(open + 1, end));
    at = isTag ? end + 1 : end;
    if (++tags % TAGS_A_STEP === 0) yield;
  }
  return reader.page;
}

/** The end of the tag that begins at `open`: its `>`, else the next `<` or the end of the text. */
function tagEnd(html: string, open: number): number {
  if (html.startsWith('<!--', open)) return orEnd(html, html.indexOf('-->', open + 4), 2);
  let isValue = false;
  for (let at = open + 1; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === LESS || code === GREATER) return at;
    if (isValue && (code === DOUBLE_QUOTE || code === SINGLE_QUOTE)) {
      at = orEnd(html, html.indexOf(html[at], at + 1));
    }
    // A quote begins a value only after an equals sign; spaces may be between them.
    if (code > 32) isValue = code === EQUALS;
  }
  return html.length;
}

/** `index + offset`, or the end of the text if `index` is -1. */
function orEnd(html: string, index: number, offset = 0): number {
  return index < 0 ? html.length : index + offset;
}

/** The part of a page read so far. */
class PageReader {
  readonly page = { links: [] as PageLink[], descriptions: new Map<string, string>() };
  private link: { readonly href: string; name: string } | undefined;
  /** The last number since the last link. */
  private count: number | undefined;
  /** The name of the current list item, once it has been read. */
  private item: { name?: string } | undefined;

  /**
   * @param beginning the text, or the beginning of a long text
   * @param end the text, or the end of a long text
   */
  text(beginning: string, end: string): void {
    if (this.link) {
      if (this.link.name.length < MAX_TEXT) this.link.name += beginning;
    } else {
      const digits = decodeEntities(end).match(/\d+/g)?.at(-1);
      if (digits !== undefined) this.count = digits.length > 15 ? undefined : Number(digits);
    }
    if (this.item) this.describe(this.item, decodeEntities(beginning).trim());
  }

  /** @param tag the text between `<` and `>` */
  tag(tag: string): void {
    switch (/^\/?[a-z]+(?=[\s/]|$)/i.exec(tag)?.[0].toLowerCase()) {
      case 'a': {
        const href = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s]+))/i.exec(tag);
        this.link = href ? { href: decodeEntities(href[1] ?? href[2] ?? href[3] ?? ''), name: '' } : undefined;
        return;
      }
      case '/a':
        return this.endLink();
      case 'li':
        this.item = {};
        return;
      case '/li':
      case 'ul':
      case '/ul':
        this.item = undefined;
        return;
    }
  }

  private endLink(): void {
    const { link, count } = this;
    if (!link) return;
    this.link = this.count = undefined;
    const name = decodeEntities(link.name).trim();
    const { links } = this.page;
    if (links.length < MAX_LINKS) links.push({ href: link.href, name, ...(count !== undefined && { count }) });
  }

  /** Reads `name:` and a description, from one text or from two with tags between them. */
  private describe(item: { name?: string }, words: string): void {
    if (words === '') return;
    const [name, rest] = item.name === undefined ? nameAndRest(words) : [item.name, words];
    this.item = name === undefined || rest !== '' ? undefined : { name };
    const { descriptions } = this.page;
    if (name === undefined || rest === '' || descriptions.size >= MAX_LINKS) return;
    if (!descriptions.has(name.toLowerCase())) descriptions.set(name.toLowerCase(), rest);
  }
}

function nameAndRest(words: string): [name: string | undefined, rest: string] {
  const colon = words.search(/:(?=\s|$)/);
  return colon < 0 ? [undefined, ''] : [words.slice(0, colon), words.slice(colon + 1).trim()];
}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }));

function decodeEntities(html: string): string {
  return html.replace(/&(?:([a-z]{1,6})|#([xX][0-9a-fA-F]{1,5}|\d{1,6}));/g, (whole, name?: string, code?: string) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole;
    return String.fromCodePoint(Number(/^x/i.test(code!) ? `0${code}` : code));
  });
}
