import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { test } from 'node:test';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import {
  AUTHORIZED, commands, executed, fetchFrom, logged, memento, parts, PROFILE, records, state, ticked, traces, user,
  vscode, withService,
} from '../../../shared/fetchUser';
import { summaryOf } from '../../../shared/fakeEngine';
import { until } from '../../../shared/until';

/** A service that requires a password. */
const guarded: RequestListener = (request, response) => {
  if (request.headers.authorization === AUTHORIZED) response.end(/heap(\?|$)/.test(request.url ?? '') ? PROFILE : '');
  else response.writeHead(401).end('s3cret');
};

test('nothing is fetched in an untrusted workspace', async () => {
  vscode.workspace.isTrusted = false;
  await assert.rejects(fetchFrom('localhost:1'), /^PreconditionError: Trust this workspace first/);
  assert.deepEqual(user.shown, []);
});

test('a password and a token in an address are used, but neither stored nor shown', () =>
  withService(
    (request, response) => {
      if (request.url?.includes('token=t0ken')) guarded(request, response);
      else response.writeHead(403).end();
    },
    async (host) => {
      assert.deepEqual(ticked, []);
      await fetchFrom(`go tool pprof http://me:s3cret@${host}/x/heap?gc=1&token=t0ken`);
      await fetchFrom(`me:s3cret@${host}/?token=t0ken`);
      assert.doesNotMatch(traces(), /s3cret|t0ken/);
      assert.deepEqual(ticked, ['linecost.ticked.fetch']);
      assert.equal(state.secret, undefined);
      assert.deepEqual(memento.get('linecost.recentAddresses'), [host, `http://${host}/x/heap?gc=1`]);
      assert.deepEqual(records.at(-1), {
        title: `${host} heap`,
        subject: `http://${host}/debug/pprof/heap`,
        fetched: { address: `http://${host}/debug/pprof/heap` },
        results: [],
        sources: new Map(),
      });
    },
  ));

test('the difference between two moments has a name and a subject of its own', () =>
  withService((_, response) => void response.end(PROFILE), async (host) => {
    const types = 'alloc_objects/count,alloc_space/bytes,inuse_objects/count,inuse_space/bytes';
    const known = () => records.at(-1) as Pick<CaptureRecord, 'title' | 'subject' | 'fetched'>;
    state.summary = { ...summaryOf(1, types), durationNanos: 2.01e9 };
    await fetchFrom(`http://${host}/debug/pprof/heap?seconds=2`);
    assert.equal(known().title, `${host} heap difference over 2\u202fs`);
    assert.equal(known().subject, `http://${host}/debug/pprof/heap?seconds=2`);
    state.summary = summaryOf(1, types);
    await fetchFrom(`http://${host}/debug/pprof/heap?seconds=2`);
    assert.equal(known().title, `${host} heap`, 'the server ignored the seconds');
    assert.equal(known().subject, `http://${host}/debug/pprof/heap`);
  }));

test('a service of this machine is known by its process, but a forwarder is not', { skip: process.platform !== 'linux' }, () =>
  withService((_, response) => void response.end(PROFILE), async (host) => {
    state.summary = summaryOf(1, 'cpu/nanoseconds');
    await fetchFrom(`http://${host}/debug/pprof/heap`);
    const served = (records.at(-1) as CaptureRecord).fetched?.process;
    assert.equal(served?.pid, process.pid);
    assert.ok(Math.abs(served!.startedAt - (Date.now() - 1000 * process.uptime())) < 5000);
    const ask = parts.engine.ask;
    try {
      parts.engine.ask = (async () => ({ file: '/another/program', buildId: '' })) as never;
      await fetchFrom(`http://${host}/debug/pprof/heap`);
      assert.equal((records.at(-1) as CaptureRecord).fetched?.process, undefined);
    } finally {
      parts.engine.ask = ask;
    }
  }));

