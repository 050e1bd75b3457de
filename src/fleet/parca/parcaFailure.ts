import { isCount, isText, shape } from '../../profile/common/shapes';
import { serverText } from '../../http/connection';
import { type StatusError, withTexts } from '../../http/httpFailure';
import type { Answer } from '../../http/httpGet';
import { storeFailure } from '../storeFailure';

/** The statuses of HTTP that grpc-gateway uses for gRPC's codes. */
const STATUS_OF: Readonly<Record<number, number>> = {
  1: 499, 2: 500, 3: 400, 4: 504, 5: 404, 6: 409, 7: 403, 8: 429, 9: 400, 10: 409, 11: 400, 12: 501, 13: 500, 14: 503,
  15: 500, 16: 401,
};

interface GatewayError {
  /** A code of gRPC. */
  readonly code: number;
  readonly message: string;
}

/** The error that the gateway answers: JSON; undefined if this is another's answer, such as a proxy's. */
function gatewayError({ headers, body }: Answer): GatewayError | undefined {
  if (!/json/.test(headers['content-type'] ?? '')) return undefined;
  try {
    const said: unknown = JSON.parse(new TextDecoder().decode(body));
    return isGatewayError(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

const isGatewayError = shape({ code: isCount, message: isText });

/** The error for an answer with another status than 200. */
export function gatewayFailure(answer: Answer): StatusError {
  const error = gatewayError(answer);
  return explained(storeFailure(answer, 'Parca', error?.message), error?.message ?? '', answer.url);
}

/** The error for a code of gRPC that is not 0, of an answer whose status of HTTP is 200. */
export function grpcFailure(answer: Answer, code: number, message: string): StatusError {
  const status = STATUS_OF[code] ?? 500;
  const same = { ...answer, status, statusText: `(gRPC code ${code})`, body: Buffer.from(message) };
  return explained(storeFailure(same, 'Parca', message), message, answer.url);
}

/** Errors whose words do not say what to do. */
function explained(error: StatusError, words: string, url: URL): StatusError {
  const host = serverText(url);
  if (/aggregate field\(s\) not found/.test(words)) {
    const sentence = `${host} responded with "aggregate field(s) not found"`;
    const cause = 'which a Parca on one processor says to every query that has data';
    return retold(error, `${sentence}, ${cause}: let it use two or more (GOMAXPROCS).`);
  }
  const [, size = '', limit = ''] = /message larger than max \((\d+) vs\.? (\d+)\)/.exec(words) ?? [];
  if (limit === '') return error;
  const sizes = `${megabytes(Number(size))}, and it sends at most ${megabytes(Number(limit))}`;
  return retold(error, `The answer of ${host} would have ${sizes}: ask for a shorter time or add a filter.`);
}

function retold(error: StatusError, message: string): StatusError {
  return withTexts(error, message) as StatusError;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / (1 << 20))} MB`;
