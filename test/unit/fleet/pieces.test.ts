import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import { CaptureError } from '../../../src/common/captureError';
import { StatusError } from '../../../src/http/httpFailure';
import type { FleetQuery, TimeRange } from '../../../src/fleet/fleetQuery';
import type { FleetProfile, FleetStore, MergeOptions } from '../../../src/fleet/fleetStore';
import { askInPieces, type PiecesAnswer, type PiecesOptions, type PiecesProgress } from '../../../src/fleet/pieces';
import { durationText, RangeLimitError } from '../../../src/fleet/timePieces';
import { failureOf } from '../../shared/fetchFailure';
import { until } from '../../shared/until';

const DAY = 86_400_000;
const FROM = 1_700_000_000_000;
const DAYS_30: FleetQuery = { type: 't', filters: [], range: { from: FROM, to: FROM + 30 * DAY } };

interface Limits {
  maxRangeMs: number | undefined;
}

type Answering = (day: number, range: TimeRange, options: MergeOptions) => Promise<Partial<FleetProfile> | undefined>;

/** A store that answers each piece by the number of the day on which it begins. */
function storeOf(answer: Answering, limits: Limits = { maxRangeMs: DAY }): FleetStore {
  const store = {
    get maxRangeMs(): number | undefined {
      return limits.maxRangeMs;
    },
    async *merge({ range }: FleetQuery, options: MergeOptions): AsyncGenerator<FleetProfile> {
      const profile = await answer((range.from - FROM) / DAY, range, options);
      if (profile) yield { bytes: new Uint8Array([1]), unknown: {}, notes: [], ...profile };
    },
  };
  return store as unknown as FleetStore;
}

interface Asked {
  readonly answer: PiecesAnswer;
  /** The days of the pieces that came, in the order in which they came. */
  readonly days: number[];
}

async function ask(store: FleetStore, overrides: Partial<PiecesOptions> = {}, query = DAYS_30): Promise<Asked> {
  const days: number[] = [];
  const onProfile = async (_profile: FleetProfile, { from }: TimeRange) => void days.push((from - FROM) / DAY);
  const { signal } = new AbortController();
  const answer = await askInPieces(store, query, { signal, maxUnpackedBytes: 1, onProfile, ...overrides });
  return { answer, days };
}

const failed = (status: number, retryAfterMs?: number): StatusError =>
  new StatusError(status, retryAfterMs, 'httpStatus', `h responded with ${status}.`);

test('a range is cut into whole pieces that never overlap, asked from the last to the first, three side by side', async () => {
  let side = 0;
  let most = 0;
  const ranges: TimeRange[] = [];
  const query = { ...DAYS_30, range: { from: FROM, to: FROM + 2.5 * DAY } };
  const { answer, days } = await ask(storeOf(async (_day, range) => {
    ranges.push(range);
    most = Math.max(most, ++side);
    await delay(1);
    side--;
    return {};
  }), {}, query);
  assert.deepEqual(days, [2, 1, 0]);
  assert.deepEqual(ranges, [
    { from: FROM + 2 * DAY, to: FROM + 2.5 * DAY },
    { from: FROM + DAY, to: FROM + 2 * DAY },
    { from: FROM, to: FROM + DAY },
  ]);
  assert.equal(most, 3);
  assert.deepEqual(answer, { profiles: 3, pieces: 3, missing: [], unknown: {}, notes: [] });
});

test('pieces may be shorter than the store allows, and a store without a limit is asked once', async () => {
  const store = storeOf(async () => ({}), { maxRangeMs: undefined });
  assert.equal((await ask(store)).answer.pieces, 1);
  assert.equal((await ask(store, { pieceMs: DAY })).answer.pieces, 30);
  const limited = storeOf(async () => ({}), { maxRangeMs: DAY });
  assert.equal((await ask(limited, { pieceMs: 7 * DAY })).answer.pieces, 30);
});

test('a piece that fails keeps the 29 others, and is named', async () => {
  const { answer, days } = await ask(storeOf(async (day) => {
    if (day === 6) throw failed(500);
    return { unknown: { period: true }, notes: ['old'] };
  }));
  assert.equal(days.length, 29);
  assert.equal(answer.profiles, 29);
  assert.deepEqual(answer.missing.map(({ range }) => range), [{ from: FROM + 6 * DAY, to: FROM + 7 * DAY }]);
  assert.match(answer.missing[0]?.sentence ?? '', /^Piece 7 of 30 \(\d{4}-\d\d-\d\d \d\d:\d\d to [^)]+\) is missing: h responded with 500\.$/);
  assert.deepEqual(answer.notes, ['old', answer.missing[0]?.sentence]);
  assert.deepEqual(answer.unknown, { period: true });
});

test('an error of one piece that has no sentence for the user keeps the others, too', async () => {
  const { answer } = await ask(storeOf(async (day) => {
    if (day === 6) throw new RangeError('Maximum call stack size exceeded');
    return {};
  }));
  assert.deepEqual([answer.profiles, answer.missing.length], [29, 1]);
  assert.match(answer.missing[0]?.sentence ?? '', /^Piece 7 of 30 .+ is missing: Maximum call stack size exceeded\.$/);
});

test('a duration is told in the units in which one thinks of it', () => {
  const minutes = [0.5, 1, 1.5, 15, 60, 90, 121, 1440, 1441, 2 * 1440, 7 * 1440, 30.04 * 1440];
  const texts = ['30 s', '1 min', '90 s', '15 min', '1 h', '90 min', '2 h 1 min', '24 h', '24 h 1 min', '2 days', '7 days', '30 days'];
  assert.deepEqual(minutes.map((each) => durationText(each * 60_000)), texts);
  assert.equal(durationText(7_384_100), '2 h 3 min');
});

