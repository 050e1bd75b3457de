import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadResult } from '../../../../src/live/load/loadResult';
import { readLoadOutput } from '../../../../src/live/load/readLoadOutput';
import { HEY_HEADING, HeyRows } from '../../../../src/live/load/readers/heyRows';
import * as outputs from './outputs';

function read(output: string): Omit<LoadResult, 'output'> {
  const result = readLoadOutput(output) ?? assert.fail('no report');
  return Object.fromEntries(Object.entries(result).filter(([name]) => name !== 'output')) as LoadResult;
}

const REFUSED = 'dial tcp 127.0.0.1:1: connect: connection refused';

test('reads hey 0.1.5, which writes %% in its percentiles', () => {
  assert.deepEqual(read(outputs.HEY015), {
    tool: 'hey',
    requestsPerSecond: 27801.9363,
    printedRate: '27801.9363',
    answeredPerSecond: 27801.9363,
    successesPerSecond: 27801.9363,
    requests: 55632,
    statuses: { 200: 55632 },
    errors: { count: 0, unanswered: 0, texts: [] },
    seconds: 2.001,
    latency: { mean: 400e3, p50: 300e3, p75: 400e3, p90: 500e3, p95: 600e3, p99: 2200e3, max: 29200e3 },
    bytes: 1891488,
  });
});

test('counts the answers with an error status, as of hey 0.1.4 and 0.1.5', () => {
  const cases = [[outputs.HEY014_ERRORS, 23127.264, 138], [outputs.HEY015_ERRORS, 17662.7267, 137]] as const;
  for (const [output, rate, ok] of cases) {
    const { requestsPerSecond, successesPerSecond, requests, statuses, errors } = read(output);
    assert.deepEqual({ requestsPerSecond, requests, errors }, {
      requestsPerSecond: rate, requests: 200, errors: { count: 200 - ok, unanswered: 0, texts: [] },
    });
    assert.deepEqual(statuses?.['200'], ok);
    assert.equal(successesPerSecond, (rate * ok) / 200);
  }
});

test('requests without an answer are errors with their text, and not among those that were answered', () => {
  const timeouts = read(outputs.HEY_TIMEOUTS);
  const text = 'Get "http://127.0.0.1:18980/slow": context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
  assert.deepEqual(timeouts.errors, { count: 10, unanswered: 10, texts: [{ text, count: 10 }] });
  assert.deepEqual([timeouts.requestsPerSecond, timeouts.answeredPerSecond, timeouts.requests], [9.9726, 6.6484, 20]);
  // hey prints `0%% in 0.0000 secs` for a percentile of too few answers.
  assert.deepEqual([timeouts.latency?.p95, timeouts.latency?.p99], [3800e3, undefined]);
  const refused = read(outputs.HEY_REFUSED);
  assert.deepEqual([refused.requests, refused.answeredPerSecond, refused.latency], [0, 0, undefined]);
  assert.deepEqual(refused.errors?.texts, [{ text: `Get "http://127.0.0.1:1/": ${REFUSED}`, count: 20 }]);
});

test('computes the figures of hey -o csv, which prints none', () => {
  assert.deepEqual(read(outputs.HEY014_CSV), {
    tool: 'hey',
    requestsPerSecond: 20 / 0.0023,
    answeredPerSecond: 20 / 0.0023,
    successesPerSecond: 13 / 0.0023,
    requests: 20,
    statuses: { 200: 13, 404: 3, 503: 4 },
    errors: { count: 7, unanswered: 0, texts: [] },
    seconds: 0.0023,
    latency: { mean: 365e3, p50: 300e3, p75: 500e3, p90: 800e3, p95: 900e3, max: 900e3 },
  });
});

