/** What Go prints above the stack of a goroutine. */
export interface GoroutineHeader {
  readonly id: number;
  readonly state: string;
  readonly minutes: number;
  readonly isLocked: boolean;
  /** Printed as `key="value", …`, sorted by key; empty without labels. */
  readonly labels: string;
}

interface Status {
  readonly state: string;
  readonly minutes: number;
  readonly isLocked: boolean;
}

const START = 'goroutine ';
/** GOTRACEBACK=system prints the addresses of g and m. */
const POINTERS = / gp=0x[\da-f]+ m=(?:nil|-?\d+)(?: mp=(?:0x[\da-f]+|nil))?/y;

/** Reads headers. The statuses are few, so they are read once. */
export class HeaderReader {
  private readonly statuses = new Map<string, Status>();

  /** The place of `goroutine ` in a line that may be a header; -1 if there is none. */
  find(line: string): number {
    const at = line.indexOf(START);
    return at > 0 && isWordCharacter(line.charCodeAt(at - 1)) ? -1 : at;
  }

  /**
   * Reads `goroutine 7 [select, 2 minutes, locked to thread]:` at a place of a line. Labels are in the brackets
   * (` labels:{"key": "value"}`, Go 1.26) or after them (` {key: "value"}`, Go 1.27). undefined for other text.
   */
  read(line: string, at: number): GoroutineHeader | undefined {
    let pos = at + START.length;
    const digits = pos;
    while (isDigit(line.charCodeAt(pos))) pos++;
    if (pos === digits) return undefined;
    const id = Number(line.slice(digits, pos));
    POINTERS.lastIndex = pos;
    if (POINTERS.test(line)) pos = POINTERS.lastIndex;
    if (!line.startsWith(' [', pos)) return undefined;
    pos += 2;
    const inBrackets = line.indexOf(' labels:{', pos);
    const closing = line.indexOf(']', pos);
    let labels: Labels | undefined;
    let status = '';
    if (inBrackets >= 0 && (closing < 0 || inBrackets < closing)) {
      labels = readLabels(line, inBrackets + ' labels:'.length);
      status = line.slice(pos, inBrackets);
      if (!labels || line[labels.end] !== ']') return undefined;
      pos = labels.end + 1;
    } else {
      if (closing < 0) return undefined;
      status = line.slice(pos, closing);
      pos = closing + 1;
      labels = line.startsWith(' {', pos) ? readLabels(line, pos + 1) : undefined;
      pos = labels?.end ?? pos;
    }
    if (line[pos] !== ':' || line.slice(pos + 1).trim() !== '') return undefined;
    return { id, ...this.statusOf(status), labels: labels?.text ?? '' };
  }

  private statusOf(text: string): Status {
    const known = this.statuses.get(text);
    if (known) return known;
    const [first, ...rest] = text.split(', ');
    const minutes = rest.map((part) => /^(\d+) minutes?$/.exec(part)?.[1]).find((part) => part !== undefined);
    const status = {
      state: first.replace(' (scan)', ''),
      minutes: Number(minutes ?? 0),
      isLocked: rest.includes('locked to thread'),
    };
    this.statuses.set(text, status);
    return status;
  }
}

interface Labels {
  readonly text: string;
  /** The index after it in the line. */
  readonly end: number;
}

/** Reads `{"key": "value", key: "value"}` at a place of a line. undefined if it is damaged. */
function readLabels(line: string, at: number): Labels | undefined {
  const pairs: [string, string][] = [];
  let pos = at + 1;
  if (line[at] !== '{') return undefined;
  while (line[pos] !== '}') {
    const key = readWord(line, pos, ':');
    if (!key) return undefined;
    pos = skipSpaces(line, key.end);
    if (line[pos] !== ':') return undefined;
    const value = readWord(line, skipSpaces(line, pos + 1), ',');
    if (!value) return undefined;
    pairs.push([key.text, value.text]);
    pos = skipSpaces(line, value.end);
    if (line[pos] === ',') pos = skipSpaces(line, pos + 1);
    else if (line[pos] !== '}') return undefined;
  }
  return { text: labelText(pairs), end: pos + 1 };
}

const PLAIN_KEY = /^[\w.:/-]+$/;
const PAIR = /("(?:[^"\\]|\\.)*"|[\w.:/-]+)=("(?:[^"\\]|\\.)*")/g;

/** The keys and values of a label set that `labelText` wrote. */
export function labelPairs(text: string): [key: string, value: string][] {
  const valueOf = (word: string) => (word.startsWith('"') ? JSON.parse(word) as string : word);
  return [...text.matchAll(PAIR)].map(([, key, value]) => [valueOf(key), valueOf(value)]);
}

/** A label set as text, sorted by key, without the keys' quotes if they need none. */
export function labelText(pairs: readonly (readonly [string, string])[]): string {
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return sorted.map(([key, value]) => `${PLAIN_KEY.test(key) ? key : JSON.stringify(key)}=${JSON.stringify(value)}`).join(', ');
}

/** Reads a quoted text, or a bare one up to a character. */
function readWord(line: string, at: number, until: string): Labels | undefined {
  if (line[at] !== '"') {
    let end = at;
    while (end < line.length && line[end] !== until && line[end] !== '}' && line[end] !== ' ') end++;
    return end === at ? undefined : { text: line.slice(at, end), end };
  }
  for (let end = at + 1; end < line.length; end++) {
    if (line[end] === '\\') end++;
    else if (line[end] === '"') return { text: unquoted(line.slice(at + 1, end)), end: end + 1 };
  }
  return undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

function unquoted(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gi, (_, x, u, wide, other) => {
    const code = parseInt(String(x ?? u ?? wide ?? ''), 16);
    if (Number.isNaN(code)) return ESCAPES[String(other)] ?? String(other);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

function skipSpaces(line: string, at: number): number {
  let pos = at;
  while (line[pos] === ' ') pos++;
  return pos;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isWordCharacter(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f;
}
