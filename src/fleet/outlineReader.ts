import { ProfileTag, SampleTag, ValueTypeTag, WireType } from '../profile/wire/fieldTags';
import { Texts } from './texts';

/** What a profile says of itself. What it does not say is 0 or empty. */
export interface ProfileOutline {
  readonly samples: number;
  /** `cpu/nanoseconds`; one for each value of a sample. */
  readonly sampleTypes: readonly string[];
  /** The sum of the values of each sample type. */
  readonly totals: readonly number[];
  /** The sample type that is shown first: `cpu`. */
  readonly defaultType: string;
  /** When it was taken, or the measurement began: milliseconds since the epoch. */
  readonly timeMs: number;
  readonly durationMs: number;
  readonly comments: readonly string[];
  /** Whether a text of the profile is `other`, by which Pyroscope names stacks that it left out. */
  readonly hasOther: boolean;
}

export interface OutlineOptions {
  /** Whether values are not added up, which takes most of the time. */
  readonly hasNoTotals?: boolean;
  /** Whether a profile without samples need not have a sample type. */
  readonly mayBeEmpty?: boolean;
}

const OTHER = Buffer.from('other');

/** A longer field is not read, only skipped. */
const MAX_FIELD_BYTES = 1 << 20;
const READ: readonly number[] = [ProfileTag.Sample, ProfileTag.String, ProfileTag.SampleType, ProfileTag.Comments];
const MAX_VARINT_BYTES = 10;
const LOW_BITS = 28;
const HIGH_RANGE = 2 ** 36;
const CUT_OFF = 'is cut off';

/** Reads a profile (proto/profile.proto, not gzipped) from pieces that are split anywhere. */
export class OutlineReader {
  constructor(private readonly options: OutlineOptions = {}) {}

  private rest: Uint8Array = new Uint8Array();
  /** Bytes to skip before the next field. */
  private skipped = 0;
  private samples = 0;
  private readonly totals: number[] = [];
  private readonly types: [type: number, unit: number][] = [];
  private readonly texts = new Texts();
  private readonly commentTexts: number[] = [];
  private defaultText = 0;
  private hasOther = false;
  private timeNanos = 0;
  private durationNanos = 0;
  // Where the fields of `bytes` are read.
  private bytes: Uint8Array = new Uint8Array();
  private at = 0;

  /** Throws an Error if the piece cannot be a part of a profile. */
  push(piece: Uint8Array): void {
    const fromSkipped = Math.min(this.skipped, piece.length);
    this.skipped -= fromSkipped;
    const unread = piece.subarray(fromSkipped);
    this.bytes = this.rest.length === 0 ? unread : Buffer.concat([this.rest, unread]);
    this.at = 0;
    for (let start = 0; ; start = this.at) {
      if (start < this.bytes.length && this.readField()) continue;
      // A copy, because zlib may use the piece again.
      this.rest = Uint8Array.from(this.bytes.subarray(start));
      return;
    }
  }

  /** Throws an Error if the profile is not whole. */
  finish(): ProfileOutline {
    if (this.rest.length > 0 || this.skipped > 0) throw new Error(CUT_OFF);
    const isEmpty = this.samples === 0 && this.options.mayBeEmpty;
    if (this.types.length === 0 && !isEmpty) throw new Error('is not a profile');
    const { samples, texts, types } = this;
    return {
      samples,
      sampleTypes: types.map(([type, unit]) => `${texts.at(type)}/${texts.at(unit)}`),
      totals: types.map((_, column) => this.totals[column] ?? 0),
      defaultType: texts.at(this.defaultText),
      timeMs: this.timeNanos / 1e6,
      durationMs: this.durationNanos / 1e6,
      comments: this.commentTexts.map((index) => texts.at(index)),
      hasOther: this.hasOther,
    };
  }

