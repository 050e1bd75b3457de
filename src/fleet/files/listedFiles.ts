import { CaptureError, isCaptureError } from '../../common/captureError';
import { type Connection, serverText } from '../../http/connection';
import { withSecretsHidden } from '../../http/httpFailure';
import { type Answer, httpGet, isSameServer } from '../../http/httpGet';
import { withOneRetry } from '../../http/retryAfter';
import { STORE_WORDS, storeFailure } from '../storeFailure';
import { type FileSet, type FindOptions, type FoundFile, isProfileName, sortedByName } from './foundFiles';
import { type Listed, readListing } from './listingPage';

const LIMIT_MS = 60_000;
const MAX_PAGE_BYTES = 32 << 20;
const MAX_FILE_BYTES = 256 << 20;
const MAX_UNPACKED_BYTES = 1 << 30;
/** Pages of folders that are read. */
const MAX_PAGES = 1000;
/** More are not listed, so that a server cannot fill the memory. */
const MAX_FOUND = 200_000;
/** Each is fetched to know its time. */
const MAX_LISTED = 5000;
const SLOW_ADVICE = 'download the files and name their folder';

/** The profiles that a server lists at an address, and in folders below it. */
export function listedFiles(base: URL, connection: Connection): FileSet {
  return { where: serverText(base) + base.pathname, find: (options) => new Listing(base, connection, options).files() };
}

class Listing {
  private readonly found = new Map<string, FoundFile>();
  private readonly asked = new Set<string>();

  constructor(
    private readonly base: URL,
    private readonly connection: Connection,
    private readonly options: FindOptions,
  ) {}

  async files(): Promise<readonly FoundFile[]> {
    const { onNote, signal } = this.options;
    const waiting = [this.base];
    for (let page = waiting.shift(); page !== undefined && this.asked.size < MAX_PAGES; page = waiting.shift()) {
      if (this.asked.has(page.href)) continue;
      this.asked.add(page.href);
      for (const other of await this.pagesIn(page)) waiting.push(other);
      if (this.found.size > MAX_FOUND || waiting.length > MAX_FOUND) break;
    }
    if (waiting.length > 0) onNote(`Only the first ${MAX_PAGES} pages of ${serverText(this.base)} were read: name a folder in it.`);
    const sorted = await sortedByName([...this.found.values()], signal);
    if (sorted.length <= MAX_LISTED) return sorted;
    onNote(`Only the last ${MAX_LISTED} of ${sorted.length} files were looked at, in the order of their names: name a folder.`);
    return sorted.slice(-MAX_LISTED);
  }

  /** Like readPage; a page that cannot be read is named, unless it is the first one. */
  private async pagesIn(page: URL): Promise<URL[]> {
    try {
      return await this.readPage(page);
    } catch (error) {
      if (this.asked.size === 1 || !isCaptureError(error)) throw error;
      this.options.onNote(`A folder is left out: ${error.message}`);
      return [];
    }
  }

  /** Adds the files of a page. Returns other pages: those of folders in it, and its continuation. */
  private async readPage(page: URL): Promise<URL[]> {
    const { signal } = this.options;
    const answer = await this.get(page, signal, MAX_PAGE_BYTES);
    const listed = this.listed(answer);
    const pages: URL[] = [];
    for (const link of listed.links) {
      const url = this.inside(link, answer.url);
      if (url === undefined) continue;
      const name = this.nameOf(url);
      if (isProfileName(name)) this.found.set(name, { name, version: undefined, read: (to) => this.readFile(url, to) });
      else if (url.pathname.endsWith('/')) pages.push(url);
    }
    if (listed.next !== undefined) {
      const next = new URL(page);
      Object.entries(listed.next).forEach(([name, value]) => next.searchParams.set(name, value));
      pages.unshift(next);
    }
    return pages;
  }

  private listed({ url, body }: Answer): Listed {
    const text = new TextDecoder().decode(body);
    const listed = readListing(text, url);
    if (listed !== undefined) return listed;
    const sentence = `${serverText(url)}${url.pathname} lists no files`;
    throw new CaptureError('notAProfile', `${sentence}: write the address of a folder.`, undefined, text.slice(0, 200));
  }

  /** The address of a link, if it is on the same server and below the listing. */
  private inside(link: string, page: URL): URL | undefined {
    if (!URL.canParse(link, page)) return undefined;
    const url = new URL(link, page);
    url.hash = '';
    // Parameters sort the page, unless they sign the address.
    if (url.pathname.endsWith('/')) url.search = '';
    return isSameServer(this.base, url) && url.pathname.startsWith(this.folder()) ? url : undefined;
  }

  private nameOf({ pathname }: URL): string {
    const path = pathname.slice(this.folder().length);
    try {
      return decodeURIComponent(path);
    } catch {
      return path;
    }
  }

  private folder(): string {
    return this.base.pathname.replace(/[^/]*$/, (last) => (last === '' ? '' : `${last}/`));
  }

  private async readFile(url: URL, signal: AbortSignal): Promise<Uint8Array> {
    return (await this.get(url, signal, MAX_FILE_BYTES)).body;
  }

  private async get(url: URL, signal: AbortSignal, maxBytes: number): Promise<Answer> {
    const { connection } = this;
    const sizes = { maxBytes, maxUnpackedBytes: MAX_UNPACKED_BYTES };
    const limits = { ...sizes, limitMs: LIMIT_MS, slowAdvice: SLOW_ADVICE, words: STORE_WORDS };
    try {
      return await withOneRetry(async () => {
        const answer = await httpGet({ url, connection, signal, ...limits });
        if (answer.status !== 200) throw storeFailure(answer, 'a listing of files');
        return answer;
      }, signal);
    } catch (error) {
      throw withSecretsHidden(error, url, connection);
    }
  }
}
