import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DumpViews } from '../../../src/goroutines/dumpViews';
import { readDumps } from '../../../src/goroutines/readText';
import type { GroupRow } from '../../../src/goroutines/answers';
import { finish } from '../../../src/profile/common/guard';

const PANIC = `panic: boom
\tsecond line

goroutine 7 [running]:
main.(*T).work.func1(...)
\t/app/main.go:12
main.F[...]({0x1, 0x2}, 0xc000?)
\tC:/Users/a b/main.go:30 +0x1d
...12 frames elided...
created by main.main in goroutine 1
\t/app/main.go:8 +0x25
exit status 2
`;

function viewsOf(text: string | Uint8Array): DumpViews {
  return new DumpViews(finish(readDumps(typeof text === 'string' ? new TextEncoder().encode(text) : text)));
}

function groupsOf(text: string, dump?: number): readonly GroupRow[] {
  return viewsOf(text).groups({ dump, text: '', hidesIdle: false, from: 0, limit: 100 }).groups;
}

/** A group in one line: `2 select 5 main.f main.go:3 < main.g main.go:4 by main.main main.go:8`. */
function brief({ count, state, longestWait, frames, createdBy }: GroupRow): string {
  const place = ({ function: name, file, line }: GroupRow['frames'][number]) => (file ? `${name} ${file}:${line}` : name);
  const by = createdBy ? ` by ${place(createdBy)}` : '';
  return `${count} ${state} ${longestWait} ${frames.map(place).join(' < ')}${by}`;
}

const PANIC_STACK = '1 running 0 main.(*T).work.func1 /app/main.go:12 < main.F[...] C:/Users/a b/main.go:30'
  + ' < ...12 frames elided... by main.main /app/main.go:8';

test('a panic has its message, and the frames of its goroutine with the one that started it', () => {
  const { dumps: [head] } = viewsOf(PANIC).summary();
  assert.equal(head.message, 'panic: boom\n\tsecond line');
  assert.deepEqual(groupsOf(PANIC).map(brief), [PANIC_STACK]);
  assert.deepEqual(groupsOf(PANIC).map(({ isCrash, ids }) => [isCrash, ids]), [[true, [7]]]);
});

test('a line for the same panic is found behind the prefixes of a log, whose numbers change', () => {
  const behind = (prefix: (line: number) => string) => PANIC.split('\n').map((line, i) => `${prefix(i)}${line}`).join('\r\n');
  const prefixes: ((line: number) => string)[] = [
    () => 'web-1  | ',
    (i) => `2026-01-02T03:04:${10 + i}.${i * 7919}Z stderr F `,
    (i) => `I0102 15:04:05.${100 + i} 12345 log.go:12] `,
    () => '\x1b[36mweb |\x1b[0m ',
    () => '        ',
  ];
  for (const prefix of prefixes) {
    assert.deepEqual(groupsOf(behind(prefix)).map(brief), [PANIC_STACK], prefix(1));
    assert.equal(viewsOf(behind(prefix)).summary().dumps[0].title, 'panic: boom', prefix(1));
  }
});

test('lines in JSON, as Docker and go test write them, and stacks in one field of a log are read', () => {
  const docker = PANIC.split('\n').map((line) => JSON.stringify({ log: `${line}\n`, stream: 'stderr' })).join('\n');
  const tested = PANIC.split('\n').map((line) => JSON.stringify({ Action: 'output', Output: `${line}\n` })).join('\n');
  const field = JSON.stringify({ level: 'error', msg: 'recovered', stack: PANIC });
  const logfmt = `time=1 level=error stack=${JSON.stringify(PANIC)}`;
  for (const text of [docker, tested, field, logfmt]) assert.deepEqual(groupsOf(text).map(brief), [PANIC_STACK], text);
});

test('lines that another goroutine logs between the frames are skipped', () => {
  const text = PANIC.replace('main.F[', '2026/01/02 GET /health 200 (3 ms)\nmain.F[');
  assert.deepEqual(groupsOf(text).map(brief), [PANIC_STACK]);
});