  /** Reads the field at `at`. Returns false, with `at` anywhere, if it is not complete. */
  private readField(): boolean {
    const tag = this.readVarint(this.bytes.length);
    if (tag === undefined) return false;
    if (tag >>> 3 === 0) throw new Error('is not a profile');
    const wire = tag & 7;
    if (wire === WireType.Varint) return this.readNumber(tag);
    if (wire === WireType.Bytes) return this.readBytes(tag);
    if (wire !== WireType.Fixed32 && wire !== WireType.Fixed64) throw new Error('is not a profile');
    this.skip(wire === WireType.Fixed32 ? 4 : 8);
    return true;
  }

  private readNumber(tag: number): boolean {
    const value = this.readVarint(this.bytes.length);
    if (value === undefined) return false;
    if (tag === ProfileTag.TimeNanos) this.timeNanos = value;
    else if (tag === ProfileTag.DurationNanos) this.durationNanos = value;
    else if (tag === ProfileTag.DefaultSampleType) this.defaultText = value;
    else if (tag === ProfileTag.Comment) this.commentTexts.push(value);
    return true;
  }

  private readBytes(tag: number): boolean {
    const length = this.readVarint(this.bytes.length);
    if (length === undefined) return false;
    if (length < 0) throw new Error('is not a profile');
    if (!READ.includes(tag) || length > MAX_FIELD_BYTES || (tag === ProfileTag.Sample && this.options.hasNoTotals)) {
      if (tag === ProfileTag.String) this.texts.add(new Uint8Array());
      if (tag === ProfileTag.Sample) this.samples++;
      this.skip(length);
      return true;
    }
    const end = this.at + length;
    if (end > this.bytes.length) return false;
    if (tag === ProfileTag.String) this.addText(this.bytes.subarray(this.at, end));
    else if (tag === ProfileTag.Sample) this.readSample(end);
    else if (tag === ProfileTag.SampleType) this.types.push(this.readType(end));
    else while (this.at < end) this.commentTexts.push(this.readWhole(end));
    this.at = end;
    return true;
  }

  private addText(text: Uint8Array): void {
    this.hasOther ||= text.length === OTHER.length && OTHER.equals(text);
    this.texts.add(text);
  }

  private readSample(end: number): void {
    this.samples++;
    let column = 0;
    const add = (): void => {
      this.totals[column] = (this.totals[column] ?? 0) + this.readWhole(end);
      column++;
    };
    while (this.at < end) {
      const tag = this.readWhole(end);
      if (tag === SampleTag.Value) add();
      else if (tag === SampleTag.Values) {
        const last = this.readWhole(end) + this.at;
        while (this.at < last) add();
      } else if ((tag & 7) === WireType.Bytes) {
        const length = this.readWhole(end);
        this.at += Math.max(0, length);
      } else this.readWhole(end);
    }
  }

  private readType(end: number): [type: number, unit: number] {
    const type: [number, number] = [0, 0];
    while (this.at < end) {
      const tag = this.readWhole(end);
      const value = this.readWhole(end);
      if (tag === ValueTypeTag.Type) type[0] = value;
      else if (tag === ValueTypeTag.Unit) type[1] = value;
    }
    return type;
  }

  private readWhole(end: number): number {
    const value = this.readVarint(end);
    if (value === undefined) throw new Error('is not a profile');
    return value;
  }

  /** An int64, exact to 2^53; undefined if it ends after `end`. */
  private readVarint(end: number): number | undefined {
    // The lower 28 bits, and those above them.
    let low = 0;
    let high = 0;
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      if (this.at >= end) return undefined;
      const byte = this.bytes[this.at++];
      if (i < 4) low |= (byte & 127) << (7 * i);
      else high += (byte & 127) * 2 ** (7 * i - LOW_BITS);
      if (byte < 128) return signed(high % HIGH_RANGE) * 2 ** LOW_BITS + low;
    }
    throw new Error('is not a profile');
  }

  private skip(length: number): void {
    const here = Math.min(length, this.bytes.length - this.at);
    this.at += here;
    this.skipped = length - here;
  }
}

/** The upper 36 bits of an int64. */
function signed(high: number): number {
  return high < HIGH_RANGE / 2 ? high : high - HIGH_RANGE;
}