test('reads wrk with its percentiles, units and connections', () => {
  assert.deepEqual(read(outputs.WRK), {
    tool: 'wrk',
    requestsPerSecond: 53341.59,
    printedRate: '53341.59',
    answeredPerSecond: 53341.59,
    successesPerSecond: 53341.59,
    requests: 112205,
    errors: { count: 0, unanswered: 0, texts: [] },
    seconds: 2.1,
    latency: { mean: 1910e3, p50: 111e3, p75: 970e3, p90: 4910e3, p99: 29650e3, max: 53080e3 },
    bytes: Math.round(16.16 * 2 ** 20),
    concurrency: 10,
  });
});

test('sees the errors of wrk: statuses, and sockets by what failed', () => {
  const { errors, successesPerSecond } = read(outputs.WRK_ERRORS);
  assert.deepEqual(errors, { count: 34999, unanswered: 0, texts: [] });
  assert.equal(successesPerSecond, (55593.77 * (111361 - 34999)) / 111361);
  assert.deepEqual(read(outputs.WRK_TIMEOUTS).errors, { count: 10, unanswered: 10, texts: [{ text: 'timeout', count: 10 }] });
  const closed = read(outputs.WRK_READ);
  assert.deepEqual(closed.errors, { count: 14566, unanswered: 14566, texts: [{ text: 'read', count: 14566 }] });
  assert.deepEqual([closed.printedRate, closed.requests, closed.latency], ['0.00', 0, undefined]);
});

test('reads the percentiles of wrk2, which prints a second, uncorrected distribution', () => {
  const output = `Running 10s test @ http://h/
  1 threads and 1 connections
  Thread calibration: mean lat.: 1.0ms, rate sampling interval: 10ms
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.50m     5.35ms   1.10m    92.54%
    Req/Sec     2.11k   100.00     2.40k    70.00%
  Latency Distribution (HdrHistogram - Recorded Latency)
 50.000%    1.07ms
 99.000%    1.02s
  Latency Distribution (HdrHistogram - Uncorrected Latency (measured without taking delayed starts into account))
 50.000%  500.00us
  20000 requests in 10.00s, 1.50MB read
Requests/sec:   2000.05
`;
  assert.deepEqual(read(output).latency, { mean: 90e9, p50: 1070e3, p99: 1020e6, max: 66e9 });
});

test('reads the text of vegeta: what was sent, what was answered, and successes', () => {
  assert.deepEqual(read(outputs.VEGETA_ERRORS), {
    tool: 'vegeta',
    requestsPerSecond: 200.97,
    printedRate: '200.97',
    answeredPerSecond: 200 / 0.995386,
    successesPerSecond: 137.63,
    requests: 200,
    statuses: { 200: 137, 404: 23, 503: 40 },
    errors: { count: 63, unanswered: 0, texts: [{ text: '503 Service Unavailable' }, { text: '404 Not Found' }] },
    seconds: 0.995386,
    latency: { mean: 241561, p50: 232805, p90: 301020, p95: 316982, p99: 574236, max: 696837 },
    bytes: 1048,
  });
  const refused = read(outputs.VEGETA_REFUSED);
  assert.deepEqual([refused.requests, refused.errors?.unanswered, refused.answeredPerSecond], [0, 50, 0]);
});

test('reads the JSON of vegeta', () => {
  const { printedRate, seconds, latency, errors, successesPerSecond } = read(outputs.VEGETA_ERRORS_JSON);
  assert.equal(printedRate, '200.91221115518178');
  assert.equal(seconds, 0.995693766);
  assert.deepEqual(latency, { mean: 682362, p50: 328939, p90: 433740, p95: 2473620, p99: 6275381, max: 28937475 });
  assert.deepEqual([errors?.count, successesPerSecond], [63, 137.59250552543884]);
  const refused = read(outputs.VEGETA_REFUSED_JSON);
  assert.deepEqual([refused.requests, refused.statuses, refused.errors?.unanswered], [0, {}, 50]);
});

