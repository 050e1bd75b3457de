/** Frames of gRPC-web: a flag, a length of four bytes (big endian), and a message or the trailers as text. */
import type { IncomingHttpHeaders } from 'node:http';

const HEADER_BYTES = 5;
const TRAILERS = 0x80;
const COMPRESSED = 0x01;

/** A request of one message. */
export function framed(message: Uint8Array): Uint8Array {
  const frame = Buffer.alloc(HEADER_BYTES + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, HEADER_BYTES);
  return frame;
}

/** The answer of a call. */
export interface GrpcAnswer {
  /** The gRPC code: 0 if all went well; undefined if the answer ends before it. */
  readonly status: number | undefined;
  /** What the server says of a failure. */
  readonly text: string;
  /** The first message, a view into the body; undefined if there is none. */
  readonly message: Uint8Array | undefined;
}

/** Reads an answer. An error may be in the headers alone. Throws RangeError if a message is compressed. */
export function readAnswer(headers: IncomingHttpHeaders, body: Uint8Array): GrpcAnswer {
  let message: Uint8Array | undefined;
  let ended = headersOf(headers);
  const view = Buffer.from(body.buffer, body.byteOffset, body.length);
  for (let at = 0; at + HEADER_BYTES <= view.length;) {
    const flags = view[at];
    const from = at + HEADER_BYTES;
    const to = from + view.readUInt32BE(at + 1);
    if (to > view.length) break;
    if ((flags & COMPRESSED) !== 0) throw new RangeError('the message is compressed');
    if ((flags & TRAILERS) !== 0) ended = trailersOf(view.toString('latin1', from, to));
    else message ??= body.subarray(from, to);
    at = to;
  }
  return { ...ended, message };
}

type Ended = Pick<GrpcAnswer, 'status' | 'text'>;

function headersOf(headers: IncomingHttpHeaders): Ended {
  return endedWith(headers['grpc-status'], headers['grpc-message']);
}

/** Reads `grpc-status: 0\r\ngrpc-message: \r\n`, in any case. */
function trailersOf(text: string): Ended {
  const pairs = text.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  const fields = new Map(pairs);
  return endedWith(fields.get('grpc-status'), fields.get('grpc-message'));
}

function endedWith(status: string | string[] | undefined, message: string | string[] | undefined): Ended {
  const isCode = typeof status === 'string' && /^\d{1,3}$/.test(status);
  return { status: isCode ? Number(status) : undefined, text: typeof message === 'string' ? unescaped(message) : '' };
}

/** gRPC escapes a message as URLs are, byte by byte. */
function unescaped(message: string): string {
  const bytes = message.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
