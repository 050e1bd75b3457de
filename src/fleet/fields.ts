import { Reader } from 'protobufjs/minimal';
import { readInt64, readLength, readTag } from '../profile/wire/primitives';

const enum Wire {
  Varint = 0,
  Fixed64 = 1,
  Bytes = 2,
  Fixed32 = 5,
}

/** A field of a protobuf message: what its wire type says, `number` or `bytes`. */
export interface Field {
  readonly id: number;
  /** An int64, exact to 2^53; a double. */
  readonly number?: number;
  /** A text or a message; a view into the message that has it. */
  readonly bytes?: Uint8Array;
}

/** The fields of a message, in its order. Throws an Error if it is damaged. */
export function* fieldsOf(message: Uint8Array): Generator<Field, void, void> {
  const reader = Reader.create(message);
  while (reader.pos < reader.len) {
    const tag = readTag(reader);
    const id = tag >>> 3;
    const wire = tag & 7;
    if (wire === Wire.Varint) yield { id, number: readInt64(reader) };
    else if (wire === Wire.Fixed64) yield { id, number: reader.double() };
    else if (wire === Wire.Bytes) {
      const end = readLength(reader, reader.len);
      const bytes = message.subarray(reader.pos, end);
      reader.pos = end;
      yield { id, bytes };
    } else if (wire === Wire.Fixed32) reader.skip(4);
    else throw new RangeError(`wire type ${wire} does not occur in answers`);
  }
}

/** The text of a field; empty if the field is not one. */
export function textOf({ bytes }: Field): string {
  return bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}