test('reads the text of bombardier', () => {
  assert.deepEqual(read(outputs.BOMBARDIER), {
    tool: 'bombardier',
    requestsPerSecond: 50579.67,
    printedRate: '50579.67',
    answeredPerSecond: 50579.67,
    successesPerSecond: 50579.67,
    requests: 100805,
    statuses: { '2xx': 100805 },
    errors: { count: 0, unanswered: 0, texts: [] },
    latency: { mean: 197110, p50: 141e3, p75: 188e3, p90: 297e3, p95: 496e3, p99: 1310e3, max: 31780e3 },
    concurrency: 10,
  });
  assert.deepEqual(read(outputs.BOMBARDIER_ERRORS).statuses, { '2xx': 138, '4xx': 22, '5xx': 40 });
  const refused = { count: 20, unanswered: 20, texts: [{ text: REFUSED, count: 20 }] };
  assert.deepEqual(read(outputs.BOMBARDIER_REFUSED).errors, refused);
});

test('reads the JSON of bombardier, whose latencies are in microseconds', () => {
  const report = read(outputs.BOMBARDIER_ERRORS_JSON);
  assert.deepEqual([report.printedRate, report.seconds, report.concurrency], ['11738.212548004016', 0.020850783, 10]);
  assert.equal(report.answeredPerSecond, 200 / 0.020850783);
  assert.deepEqual(report.latency, {
    mean: 1005375, p50: 272e3, p75: 1964e3, p90: 3456e3, p95: 3555e3, p99: 3964e3, max: 4009e3,
  });
  assert.deepEqual(report.errors, { count: 63, unanswered: 0, texts: [] });
  assert.equal(read(outputs.BOMBARDIER_REFUSED_JSON).errors?.texts[0]?.text, REFUSED);
});

test("reads bombardier's JSON with a body that is quoted as in Go, and with braces", () => {
  const body = String.raw`"body":"{\"a\":{\x00{{\a"`;
  const report = read(outputs.BOMBARDIER_ERRORS_JSON.replace('"body":""', () => body));
  assert.deepEqual([report.requests, report.printedRate, report.concurrency], [200, '11738.212548004016', 10]);
});

test('reads oha, whose requests that it aborts at its deadline are no errors', () => {
  assert.deepEqual(read(outputs.OHA), {
    tool: 'oha',
    requestsPerSecond: 14636.2704,
    printedRate: '14636.2704',
    answeredPerSecond: (14636.2704 * 14668) / 14677,
    successesPerSecond: (14636.2704 * 14668) / 14677,
    requests: 14668,
    statuses: { 200: 14668 },
    errors: { count: 0, unanswered: 0, texts: [] },
    seconds: 1.0027828,
    latency: { mean: 665100, p50: 589900, p75: 783800, p90: 1000500, p95: 1146e3, p99: 2367100, max: 10844e3 },
    bytes: Math.round(487.02 * 1024),
  });
  const { statuses, errors, seconds } = read(outputs.OHA_ERRORS);
  assert.deepEqual([statuses, errors?.count, seconds], [{ 200: 137, 404: 23, 503: 40 }, 63, 0.0336954]);
  const refused = read(outputs.OHA_REFUSED);
  const texts = [{ text: 'Connection refused (os error 111)', count: 20 }];
  assert.deepEqual(refused.errors, { count: 20, unanswered: 20, texts });
  assert.deepEqual([refused.answeredPerSecond, refused.latency], [0, undefined]);
  assert.deepEqual(read(outputs.OHA_REFUSED_JSON).errors, refused.errors);
});

test('reads the JSON of oha, whose latencies are in seconds', () => {
  const report = read(outputs.OHA_ERRORS_JSON);
  assert.deepEqual([report.printedRate, report.seconds, report.bytes], ['10687.35167959747', 0.01871371, 1048]);
  assert.deepEqual(report.latency, {
    mean: 762512, p50: 637338, p75: 785111, p90: 1194313, p95: 1610160, p99: 3442781, max: 3881190,
  });
  assert.deepEqual([report.statuses, report.errors?.count], [{ 200: 137, 404: 23, 503: 40 }, 63]);
});

