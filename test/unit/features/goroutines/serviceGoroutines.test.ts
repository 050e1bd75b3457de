import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock, test } from 'node:test';
import { fakeOutput } from '../../../shared/fakeOutput';
import { FakeUri } from '../../../shared/fakeUri';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';
import type { GoroutineBytes } from '../../../../src/engine/goroutineQueries';
import type { ReadGoroutines } from '../../../../src/pages/goroutines/goroutinesPanel';

withVscode(fakeVscode('/work').module);

const answering: RequestListener = ({ url }, response) => {
  if (url!.includes('debug=2')) response.end('goroutine 1 [running]:\nmain.main()\n\t/app/main.go:3 +0x1\n');
  else response.end('goroutine profile: total 1\n');
};

interface Shown {
  /** What is shown, the last one last. */
  readonly shown: ReadGoroutines[];
  readonly failures: string[];
}

/** Shows the goroutines of instances, by name, of one server. */
async function showing(
  names: () => readonly string[],
  body: (shown: Shown) => Promise<void>,
  listener = answering,
): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { GoroutinesPanel } = await import('../../../../src/pages/goroutines/goroutinesPanel');
  const { showServiceGoroutines } = await import('../../../../src/features/goroutines/serviceGoroutines');
  const [shown, failures]: [ReadGoroutines[], string[]] = [[], []];
  mock.method(GoroutinesPanel.prototype, 'show', (read: ReadGoroutines) => void shown.push(read));
  mock.method(GoroutinesPanel.prototype, 'shows', (read: ReadGoroutines) => read === shown.at(-1));
  mock.method(GoroutinesPanel.prototype, 'showFailure', (failure: string) => void failures.push(failure));
  const engine = { ask: async () => ({ summary: { dumps: [], dumpCount: 0 }, files: [] }) };
  const instances = async () => names().map((name) => ({ name, url: new URL(`http://127.0.0.1:${port}/${name}/`) }));
  try {
    await showServiceGoroutines({ name: 'api', instances }, { engine, output: fakeOutput([]), extensionUri: FakeUri.file('/work') } as never);
    await body({ shown, failures });
  } finally {
    mock.restoreAll();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const textsOf = ({ texts }: ReadGoroutines): string[] =>
  texts.map(({ service, isBefore }: GoroutineBytes) => `${service}${isBefore ? ' before' : ''}`);
const again = (shown: readonly ReadGoroutines[], compares: boolean): Promise<unknown> =>
  shown.at(-1)!.refresh!(shown.at(-1)!, compares);

test('each fetch makes the instances reachable again, and one that answers for the first time is said not to be compared', async () => {
  let names = ['a', 'b'];
  await showing(() => names, async ({ shown }) => {
    names = ['b', 'c'];
    await again(shown, true);
    assert.deepEqual(textsOf(shown.at(-1)!), ['a before', 'b before', 'b', 'c']);
    assert.deepEqual(shown.at(-1)!.notes, ['c did not answer before: it is not compared.']);
    names = ['a', 'b'];
    await again(shown, false);
    assert.deepEqual(textsOf(shown.at(-1)!), ['a before', 'b before', 'a', 'b']);
    assert.deepEqual(shown.at(-1)!.notes, []);
  });
});

test('a forward that cannot be started again leaves what is shown, and says why', async () => {
  let failure: Error | undefined;
  const names = (): readonly string[] => {
    if (failure) throw failure;
    return ['a'];
  };
  await showing(names, async ({ shown, failures }) => {
    failure = new Error('kubectl was not found.');
    await again(shown, false);
    assert.equal(shown.length, 1);
    assert.match(failures.join(), /^Not fetched again\. .*kubectl was not found/);
  });
});

test('stacks are fetched only while there is room for those of all instances', async () => {
  const stacks: string[] = [];
  const many: RequestListener = ({ url }, response) => {
    if (url!.includes('debug=2')) stacks.push(url!);
    response.end(url!.includes('debug=2') ? 'goroutine 1 [running]:\n' : 'goroutine profile: total 100000\n');
  };
  const waiting: (() => void)[] = [];
  // All stacks are on their way at the same time: 100,000 goroutines may have 64 MB.
  const held: RequestListener = (request, response) => {
    if (!request.url!.includes('debug=2')) return many(request, response);
    waiting.push(() => many(request, response));
    if (waiting.length === 4) for (const answer of waiting) answer();
  };
  await showing(() => ['a', 'b', 'c', 'd', 'e', 'f'], async ({ shown }) => {
    assert.equal(stacks.length, 4);
    assert.match(shown[0].notes!.join('\n'), /need more memory than Linecost takes/);
    assert.equal(shown[0].notes!.length, 2);
  }, held);
});