test('goroutines with the same stack and state are counted, with the longest wait', () => {
  const one = (id: number, status: string) => `goroutine ${id} [${status}]:\nmain.f(0xc00${id})\n\t/a.go:3 +0x${id}\n\n`;
  const text = one(1, 'select, 5 minutes') + one(2, 'select') + one(3, 'chan send (leaked), 120 minutes, locked to thread')
    + one(4, 'select, 1 minutes');
  assert.deepEqual(groupsOf(text).map(brief), ['3 select 5 main.f /a.go:3', '1 chan send (leaked) 120 main.f /a.go:3']);
  assert.deepEqual(groupsOf(text).map(({ locked }) => locked), [0, 1]);
});

test('labels are read in the brackets, as Go 1.26 prints them, and after them, as Go 1.27 does', () => {
  const old = 'goroutine 7 [sleep, 3 minutes labels:{"req": "a b", "u]ser": "q\\"x\\n"}]:\nmain.f()\n\t/a.go:3 +0x1\n';
  const now = 'goroutine 7 [sleep, 3 minutes] {req: "a b", "u]ser": "q\\"x\\n"}:\nmain.f()\n\t/a.go:3 +0x1\n';
  for (const text of [old, now]) {
    const [group] = groupsOf(text);
    assert.deepEqual(group.labels, [{ text: 'req="a b", "u]ser"="q\\"x\\n"', count: 1 }]);
    assert.equal(brief(group), '1 sleep 3 main.f /a.go:3');
  }
});

test('debug=1 has counts, labels and the frames of each group', () => {
  const text = 'goroutine profile: total 5\n3 @ 0x1 0x2\n# labels: {"req":"a b"}\n#\t0x1\tmain.f+0x1d\t\t/a.go:3\n#\t0x2\tmain.g+0x1\t/b.go:4\n'
    + '\n1 @ 0x1 0x2\n#\t0x1\tmain.f+0x1d\t\t/a.go:3\n#\t0x2\tmain.g+0x1\t/b.go:4\n';
  assert.deepEqual(groupsOf(text).map(brief), ['4  0 main.f /a.go:3 < main.g /b.go:4']);
  assert.deepEqual(groupsOf(text)[0].labels, [{ text: 'req="a b"', count: 3 }]);
  const [head] = viewsOf(text).summary().dumps;
  assert.deepEqual([head.goroutines, head.stated, head.hasStates], [4, 5, false]);
});

test('a race report has both accesses and where the goroutine was created, without counting them on lines', () => {
  const text = `==================
WARNING: DATA RACE
Write at 0x00c000094208 by goroutine 8:
  main.f.func1()
      /a.go:3 +0x33

Previous read at 0x00c000094208 by main goroutine:
  main.f()
      /a.go:4 +0x118

Goroutine 8 (running) created at:
  main.f()
      /a.go:2 +0xfc
==================
`;
  assert.deepEqual(groupsOf(text).map((group) => `${group.ids} ${brief(group)}`), [
    '8 1 write 0 main.f.func1 /a.go:3', '1 1 previous read 0 main.f /a.go:4', '8 1 created at 0 main.f /a.go:2',
  ]);
});

test('each panic of a log is a dump of its own, and all together have the message of each', () => {
  const served = (id: number) => `2026/01/02 15:04:05 http: panic serving 127.0.0.1:${id}: oops ${id}
goroutine ${id} [running]:
main.f${id}()
\t/a.go:${id} +0x1

`;
  const text = served(5) + served(6) + served(5);
  assert.deepEqual(viewsOf(text).summary().dumps.map(({ title }) => title), [
    'http: panic serving 127.0.0.1:5: oops 5', 'http: panic serving 127.0.0.1:6: oops 6', 'http: panic serving 127.0.0.1:5: oops 5',
  ]);
  assert.deepEqual(groupsOf(text).map(({ count, title }) => `${count} ${title}`), [
    '2 http: panic serving 127.0.0.1:5: oops 5', '1 http: panic serving 127.0.0.1:6: oops 6',
  ]);
  assert.deepEqual(groupsOf(text, 1).map(({ count, frames }) => `${count} ${frames[0].function}`), ['1 main.f6']);
});