test('reads ApacheBench, of which an answer of another length is no error', () => {
  const { requestsPerSecond, printedRate, errors, latency, concurrency, seconds } = read(outputs.AB_ERRORS);
  assert.deepEqual([requestsPerSecond, printedRate, concurrency, seconds], [5060.34, '5060.34', 10, 0.04]);
  assert.deepEqual(errors, { count: 63, unanswered: 0, texts: [] });
  assert.deepEqual(latency, { mean: 1976e3, p50: 0, p75: 1e6, p90: 1e6, p95: 16e6, p99: 16e6, max: 16e6 });
  assert.equal(read(outputs.AB).printedRate, '20002.20');
});

test('reads k6, new and old', () => {
  const summary = (failed: string) => `
     http_req_duration..............: avg=1.02ms  min=312.1µs med=980µs max=1m2.5s p(90)=1.5ms p(95)=2ms
       { expected_response:true }...: avg=1ms     min=312.1µs med=980µs max=2s     p(90)=1.5ms p(95)=2ms
     http_req_failed................: ${failed}
     http_reqs......................: 200    19.98/s
`;
  for (const failed of ['7.50%  15 out of 200', '7.50%  ✓ 15        ✗ 185']) {
    assert.deepEqual(read(summary(failed)), {
      tool: 'k6',
      requestsPerSecond: 19.98,
      printedRate: '19.98',
      successesPerSecond: 19.98 * (1 - 15 / 200),
      errors: { count: 15, unanswered: 0, texts: [] },
      latency: { mean: 1020e3, p50: 980e3, p90: 1500e3, p95: 2e6, max: 62.5e9 },
    });
  }
});

test('of several reports, whatever the tool, the last counts', () => {
  assert.equal(read(`${outputs.HEY015}\n${outputs.WRK}`).tool, 'wrk');
  assert.equal(read(`${outputs.WRK}\n${outputs.HEY015}`).tool, 'hey');
  assert.equal(read(`${outputs.VEGETA}${outputs.VEGETA_ERRORS}`).requests, 200);
  assert.equal(read(`${outputs.HEY015}${outputs.HEY014_ERRORS}`).requests, 200);
  assert.equal(read(`${outputs.VEGETA_ERRORS_JSON}${outputs.BOMBARDIER_ERRORS_JSON}${outputs.VEGETA_REFUSED_JSON}`).requests, 0);
});

test('text before, after and between the lines of a script does not matter, nor do colors and the ends of lines', () => {
  const { HEY015_ERRORS, WRK, VEGETA, VEGETA_ERRORS_JSON, BOMBARDIER_ERRORS } = outputs;
  for (const output of [HEY015_ERRORS, WRK, VEGETA, VEGETA_ERRORS_JSON, BOMBARDIER_ERRORS]) {
    const alone = read(output);
    assert.deepEqual(read(`+ make load {"summary\nSummary: begins\n${output}\nSummary: done at 12:00 { "latencies" }\n`), alone);
    assert.deepEqual(read(output.replaceAll('\n', '\r\n')), alone);
    assert.deepEqual(read(output.replace(/\d+\.\d+/g, '\u001b[32m$&\u001b[0m')), alone);
  }
});

test('reads JSON that another program has put on many lines, in another order, or within its own', () => {
  const alone = read(outputs.VEGETA_ERRORS_JSON);
  const json = JSON.parse(outputs.VEGETA_ERRORS_JSON) as Record<string, unknown>;
  const sorted = Object.fromEntries(Object.entries(json).sort(([a], [b]) => a.localeCompare(b)));
  assert.deepEqual(read(JSON.stringify(json, null, 2)), alone);
  assert.deepEqual(read(`result: ${JSON.stringify(sorted)} done`), alone);
  assert.deepEqual(read(JSON.stringify({ ...json, unknown: { new: [{}] } })), alone);
});

