import { damage, randomFrom } from '../conformance/hostile/damage';

export { randomFrom };

type Random = (below: number) => number;

/** Numbers at the limits of short varints, of 32 and 64 bits, and of the integers that a float can represent. */
const EDGES = [
  0n, 1n, 127n, 128n, 2n ** 28n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n,
  2n ** 64n - 1n,
];

/** A varint, padded with empty continuation bytes to at least `length` bytes. */
export function varint(value: bigint, length = 0): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0n || bytes.length === 0 || bytes.length < length; rest >>= 7n) {
    bytes.push(Number(rest & 127n) | 0x80);
  }
  bytes[bytes.length - 1]! &= 0x7f;
  return bytes;
}

/** A field of a message, as offsets into its bytes. */
interface Field {
  readonly start: number;
  /** The start of the content after the length; `start` for a field without a length. */
  readonly body: number;
  readonly end: number;
  readonly tag: number;
}

/** The fields of a message, up to the first malformed one. */
function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const start = at;
    const tag = readVarint();
    const type = tag % 8;
    if (type !== 0 && type !== 2) break;
    const size = readVarint();
    const body = type === 2 ? at : start;
    if (type === 2) at += size;
    if (at > bytes.length) break;
    fields.push({ start, body, end: at, tag });
  }
  return fields;
}

/** Makes one to three changes to a profile, in its bytes or in its fields. */
export function mutate(bytes: Uint8Array, seed: number): Uint8Array {
  const random = randomFrom(Math.imul(seed + 7, 0x85ebca6b));
  if (random(3) === 0) return damage(bytes, seed);
  let result = bytes;
  for (let times = 1 + random(3); times > 0; times--) result = changeField(result, random, 0);
  return result;
}

function changeField(bytes: Uint8Array, random: Random, depth: number): Uint8Array {
  const fields = fieldsOf(bytes);
  const field = fields[random(Math.max(1, fields.length))];
  if (field === undefined) return bytes;
  const { start, body, end, tag } = field;
  const withField = (...middle: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
    Buffer.concat([bytes.subarray(0, start), ...middle.map((part) => Uint8Array.from(part)), bytes.subarray(end)]);
  const content = bytes.subarray(body, end);
  const isMessage = tag % 8 === 2;
  const length = (size: number): number[] => varint(BigInt(size), random(4) === 0 ? 1 + random(11) : 0);
  switch (random(7)) {
    case 0:
      return withField();
    case 1:
      return withField(bytes.subarray(start, end), bytes.subarray(start, end));
    case 2:
      return isMessage
        ? withField(varint(BigInt(tag), 1 + random(11)), length(content.length), content)
        : withField(varint(BigInt(tag), 1 + random(11)), [random(128)]);
    case 3:
      return withField(varint(BigInt(random(20) * 8 + random(6))), length(content.length), content);
    case 4:
      return withField(varint(BigInt(tag - (tag % 8))), varint(EDGES[random(EDGES.length)]!, random(3) === 0 ? 10 : 0));
    default: {
      if (!isMessage) return withField(varint(BigInt(tag)), varint(EDGES[random(EDGES.length)]!));
      const changed = depth > 2 || random(3) === 0 ? randomVarints(random) : changeField(content, random, depth + 1);
      return withField(varint(BigInt(tag)), length(changed.length), changed);
    }
  }
}

function randomVarints(random: Random): Uint8Array {
  return Uint8Array.from(Array.from({ length: random(4) }, () => varint(EDGES[random(EDGES.length)]!)).flat());
}

/** Makes one to four changes to a text: doubles or cuts a part, or replaces it with pieces or a random character. */
export function mutateText(text: string, pieces: readonly string[], seed: number): string {
  const random = randomFrom(Math.imul(seed + 3, 0x9e3779b1));
  let result = text;
  for (let times = 1 + random(4); times > 0; times--) {
    const at = random(result.length + 1);
    const end = Math.min(result.length, at + random(60));
    const piece = pieces[random(pieces.length)]!.repeat(1 + random(random(8) === 0 ? 500 : 3));
    const middle = [result.slice(at, end).repeat(2), '', piece, String.fromCharCode(random(0x300))][random(4)]!;
    result = result.slice(0, at) + middle + result.slice(end);
  }
  return result;
}
