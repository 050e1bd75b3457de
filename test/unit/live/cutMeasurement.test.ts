import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaptureError } from '../../../src/common/captureError';
import { CutMeasurement, withCutRecognized } from '../../../src/live/profileSeconds';
import { closedFailure, statusFailure } from '../../../src/http/httpFailure';

const URL_OF = new URL('http://h:1/debug/pprof/profile');
const status = (code: number, statusText = '', body = '') =>
  statusFailure(URL_OF, { status: code, statusText, headers: {}, body: Buffer.from(body) });

/** The message and the shorter duration; undefined for a failure of another cause. */
function cut(error: Error, elapsedMs: number, expectedMs: number | undefined = 10_000) {
  const recognized = withCutRecognized(error, elapsedMs, expectedMs);
  return recognized instanceof CutMeasurement ? [recognized.message, recognized.shorterSeconds] : undefined;
}

test('says when a proxy cut a measurement off, and which duration fits', () => {
  const limits = 'a proxy, or the server itself, limits how long a request may take.';
  assert.deepEqual(cut(status(504, 'Gateway Time-out'), 5020), [
    `h:1/debug/pprof/profile responded with 504 Gateway Time-out after 5.0 of 10 s: ${limits}`, 4,
  ]);
  assert.deepEqual(cut(closedFailure({ url: URL_OF, received: 0 }), 2100), [`h:1 closed the connection after 2.1 of 10 s: ${limits}`, 1]);
  assert.deepEqual(cut(status(503), 60_000, 90_000)?.[1], 54);
});

test('offers no duration if not even a second fits', () => {
  assert.equal(cut(status(504), 1010)?.[1], undefined);
  assert.match(`${cut(status(504), 1010)?.[0]}`, /after 1\.0 of 10 s/);
});

test("offers a shorter duration if the profile exceeds the server's time limit for answers", () => {
  const error = status(400, 'Bad Request', "profile duration exceeds server's WriteTimeout");
  const message = "h:1/debug/pprof/profile responded with 400 Bad Request: profile duration exceeds server's WriteTimeout.";
  assert.deepEqual(cut(error, 10, 30_000), [message, 4]);
  assert.deepEqual(cut(error, 10, 4000), [message, 1]);
  assert.deepEqual(cut(error, 10, 1000), [message, undefined]);
});

test('other failures stay as they are: at once, after the measurement, without a measurement, of the request', () => {
  assert.equal(cut(status(502), 30), undefined);
  assert.equal(cut(closedFailure({ url: URL_OF, received: 0 }), 10_050), undefined);
  assert.ok(!(withCutRecognized(status(504), 5000, undefined) instanceof CutMeasurement));
  for (const error of [status(404), status(403), new CaptureError('unreachable', 'x'), new Error('x')]) {
    assert.equal(cut(error, 5000), undefined);
  }
});