test('keeps the end of the output as it was printed', () => {
  const long = `${'x'.repeat(10_000)}\n${outputs.WRK}`;
  const kept = readLoadOutput(long)?.output ?? '';
  assert.ok(kept.length <= 4096 && kept.endsWith(outputs.WRK.trim()));
});

test('a result is the same after it was stored as JSON', () => {
  for (const output of Object.values(outputs)) {
    const result = readLoadOutput(output);
    assert.deepEqual(JSON.parse(JSON.stringify(result)), result);
  }
});

test('of a program that is not known, reads requests per second in the words that programs use', () => {
  const rates = {
    'Requests/sec: 1234.5': 1234.5,
    'requests per second = 1,234': 1234,
    'Requests per second:    5060.34 [#/sec] (mean)': 5060.34,
    'done in 2s: 12.5k req/s, p99 12ms': 12500,
    '{"rps": 812.25, "errors": 0}': 812.25,
    'level=info msg=load qps=99': 99,
    'achieved 1.2e+06 requests/second': 1.2e6,
    'requests_per_second: 0,5': 0.5,
  };
  for (const [line, rate] of Object.entries(rates)) {
    assert.deepEqual(read(`start\n${line}\nend\n`), { tool: 'other', requestsPerSecond: rate, printedRate: read(line).printedRate });
  }
  assert.equal(read('rps: 1\nrps: 2\n').requestsPerSecond, 2);
});

test('reads no rate where none is certain', () => {
  const lines = [
    '', 'nothing', 'target: 100 rps', 'Running at 500 requests/s for 10s', 'GET /rps 200', 'requests: 12', 'rps', 'took 12 s',
    'unable to connect to 127.0.0.1:1 Connection refused', 'requests/s: NaN', 'rps: 12%', 'corps: 12', '{"latencies":{}}',
    'response-time,DNS+dialup,DNS\n', 'Summary:\n  Requests/sec:\n',
  ];
  for (const line of lines) assert.equal(readLoadOutput(line), undefined, line);
});

test('the texts of errors are few, short and without control characters', () => {
  const many = Array.from({ length: 20 }, (_, i) => `  [${i + 1}]\tread\u0007 ${i} ${'x'.repeat(300)}`).join('\n');
  const { errors } = read(outputs.HEY_REFUSED.replace(/ {2}\[20\].*/, many));
  assert.equal(errors?.unanswered, 210);
  assert.deepEqual(errors.texts.map(({ count }) => count), [20, 19, 18, 17, 16]);
  assert.match(errors.texts[0]!.text, /^read {2}19 x+…$/);
  assert.ok(errors.texts[0]!.text.length <= 200);
});

test('hostile outputs of a megabyte are read in a moment', () => {
  const pieces = [
    'Summary:\n', '{', '{"latencies"', '"latencies"', ' test @ ', 'Requests/sec: ', '1,', ' [1]\t- 1', '1xx - 1, ', 'http_reqs.', '\u001b[',
    '[total, rate', 'response-time,DNS+dialup\n', 'rps ', '9', 'Error Set:\n', '{"a":', '\\', '1m', ' ', '%',
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(1e6 / piece.length));
    const started = performance.now();
    readLoadOutput(`${text}\n${outputs.WRK.slice(0, 200)}`);
    // Linear: a few milliseconds. Quadratic: minutes.
    assert.ok(performance.now() - started < 2000, piece);
  }
});

test('rows of hey -o csv take no more memory if lines do not end, or statuses are none', () => {
  const rows = new HeyRows();
  rows.append(`${HEY_HEADING},Request-dialup,Request-write,Response-delay,Response-read,status-code,offset\n`);
  for (let i = 1000; i < 10_000; i++) rows.append(`0.1,0,0,0,0,0,${i},0.1\n`);
  for (let i = 0; i < 1000; i++) rows.append('0.1,'.repeat(1000));
  assert.ok(JSON.stringify(rows).length < 10_000);
});