test('what every piece would fail with ends the questions, and is thrown if nothing came', async () => {
  let count = 0;
  const denied = storeOf(async () => {
    count++;
    throw failed(403);
  });
  assert.equal(await failureOf(ask(denied)), 'httpStatus: h responded with 403.');
  assert.ok(count <= 3, `${count} questions`);
  const { answer } = await ask(storeOf(async (day) => {
    if (day < 10) throw new CaptureError('unreachable', 'Nothing is listening on h.');
    return {};
  }));
  assert.equal(answer.profiles, 20);
  assert.equal(answer.missing.length, 10);
  assert.match(answer.missing[0]?.sentence ?? '', /is missing: Nothing is listening on h\.$/);
});

test('no data is no failure', async () => {
  const { answer } = await ask(storeOf(async () => undefined));
  assert.deepEqual(answer, { profiles: 0, pieces: 30, missing: [], unknown: {}, notes: [] });
});

test('a busy store is left alone as long as it wants by all pieces, and asked again', async () => {
  const begun: number[] = [];
  const told: PiecesProgress[] = [];
  let refused = 0;
  const store = storeOf(async () => {
    begun.push(performance.now());
    if (begun.length !== 4) return {};
    refused = performance.now();
    throw failed(429, 400);
  });
  const { answer, days } = await ask(store, { onProgress: (progress) => told.push(progress) });
  assert.equal(answer.profiles, 30);
  assert.equal(new Set(days).size, 30);
  // Those that were under way go on.
  const duringWait = begun.filter((at) => at > refused + 100 && at < refused + 390);
  assert.deepEqual(duringWait, []);
  assert.ok(told.some(({ retryInMs = 0 }) => retryInMs > 0));
  assert.equal(told.at(-1)?.done, 30);
});

test('a store that stays busy, or wants to be left alone for long, fails with its words', async () => {
  assert.equal(await failureOf(ask(storeOf(async () => Promise.reject(failed(503, 600_000))))), 'httpStatus: h responded with 503.');
  const query = { ...DAYS_30, range: { from: FROM, to: FROM + DAY } };
  let count = 0;
  const busy = storeOf(async () => {
    count++;
    throw failed(429, 1);
  });
  assert.equal(await failureOf(ask(busy, {}, query)), 'httpStatus: h responded with 429.');
  assert.equal(count, 6);
});

test('a cancelled question keeps what came, and names the rest; if nothing came, it throws', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let come = 0;
  const store = storeOf(async (day, _range, options) => {
    if (day >= 20) {
      come++;
      return {};
    }
    await new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason)));
    return {};
  });
  const asking = ask(store, { signal });
  await until(() => come === 10);
  await delay(20);
  controller.abort();
  const { answer, days } = await asking;
  assert.deepEqual([...days].sort((a, b) => a - b), Array.from({ length: 10 }, (_, i) => 20 + i));
  assert.equal(answer.missing.length, 20);
  assert.match(answer.missing[0]?.sentence ?? '', /^Piece 1 of 30 \(.*\) is missing: it was cancelled\.$/);
  const never = storeOf((_day, _range, options) => new Promise((_, reject) => {
    options.signal.addEventListener('abort', () => reject(options.signal.reason));
  }));
  for (const waitMs of [0, 20]) {
    const other = new AbortController();
    const nothing = ask(never, { signal: other.signal });
    if (waitMs > 0) await delay(waitMs);
    other.abort();
    await assert.rejects(nothing, { name: 'AbortError' });
  }
});

test('a limit that the store names only now cuts a piece again', async () => {
  const limits = { maxRangeMs: DAY };
  const store = storeOf(async (_day, { from, to }) => {
    if (to - from <= DAY / 4) return {};
    limits.maxRangeMs = DAY / 4;
    throw new RangeLimitError('httpStatus', 'h allows 6 h.');
  }, limits);
  const { answer, days } = await ask(store, {}, { ...DAYS_30, range: { from: FROM, to: FROM + 2 * DAY } });
  assert.equal(answer.pieces, 8);
  assert.deepEqual([...days].sort(), [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75]);
});

test('profiles are handed on one at a time, and the store waits for it', async () => {
  let held = 0;
  let most = 0;
  const store = storeOf(async () => {
    most = Math.max(most, ++held);
    return {};
  });
  let isBusy = false;
  await ask(store, {
    onProfile: async () => {
      assert.equal(isBusy, false);
      isBusy = true;
      await delay(1);
      isBusy = false;
      held--;
    },
  });
  assert.ok(most <= 3, `${most} profiles at once`);
});

test('an error of what takes the profiles ends the questions and is thrown', async () => {
  let count = 0;
  const store = storeOf(async () => {
    count++;
    return {};
  });
  await assert.rejects(ask(store, { onProfile: async () => Promise.reject(new Error('the worker is gone')) }), /the worker is gone/);
  assert.ok(count <= 6, `${count} questions`);
});

test('a range of too many pieces is one sentence', async () => {
  const store = storeOf(async () => ({}), { maxRangeMs: 60_000 });
  assert.equal(await failureOf(ask(store)), 'httpStatus: The range would take 43200 questions, because the store allows 1 min for each: ask for a shorter time.');
});
