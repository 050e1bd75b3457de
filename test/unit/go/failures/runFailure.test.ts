import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestKind } from '../../../../src/go/captureTypes';
import { runFailure } from '../../../../src/go/failures/runFailure';
import { finish } from '../../../../src/profile/common/guard';
import type { RunResult } from '../../../../src/common/processes/runProcess';

const PLACES = { packageDir: '/w/m/pkg', moduleDir: '/w/m', modulePath: 'example.com/m', goroot: '/go' };
const TRACE = `goroutine 7 [running]:
testing.tRunner.func1.2({0x1, 0x2})
	/go/src/testing/testing.go:1734 +0x21c
panic({0x1?, 0x2?})
	/go/src/runtime/panic.go:785 +0x132
github.com/dep.Run(...)
	/mod/github.com/dep@v1.0.0/run.go:5
example.com/m/pkg.BenchmarkA(0xc0)
	/w/m/pkg/a_test.go:9 +0x25
created by testing.(*B).run1 in goroutine 1
	/go/src/testing/benchmark.go:238 +0x90
exit status 2
FAIL	example.com/m/pkg	0.003s
`;

/** `failure: message @ file:line` for the output of a run of BenchmarkA. */
function failureText(stdout: string, result: Partial<RunResult> = {}, kind: TestKind = 'benchmark'): string {
  const run: RunResult = { exitCode: 1, signal: null, timedOut: false, stdout, stderr: '', ...result };
  const context = { name: kind === 'test' ? 'TestA' : 'BenchmarkA', kind, timeoutSeconds: 60, places: PLACES };
  const { failure, message, location } = finish(runFailure(run, context));
  return `${failure}: ${message}${location === undefined ? '' : ` @ ${location.file}:${location.line}`}`;
}

test('what goleak finds after the last test is named with its place, instead of the last line that it prints', () => {
  const leak = (start: string, id: number) => `${start}Goroutine ${id} in state chan receive, with sync.wait on top of the stack:
sync.wait()
\t/go/src/sync/wait.go:3 +0x19
example.com/m/pkg.leak.func1()
\t/w/m/pkg/leak.go:14 +0x19
created by example.com/m/pkg.leak in goroutine 18
\t/w/m/pkg/leak.go:12 +0x37
`;
  const output = (...leaks: readonly string[]) =>
    `PASS\ngoleak: Errors on successful test run: found unexpected goroutines:\n${leaks.join('')}]\nexit status 1\nFAIL\n`;
  const sentence = 'failed: TestA ran, and goleak found that sync.wait has not ended (chan receive) (leak.go:14)';
  assert.equal(failureText(output(leak('[', 19)), {}, 'test'), `${sentence}. @ /w/m/pkg/leak.go:14`);
  const two = failureText(output(leak('[', 19), leak(' ', 20)), {}, 'test');
  assert.equal(two, `${sentence}, and 1 more. @ /w/m/pkg/leak.go:14`);
});

test('reads the reason of a panic, whatever else is printed around it or into it', () => {
  const sentence = 'panicked: BenchmarkA panics: boom (a_test.go:9). @ /w/m/pkg/a_test.go:9';
  for (const before of [
    'panic: boom\n\n',
    'goos: linux\npanic: boom\n\n',
    'goos: linux\nBenchmarkA-2   \tpanic: boom\n\n',
    'a wordpanic: boom\n\n',
    'panic: goos: linux\ngoarch: amd64\nboom\n\n',
    'panic: boom [recovered, repanicked]\n\n',
    'panic: boom\n\tpanic: again\n\n',
    'do not panic: all is well\npanic: boom\n\n',
  ]) {
    assert.equal(failureText(before + TRACE), sentence, before);
  }
});