test('if nothing is listening, the message offers to try again and to change the address, and trying again fetches', async () => {
  const heap: RequestListener = (_, response) => void response.end(PROFILE);
  const host = await new Promise<string>((resolve) => void withService(heap, async (free) => resolve(free)));
  await fetchFrom(`http://${host}/debug/pprof/heap`);
  assert.deepEqual(user.shown.filter((text) => text.startsWith('Nothing is listening')), [
    `Nothing is listening on ${host}: check the port, and that the program is running.`,
  ]);
  assert.deepEqual(user.offered.slice(1), ['Try Again', 'Change Address…', 'Learn More', 'Show Output']);
  assert.equal(records.length, 0);
  user.buttons = ['Try Again'];
  const server = createServer(heap);
  user.onShown = () => new Promise<void>((resolve) => server.listen(Number(host.split(':')[1]), '127.0.0.1', resolve));
  try {
    await fetchFrom(`http://${host}/debug/pprof/heap`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  assert.equal(records.length, 2);
});

test('stored credentials are used for the recent address until they are deleted', () =>
  withService(guarded, async (host) => {
    user.buttons = ['Save in Secret Storage'];
    await fetchFrom(`http://me:s3cret@${host}/debug/pprof/heap`);
    assert.match(state.secret!, /s3cret/);
    user.shown.length = 0;
    const [recent] = memento.get('linecost.recentAddresses') as string[];
    await fetchFrom(recent!);
    assert.equal(records.length, 4);
    assert.equal(user.shown.some((text) => /credentials/i.test(text)), false);
    const { forgetCredentials } = await import('../../../../src/features/fetch/credentials');
    await forgetCredentials(parts);
    assert.equal(state.secret, undefined);
    assert.equal(user.shown.at(-1), 'The saved credentials of one address were removed.');
    user.buttons = [];
    await fetchFrom(recent!);
    assert.equal(records.length, 4);
    assert.match(user.shown.at(-1)!, /responded with 401 Unauthorized/);
    assert.doesNotMatch(traces(), /s3cret/);
  }));

test('credentials can be entered and stored when the server requires them', () =>
  withService(guarded, async (host) => {
    user.buttons = ['Enter Credentials…', 'Save in Secret Storage'];
    user.typed = ['me', 'wrong', 'me', 's3cret'];
    await fetchFrom(host);
    assert.equal(records.length, 2);
    assert.match(state.secret!, new RegExp(`^\\[\\["${host}","http://`));
    assert.doesNotMatch(traces(), /s3cret|wrong/);
    assert.deepEqual(memento.get('linecost.recentAddresses'), [host]);
    assert.equal(logged.filter((line) => /responded with 401/.test(line)).length, 2);
  }));

test('the message for an invalid address does not repeat it', async () => {
  const failure: Error = await fetchFrom('http://u%:s3cret@h/x').then(() => assert.fail(), (error: Error) => error);
  assert.equal(failure.message, 'The user name or password has a stray %: write it as %25.');
  assert.doesNotMatch(traces(), /s3cret/);
});

test('if none of the costs is in the workspace, a message says so and offers flame graph and hottest line', () =>
  withService((_, response) => void response.end(PROFILE), async (host) => {
    const commands = [['Show Flame Graph', 'linecost.showFlameGraph'], ['Go to Hottest Line', 'linecost.goToHottestLine']];
    for (const [button, command] of commands) {
      user.buttons = [button];
      executed.length = 0;
      await fetchFrom(`http://${host}/debug/pprof/heap`);
      await until(() => executed.at(-1) === command);
    }
    assert.ok(user.shown.includes(`${host} heap was fetched. None of its costs is in the code of this workspace.`));
  }));

test('a profile without samples is not kept, and the message says how to enable mutex and block profiles, and when Go publishes allocations', () =>
  withService((_, response) => void response.end(PROFILE), async (host) => {
    state.isEmpty = true;
    for (const [name, call] of [['mutex', 'SetMutexProfileFraction'], ['block', 'SetBlockProfileRate'], ['heap', '']]) {
      user.shown = [];
      records.length = state.discarded = 0;
      await fetchFrom(`http://${host}/debug/pprof/${name}`);
      assert.deepEqual([records.length, state.discarded], [1, 1], 'the capture is not finished');
      const warning = user.shown.find((text) => text.includes('has no samples')) ?? '';
      assert.ok(warning.startsWith(`${host} ${name} has no samples: `), warning);
      assert.equal(/runtime\.(\w+)/.exec(warning)?.[1] ?? '', call);
      assert.equal(/no garbage collection ended in that time/.test(warning), name === 'heap');
      assert.equal(user.offered.at(-1), 'Fetch Again', 'VS Code cuts off long messages without a button');
    }
  }));

test('the message for a profile without samples fetches the same profile again', () => {
  const requested: string[] = [];
  const service: RequestListener = (request, response) => {
    requested.push(request.url!);
    state.isEmpty = requested.length === 1;
    response.end(PROFILE);
  };
  return withService(service, async (host) => {
    user.buttons = ['Fetch Again'];
    await fetchFrom(`http://${host}/debug/pprof/mutex`);
    await until(() => records.some((record) => 'subject' in record));
    assert.deepEqual(requested, ['/debug/pprof/mutex', '/debug/pprof/mutex']);
  });
});

test('if another client takes a CPU profile when one without samples is fetched again, the message offers to try again', () => {
  let requests = 0;
  const service: RequestListener = (_, response) => {
    state.isEmpty = ++requests === 1;
    if (requests !== 2) response.end(PROFILE);
    else response.writeHead(500, { 'X-Go-Pprof': '1' }).end('Could not enable CPU profiling: cpu profiling already in use\n');
  };
  return withService(service, async (host) => {
    user.typed = ['2'];
    user.buttons = ['Fetch Again', 'Try Again'];
    await fetchFrom(`http://${host}/debug/pprof/profile`);
    await until(() => records.some((record) => 'subject' in record));
    assert.equal(requests, 3);
  });
});

test('a profile that is being fetched is not fetched twice: the message offers to cancel it', async () => {
  const requested: string[] = [];
  const service: RequestListener = (request) => void requested.push(request.url!);
  await withService(service, async (host) => {
    user.typed = ['2'];
    const address = `http://${host}/debug/pprof/profile`;
    const first = assert.rejects(fetchFrom(address), { name: 'AbortError' });
    await until(() => requested.length > 0);
    user.buttons = ['Cancel Profile'];
    await fetchFrom(address);
    assert.equal(user.shown.at(-1), `${host} profile is being taken already. Cancel it, or wait until it ends.`);
    await first;
    assert.equal(requested.length, 1);
  });
  await withService((_, response) => void response.end(PROFILE), async (host) => {
    await fetchFrom(`http://${host}/debug/pprof/heap`);
    await fetchFrom(`http://${host}/debug/pprof/heap`);
    assert.equal(user.shown.some((text) => text.startsWith(host) && text.includes('being taken')), false);
  });
});

test('while another client takes a CPU profile, the message offers to try again', () => {
  let requests = 0;
  const service: RequestListener = (_, response) => {
    if (++requests > 1) response.end(PROFILE);
    else response.writeHead(500, { 'X-Go-Pprof': '1' }).end('Could not enable CPU profiling: cpu profiling already in use\n');
  };
  return withService(service, async (host) => {
    user.typed = ['2'];
    user.buttons = ['Try Again'];
    await fetchFrom(`http://${host}/debug/pprof/profile`);
    const text = `Another CPU profile of ${host} is being taken. Try again when it has ended. If a profiler is always on, 2 s may fit between two of its profiles.`;
    assert.ok(user.shown.includes(text), traces());
    assert.equal(requests, 2);
    requests = 0;
    user.typed = ['2'];
    user.buttons = [];
    await fetchFrom(`http://${host}/debug/pprof/profile`);
    assert.equal(requests, 1);
    assert.deepEqual(user.offered.slice(1), ['Try Again', 'Take 2 s Instead']);
  });
});

test('Fetch Again fetches the same profile with the same duration and credentials, without asking', () => {
  const requested: string[] = [];
  const service: RequestListener = (request, response) => {
    requested.push(request.url!);
    if (request.headers.authorization === AUTHORIZED) response.end(PROFILE);
    else response.writeHead(401).end();
  };
  return withService(service, async (host) => {
    user.buttons = ['Save in Secret Storage'];
    user.typed = ['2'];
    await fetchFrom(`http://me:s3cret@${host}/debug/pprof/profile`);
    const first = records.at(-1) as CaptureRecord;
    assert.deepEqual(first.fetched, { address: `http://${host}/debug/pprof/profile`, seconds: 2 });
    user.shown = [];
    await (await commands()).fetchAgain(first, parts);
    assert.deepEqual(requested, new Array(2).fill('/debug/pprof/profile?seconds=2'));
    assert.deepEqual((records.at(-1) as CaptureRecord).fetched, first.fetched);
    assert.equal(user.shown.some((text) => /seconds should|Credentials/.test(text)), false);
  });
});

test('Fetch Again fetches the subject of a capture that an earlier version stored', () =>
  withService((_, response) => void response.end(PROFILE), async (host) => {
    const subject = `http://${host}/debug/pprof/heap`;
    await (await commands()).fetchAgain({ subject } as CaptureRecord, parts);
    assert.equal((records.at(-1) as CaptureRecord).subject, subject);
  }));

test('Fetch Again is an error without a capture, or for a capture that was not fetched', async () => {
  const { fetchAgain } = await commands();
  await assert.rejects(fetchAgain(undefined, parts), {
    message: 'No profile was fetched yet.', fix: { title: 'Fetch Profile…', command: 'linecost.fetchProfile' },
  });
  const benchmark = { subject: 'x', target: { file: '/w/x_test.go', name: 'BenchmarkX' } } as CaptureRecord;
  await assert.rejects(fetchAgain(benchmark, parts), /No profile was fetched yet/);
});
