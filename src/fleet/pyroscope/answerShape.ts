import { Reader } from 'protobufjs/minimal';
import { ProfileTag, ValueTypeTag } from '../../profile/wire/fieldTags';
import { checkEnd, readLength, readStringIndex, readTag, skipField } from '../../profile/wire/primitives';

/** Fields between two turns of the event loop; reading them takes about a millisecond. */
const SLICE_FIELDS = 1 << 15;

/** What a profile says of itself, read without decoding it. */
export interface AnswerShape {
  readonly samples: number;
  /** `cpu/nanoseconds`; one for each value of a sample. */
  readonly sampleTypes: readonly string[];
  /** Whether a text of the profile is `other`, which stands for stacks that the store left out. */
  readonly hasOther: boolean;
}

/**
 * Reads the outline of a profile (google.v1.Profile, not gzipped), in slices. Throws an Error if it is damaged, or the
 * signal's reason on abort.
 */
export async function answerShape(bytes: Uint8Array, signal: AbortSignal): Promise<AnswerShape> {
  const outline = new Outline(bytes);
  while (!outline.read(SLICE_FIELDS)) {
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  return outline.shape();
}

class Outline {
  private readonly reader: Reader;
  private readonly types: [type: number, unit: number][] = [];
  /** Where each text begins and ends. */
  private readonly texts: number[] = [];
  private samples = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.reader = Reader.create(bytes);
  }

  /** Reads some fields. Returns whether it read the last one. */
  read(count: number): boolean {
    const { reader } = this;
    for (let i = 0; i < count && reader.pos < reader.len; i++) {
      const tag = readTag(reader);
      if (tag === ProfileTag.Sample) {
        this.samples++;
        reader.pos = readLength(reader, reader.len);
      } else if (tag === ProfileTag.String) {
        const end = readLength(reader, reader.len);
        this.texts.push(reader.pos, end);
        reader.pos = end;
      } else if (tag === ProfileTag.SampleType) this.types.push(this.readType());
      else skipField(reader, tag, 0, reader.len);
    }
    return reader.pos >= reader.len;
  }

  shape(): AnswerShape {
    const { samples, types, reader } = this;
    checkEnd(reader, reader.len);
    const sampleTypes = types.map(([type, unit]) => `${this.text(type)}/${this.text(unit)}`);
    return { samples, sampleTypes, hasOther: this.hasText('other') };
  }

  private readType(): [number, number] {
    const { reader } = this;
    const end = readLength(reader, reader.len);
    const type: [number, number] = [0, 0];
    while (reader.pos < end) {
      const tag = readTag(reader);
      if (tag === ValueTypeTag.Type) type[0] = readStringIndex(reader);
      else if (tag === ValueTypeTag.Unit) type[1] = readStringIndex(reader);
      else skipField(reader, tag, 0, end);
    }
    checkEnd(reader, end);
    return type;
  }

  private text(index: number): string {
    const [from, to] = [this.texts[2 * index], this.texts[2 * index + 1]];
    return from === undefined ? '' : this.view().toString('utf8', from, to);
  }

  /** Searches for the whole field, so that a part of a longer text does not count. */
  private hasText(text: string): boolean {
    return this.view().includes(Buffer.concat([Buffer.from([ProfileTag.String, text.length]), Buffer.from(text)]));
  }

  private view(): Buffer {
    const { buffer, byteOffset, length } = this.bytes;
    return Buffer.from(buffer, byteOffset, length);
  }
}