test('reports a location in the user’s module rather than in a dependency, also with -trimpath', () => {
  const trimmed = TRACE.replaceAll('/go/src/', '').replace('/w/m/pkg/', 'example.com/m/pkg/').replace('/mod/', '');
  assert.match(failureText(`panic: boom\n\n${trimmed}`), / @ \/w\/m\/pkg\/a_test\.go:9$/);
  const withoutOwnFrames = TRACE.replace('/w/m/pkg/a_test.go', '/go/src/testing/benchmark.go');
  assert.match(failureText(`panic: boom\n\n${withoutOwnFrames}`), / @ \/mod\/github\.com\/dep@v1\.0\.0\/run\.go:5$/);
});

test('reads crashes of the runtime, and panics without a stack trace', () => {
  assert.match(failureText(`fatal error: concurrent map writes\n\n${TRACE}`), /^panicked: BenchmarkA crashes: concurrent map writes/);
  assert.equal(failureText('panic: boom\nexit status 2\nFAIL\tm\t0.1s\n'), 'panicked: BenchmarkA panics: boom.');
});

test('reports where the benchmark waits in a deadlock, although testing frames come first', () => {
  const deadlock = `fatal error: all goroutines are asleep - deadlock!

goroutine 1 [chan receive]:
testing.(*B).run1(0x1f212feee308)
	/go/src/testing/benchmark.go:247 +0xa6
main.main()
	_testmain.go:46 +0x9b

goroutine 20 [chan receive]:
example.com/m/pkg.wait(...)
	/w/m/pkg/a_test.go:8
example.com/m/pkg.BenchmarkA(0x1f212feee308?)
	/w/m/pkg/a_test.go:4 +0x25
testing.(*B).runN(0x1f212feee308, 0x1)
	/go/src/testing/benchmark.go:219 +0x190
exit status 2
FAIL	example.com/m/pkg	1.007s
`;
  const message = 'BenchmarkA crashes: all goroutines are asleep - deadlock! (a_test.go:8).';
  assert.equal(failureText(deadlock), `panicked: ${message} @ /w/m/pkg/a_test.go:8`);
});

test('does not mistake output of the program for a panic', () => {
  const message = 'failed: BenchmarkA ended the test with exit status 1 (os.Exit or log.Fatal); its last output: panic: no.';
  assert.equal(failureText('panic: no\nexit status 1\nFAIL\tm\t0.1s\n'), message);
});

test('reads the last message of the innermost test that failed, with -v and without', () => {
  const verbose = `=== RUN   TestA
    /w/m/pkg/a_test.go:1: outer
=== RUN   TestA/x
    /w/m/pkg/a_test.go:2: first
    /w/m/pkg/a_test.go:3: second
=== RUN   TestA/y
    /w/m/pkg/a_test.go:4: fine
=== NAME  TestA
    /w/m/pkg/a_test.go:5: outer again
--- FAIL: TestA (0.00s)
    --- FAIL: TestA/x (0.00s)
    --- PASS: TestA/y (0.00s)
FAIL
`;
  const quiet = `--- FAIL: TestA (0.00s)
    a_test.go:1: outer
    --- FAIL: TestA/x (0.00s)
        a_test.go:2: first
        a_test.go:3: second
FAIL
`;
  for (const output of [verbose, quiet]) {
    assert.equal(failureText(output, {}, 'test'), 'failed: TestA/x fails: second (a_test.go:3). @ /w/m/pkg/a_test.go:3');
  }
});

