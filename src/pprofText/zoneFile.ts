/** Reads zone abbreviations from a TZif file (RFC 8536). */

interface LocalType {
  /** Seconds east of UTC. */
  readonly offset: number;
  readonly abbreviation: string;
}

const HEADER_BYTES = 44;
const MAGIC = 0x545a6966;

/**
 * The zone's abbreviation at `seconds` since the epoch, for example `CEST`; undefined if the file has none.
 * @param offset seconds east of UTC at that time; selects the abbreviation after the file's last transition
 */
export function zoneAbbreviation(file: Uint8Array, seconds: number, offset: number): string | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    if (view.getUint32(0) !== MAGIC) return undefined;
    const first = new Block(view, 0, 4);
    // Version 1 has only 32-bit times; later versions repeat everything with 64-bit times and add a rule.
    const block = view.getUint8(4) === 0 ? first : new Block(view, first.end, 8);
    const type = block.typeAt(seconds);
    const afterLast = block.changes === 0 || seconds >= block.changeTime(block.changes - 1);
    const rule = block === first ? '' : new TextDecoder().decode(file.subarray(block.end)).trim();
    const ruleType = afterLast ? ruleTypes(rule).find((candidate) => candidate.offset === offset) : undefined;
    return (ruleType ?? type).abbreviation;
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** A data block of the file; its times have `width` bytes. */
class Block {
  /** Number of transitions. */
  readonly changes: number;
  /** Offset after the block. */
  readonly end: number;
  private readonly times: number;
  private readonly types: number;
  private readonly names: number;

  constructor(private readonly view: DataView, start: number, private readonly width: 4 | 8) {
    const count = (index: number): number => view.getUint32(start + 20 + 4 * index);
    const [utc, standard, leaps, changes, types, characters] = [0, 1, 2, 3, 4, 5].map(count) as [
      number, number, number, number, number, number,
    ];
    this.changes = changes;
    this.times = start + HEADER_BYTES;
    this.types = this.times + changes * (width + 1);
    this.names = this.types + types * 6;
    this.end = this.names + characters + leaps * (width + 4) + standard + utc;
  }

  changeTime(index: number): number {
    const at = this.times + index * this.width;
    return this.width === 4 ? this.view.getInt32(at) : Number(this.view.getBigInt64(at));
  }

  typeAt(seconds: number): LocalType {
    let last = -1;
    while (last + 1 < this.changes && this.changeTime(last + 1) <= seconds) last++;
    return this.type(last < 0 ? 0 : this.view.getUint8(this.times + this.changes * this.width + last));
  }

  private type(index: number): LocalType {
    const at = this.types + index * 6;
    let abbreviation = '';
    for (let i = this.names + this.view.getUint8(at + 5); this.view.getUint8(i) !== 0; i++) {
      abbreviation += String.fromCharCode(this.view.getUint8(i));
    }
    return { offset: this.view.getInt32(at), abbreviation };
  }
}

/** The standard time and any summer time of a POSIX rule such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<+03>-3`. */
function ruleTypes(rule: string): readonly LocalType[] {
  const name = '(<[^>]+>|[A-Za-z]+)';
  const hours = '([-+]?\\d+(?::\\d+){0,2})';
  const match = new RegExp(`^${name}${hours}(?:${name}${hours}?)?`).exec(rule);
  if (match === null) return [];
  const [, standard, west, summer, summerWest] = match;
  const offset = -secondsOf(west);
  const types = [{ offset, abbreviation: standard.replace(/[<>]/g, '') }];
  if (summer !== undefined) {
    const summerOffset = summerWest === undefined ? offset + 3600 : -secondsOf(summerWest);
    types.push({ offset: summerOffset, abbreviation: summer.replace(/[<>]/g, '') });
  }
  return types;
}

function secondsOf(hours: string): number {
  const [h, m, s] = hours.replace(/^[-+]/, '').split(':').map(Number);
  return (hours.startsWith('-') ? -1 : 1) * (h * 3600 + (m ?? 0) * 60 + (s ?? 0));
}
