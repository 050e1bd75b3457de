import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import {
  commands, executed, fetchFrom, file, parts, PROFILE, records, state, traces, user, withService, written,
} from '../../../shared/fetchUser';
import { until } from '../../../shared/until';

/** What net/http/pprof answers while another client takes a CPU profile. */
function refuse(response: ServerResponse): void {
  response.writeHead(500, { 'X-Go-Pprof': '1' }).end('Could not enable CPU profiling: cpu profiling already in use\n');
}

test('a short profile waits for a gap between the profiles of a profiler that is always on', () => {
  const requested: string[] = [];
  const service: RequestListener = ({ url }, response) => {
    if (requested.push(url!) > 3) response.end(PROFILE);
    else refuse(response);
  };
  return withService(service, async (host) => {
    user.typed = ['30'];
    user.buttons = ['Take 4 s Instead'];
    await fetchFrom(`http://${host}/debug/pprof/profile`);
    const short = '/debug/pprof/profile?seconds=4';
    assert.deepEqual(requested, ['/debug/pprof/profile?seconds=30', short, short, short]);
    assert.ok(user.shown.includes('waiting until no other CPU profile is taken'));
    assert.equal(user.shown.filter((text) => text.startsWith('Another CPU profile')).length, 1);
    assert.equal((records.at(-1) as CaptureRecord).fetched?.seconds, 4);
  });
});

test('a profile that is longer than the server allows is offered shorter, which is what Fetch Again takes', () => {
  const requested: string[] = [];
  const service: RequestListener = ({ url }, response) => {
    requested.push(url!);
    if (url!.endsWith('=4')) response.end(PROFILE);
    else response.writeHead(400, { 'X-Go-Pprof': '1' }).end("profile duration exceeds server's WriteTimeout\n");
  };
  return withService(service, async (host) => {
    user.buttons = ['Take 4 s Instead'];
    await fetchFrom(`http://${host}/debug/pprof/profile?seconds=30`);
    const taken = records.at(-1) as CaptureRecord;
    assert.equal(taken.fetched?.address, `http://${host}/debug/pprof/profile?seconds=4`);
    await (await commands()).fetchAgain(taken, parts);
    assert.deepEqual(requested.map((url) => url.split('=')[1]), ['30', '4', '4']);
  });
});

/** Go's index page. Only heap is served. */
const listing: RequestListener = ({ url }, response) => {
  if (url === '/internal/prof') response.end("5 <a href='heap?debug=1'>heap</a> 7 <a href='mutex?debug=1'>mutex</a>");
  else if (url === '/internal/prof/heap') response.end(PROFILE);
  else if (url === '/internal/prof/') response.writeHead(301, { location: '/internal/prof' }).end();
  else response.writeHead(404).end();
};

test('an index page is listed below any path, with or without a slash at its end', () =>
  withService(listing, async (host) => {
    for (const path of ['/internal/prof/', '/internal/prof']) {
      await fetchFrom(`http://${host}${path}`);
      assert.deepEqual(user.listed, ['heap 5', 'mutex 7']);
      assert.equal((records.at(-1) as CaptureRecord).subject, `http://${host}/internal/prof/heap`);
    }
    assert.equal(user.placeHolder, 'Choose a profile to fetch');
  }));

test('for a profile that is listed and not served, the message says so and offers another', () =>
  withService(listing, async (host) => {
    user.picks = ['mutex', 'heap'];
    user.buttons = ['Choose Another…'];
    await fetchFrom(`http://${host}/internal/prof/`);
    const message = `${host} lists mutex, but does not serve it: it responded with 404 Not Found for /internal/prof/mutex.`;
    assert.ok(user.shown.includes(message), traces());
    assert.deepEqual(user.listed, ['heap 5', 'mutex not served (404)']);
    assert.equal((records.at(-1) as CaptureRecord).subject, `http://${host}/internal/prof/heap`);
  }));

test('without an index page, the list says that these are the usual profiles', () =>
  withService((_, response) => void response.writeHead(404).end(), async (host) => {
    user.picks = ['mutex'];
    await fetchFrom(host);
    assert.equal(user.placeHolder, `${host}/debug/pprof/ lists no profiles. Choose one that Go services usually have`);
    assert.match(user.shown.at(-1)!, /\/mutex responded with 404 Not Found: does the program import net\/http\/pprof/);
    assert.deepEqual(user.offered.slice(1), ['Choose Another…', 'Learn More', 'Show Output']);
    await fetchFrom(`http://${host}/debug/pprof/heap`);
    assert.deepEqual(user.offered.slice(1), ['Change Address…', 'Learn More', 'Show Output']);
  }));

test('an execution trace is not kept as a profile, but saved and shown from its file', () =>
  withService((_, response) => void response.end('go 1.26 trace\0\0\0x'), async (host) => {
    user.buttons = ['Save and Show…'];
    user.savesTo = file('/home/me/t.trace');
    await fetchFrom(`http://${host}/debug/pprof/trace?seconds=1`);
    await until(() => executed.includes('vscode.openWith'));
    assert.ok(user.shown.includes(`${host} trace is an execution trace (1 kB): save it, to see where goroutines waited.`));
    assert.deepEqual(written, [['/home/me/t.trace', 'go 1.26 trace\0\0\0x']]);
    assert.deepEqual([records.length, state.discarded], [0, 1]);
    user.buttons = ['Save…'];
    user.typed = ['2'];
    await fetchFrom(`http://${host}/debug/pprof/trace`);
    await until(() => written.length === 2);
    assert.ok(user.shown.includes('How many seconds should the trace cover?'));
  }));