test('finds the message of Fatal whatever the lines around it are, with -v and without', () => {
  const fatal = 'failed: BenchmarkA fails: oh no (a_test.go:7). @ /w/m/pkg/a_test.go:7';
  const log = '    /w/m/pkg/a_test.go:7: oh no\n';
  const end = 'FAIL\nexit status 1\nFAIL\texample.com/m/pkg\t0.01s\nFAIL\n';
  for (const output of [
    `goos: linux\n--- FAIL: BenchmarkA\n${log}`,
    `BenchmarkA-2   \t--- FAIL: BenchmarkA-2\n${log}`,
    `printed--- FAIL: BenchmarkA\n${log}`,
    `--- FAIL: BenchmarkA\n    /w/m/pkg/a_test.go:5: before\n${log}`,
    `BenchmarkA\n${log}--- FAIL: BenchmarkA\n`,
    `BenchmarkA\nprinted\n${log}--- FAIL: BenchmarkA-2\n`,
    `BenchmarkA\nprinted${log}--- FAIL: BenchmarkA\n`,
    `BenchmarkA\nBenchmarkA/x\n    /w/m/pkg/a_test.go:3: x\nBenchmarkA/x-2  \t 10\t 5 ns/op\n${log}--- FAIL: BenchmarkA\n`,
  ]) {
    assert.equal(failureText(output + end), fatal, output);
  }
});

test('names the sub-benchmark that failed', () => {
  const quiet = `BenchmarkA/size-10-2 \t--- FAIL: BenchmarkA/size-10-2
    /w/m/pkg/a_test.go:4: late
BenchmarkA/ok-2 \t1000\t 5 ns/op
--- BENCH: BenchmarkA/ok-2
    /w/m/pkg/a_test.go:5: fine
--- FAIL: BenchmarkA
    /w/m/pkg/a_test.go:6: the benchmark's own
FAIL
exit status 1
`;
  assert.equal(failureText(quiet), 'failed: BenchmarkA/size-10-2 fails: late (a_test.go:4). @ /w/m/pkg/a_test.go:4');
  const verbose = `BenchmarkA
BenchmarkA/x
    /w/m/pkg/a_test.go:4: late
--- FAIL: BenchmarkA/x
BenchmarkA/ok
    /w/m/pkg/a_test.go:5: fine
BenchmarkA/ok-2 \t1000\t 5 ns/op
    /w/m/pkg/a_test.go:6: the benchmark's own
--- FAIL: BenchmarkA
FAIL
exit status 1
`;
  assert.equal(failureText(verbose), 'failed: BenchmarkA/x fails: late (a_test.go:4). @ /w/m/pkg/a_test.go:4');
});

test('joins the lines of a message, and reads the error from a message of Testify', () => {
  const output = `--- FAIL: BenchmarkA
    a_test.go:7: want 1
        got 2
          main_test.go:32: x
        see main_test.go:32:
FAIL
exit status 1
`;
  const sentence =
    'failed: BenchmarkA fails: want 1 got 2 main_test.go:32: x see main_test.go:32: (a_test.go:7). @ /w/m/pkg/a_test.go:7';
  assert.equal(failureText(output), sentence);
  const testify = `--- FAIL: TestA (0.00s)
    a_test.go:7: 
        \tError Trace:\t/w/m/pkg/a_test.go:7
        \tError:      \tNot equal: 
        \t            \texpected: 1
        \tTest:       \tTestA
`;
  assert.equal(failureText(testify, {}, 'test'), 'failed: TestA fails: Not equal: expected: 1 (a_test.go:7). @ /w/m/pkg/a_test.go:7');
});

test('reports a failure without a message', () => {
  const end = 'FAIL\nexit status 1\n';
  assert.equal(failureText(`--- FAIL: BenchmarkA\n${end}`), 'failed: BenchmarkA fails without a message.');
  assert.equal(failureText(`BenchmarkA-2 \t--- FAIL: BenchmarkA-2\n${end}`), 'failed: BenchmarkA fails without a message.');
  const empty = 'failed: BenchmarkA fails without a message (a_test.go:7). @ /w/m/pkg/a_test.go:7';
  assert.equal(failureText(`--- FAIL: BenchmarkA\n    a_test.go:7: \n${end}`), empty);
});