test('goroutines of the runtime and those that wait for work are idle, but never the one that crashed', () => {
  const text = `fatal error: all goroutines are asleep - deadlock!

goroutine 1 [chan receive]:
runtime.chanrecv1()
\t/go/src/runtime/chan.go:1 +0x1
created by runtime.init in goroutine 1
\t/go/src/runtime/proc.go:1 +0x1

goroutine 2 [GC worker (idle)]:
runtime.gopark()
\t/go/src/runtime/proc.go:1 +0x1

goroutine 3 [IO wait]:
internal/poll.(*FD).Accept(0x1)
\t/go/src/internal/poll/fd_unix.go:1 +0x1
main.main()
\t/a.go:3 +0x1

goroutine 4 [runnable]:
runtime.gopark()
\t/go/src/runtime/proc.go:1 +0x1
main.spin()
\t/a.go:4 +0x1
`;
  const idle = groupsOf(text).filter(({ isIdle }) => isIdle);
  assert.deepEqual(idle.map(({ ids }) => ids[0]), [2, 3]);
});

test('a group is named by the first frame outside of the standard library', () => {
  const text = `goroutine 1 [sleep]:
internal/sync.runtime_SemacquireMutex()
\t/usr/local/go/src/runtime/sema.go:95 +0x1
time.Sleep(0x1)
\truntime/time.go:363 +0x1
encoding/json.(*Decoder).Decode()
\tencoding/json/stream.go:1 +0x1
example.com/m/time.Wait()
\texample.com/m/time/time.go:3 +0x1
`;
  assert.deepEqual(groupsOf(text).map(({ nameFrame }) => nameFrame), [3]);
});

test('filters find functions, lines, labels, states and numbers', () => {
  const views = viewsOf(`goroutine 11 [select] {req: "a b"}:\nmain.f()\n\t/a.go:3 +0x1\n\ngoroutine 12 [IO wait]:\nmain.g()\n\t/b.go:4 +0x1\n`);
  const filter = { hidesIdle: false, from: 0, limit: 9 };
  const found = (text: string) => views.groups({ ...filter, text }).groups.map(({ ids }) => ids[0]);
  assert.deepEqual(['MAIN.F', 'b.go:4', 'a b', 'io wait', 'goroutine 12', '11', 'none'].map(found), [[11], [12], [11], [12], [12], [11], []]);
});

test('groups are copied in the form of a dump', () => {
  assert.equal(viewsOf(PANIC).text({ text: '', hidesIdle: false }), `1 goroutine [running]:
main.(*T).work.func1
\t/app/main.go:12
main.F[...]
\tC:/Users/a b/main.go:30
...12 frames elided...
created by main.main
\t/app/main.go:8
`);
});

test('text that PowerShell wrote, damaged text and text without goroutines are read', () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(PANIC, 'utf16le')]);
  assert.equal(viewsOf(utf16).summary().dumpCount, 1);
  for (const text of ['', 'goroutine ', 'goroutine 7 [', 'goroutine 7 [x labels:{"a', 'goroutine 1 [a] {x:', '# labels: {', '{"log":1}', 'panic: x']) {
    assert.equal(viewsOf(text).summary().dumpCount, 0, text);
  }
});

test('hostile lines are read in linear time', () => {
  const hostile = ['goroutine '.repeat(20_000), `goroutine 7 [${'"{'.repeat(20_000)}`, `goroutine 7 [a labels:{${'"a": "b", '.repeat(20_000)}`,
    `{${'"log":'.repeat(20_000)}`, 'panic: '.repeat(20_000), `#${'\t'.repeat(50_000)}x`];
  const start = performance.now();
  for (const line of hostile) viewsOf(`goroutine 1 [running]:\n${`${line}\n`.repeat(20)}`);
  assert.ok(performance.now() - start < 5000);
});