test('reads large outputs in linear time', () => {
  const count = 200_000;
  for (const output of [
    `${' '.repeat(count)}x`,
    'x    y'.repeat(count),
    '.go:'.repeat(count),
    'goroutine 1 '.repeat(count),
    'goroutine 1 ['.repeat(count),
    '--- FAIL: '.repeat(count),
    Array.from({ length: count / 10 }, (_, i) => `--- FAIL: BenchmarkA/${i}\n    a_test.go:${i}: x`).join('\n'),
    `--- FAIL: BenchmarkA\n    a_test.go:1: x\n${'        more\n'.repeat(count)}`,
  ]) {
    assert.ok(failureText(`${output}\nexit status 1\n`).length < 10_000_000);
  }
});

test('reports no location in Go’s own files', () => {
  const output = '--- FAIL: BenchmarkA\n    /go/src/testing/testing.go:1490: race detected during execution of test\nFAIL\n';
  assert.equal(failureText(output), 'failed: BenchmarkA fails: race detected during execution of test.');
});

test('distinguishes a time limit, of go test or of Linecost, from a kill by another process', () => {
  const hung = TRACE.replace('[running]', '[chan receive]');
  const timeout = 'timedOut: BenchmarkA did not end within 60 s (linecost.profile.timeout); it was at a_test.go:9. @ /w/m/pkg/a_test.go:9';
  assert.equal(failureText(`panic: test timed out after 1m0s\n\n${hung}`), timeout);
  assert.equal(failureText(`SIGQUIT: quit\nPC=0x1\n\n${hung}`, { timedOut: true }), timeout);
  assert.equal(failureText('', { timedOut: true }), 'timedOut: BenchmarkA did not end within 60 s (linecost.profile.timeout).');
  assert.match(failureText('signal: killed\nFAIL\tm\t0.1s\n'), /^killed: .*\(signal: killed\); the system may have run out of memory\.$/);
  assert.match(failureText('', { exitCode: null, signal: 'SIGTERM' }), /^killed: BenchmarkA was killed \(signal: SIGTERM\)\.$/);
});

test('a fault that Go does not turn into a panic is named, with the line that calls C', () => {
  const inC = `SIGSEGV: segmentation violation\nPC=0x541329 m=0 sigcode=1 addr=0x0\nsignal arrived during cgo execution\n\n${TRACE}exit status 2\n`;
  assert.equal(failureText(inC), 'panicked: BenchmarkA crashes: segmentation violation in C code (a_test.go:9). @ /w/m/pkg/a_test.go:9');
  const afterName = `BenchmarkA-8   \tSIGILL: illegal instruction\nPC=0x402300 m=3 sigcode=2\n\nexit status 2\n`;
  assert.equal(failureText(afterName), 'panicked: BenchmarkA crashes: illegal instruction.');
});

test('a fault without a trace of Go is a crash, not a kill', () => {
  const crash = 'and Go printed no stack trace, as after a fault in C code.';
  assert.equal(failureText('signal: segmentation fault (core dumped)\nFAIL\tm\t0.1s\n'),
    `panicked: BenchmarkA crashes (signal: segmentation fault (core dumped)), ${crash}`);
  assert.equal(failureText('', { exitCode: null, signal: 'SIGBUS' }), `panicked: BenchmarkA crashes (signal: SIGBUS), ${crash}`);
});

test('does not point to line 1, where the compiler puts generated code', () => {
  const generated = TRACE.replace('a_test.go:9', 'a_test.go:1').replace(/github[^]*run\.go:5\n/, '');
  const message = 'timedOut: BenchmarkA did not end within 60 s (linecost.profile.timeout).';
  assert.equal(failureText(generated, { timedOut: true }), message);
});

test('an unknown failure has a message with the exit status', () => {
  assert.equal(failureText('', { exitCode: 7 }), 'failed: BenchmarkA ended with exit status 7.');
  const denied = 'fork/exec /tmp/x.test: permission denied';
  assert.equal(failureText(`${denied}\nFAIL\tm\t0.0s\n`), `failed: BenchmarkA ended with exit status 1: ${denied}.`);
});
