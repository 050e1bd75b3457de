import { parseBenchmarks } from '../shared/inOneStep';
import { compileFailure } from '../../src/go/failures/compileFailure';
import { CaptureError } from '../../src/common/captureError';
import { failedTest, readLogLine } from '../../src/go/failures/failureLog';
import { hangLocation, panicLocation, parseGoroutines } from '../../src/go/failures/goPlaces';
import { statusFailure } from '../../src/http/httpFailure';
import { parseIndex } from '../../src/live/pprofIndex';
import { checkIsProfile } from '../../src/live/profileRequest';
import { runFailure } from '../../src/go/failures/runFailure';
import { mutateText, randomFrom } from './mutate';

const PLACES = { packageDir: '/w/m/pkg', moduleDir: '/w/m', modulePath: 'example.com/m', goroot: '/go' };
const ADDRESS = new URL('http://localhost:6060/debug/pprof/heap?debug=1');
const MAX_MS = 2000;

const INDEX = `<html><head><title>/debug/pprof/</title></head><body>
<table><thead><td>Count</td><td>Profile</td></thead>
<tr><td>12</td><td><a href='allocs?debug=1'>allocs</a></td></tr>
<tr><td>3</td><td><a href="goroutine?debug=1">goroutine</a></td></tr></table>
<a href="/debug/pprof/heap">heap</a><ul><li><div class=profile-name>heap: </div> A sampling of memory</li>
<li>block: stacks &amp; more</li></ul></body></html>`;

const RUN = `goos: linux
pkg: example.com/m/pkg
BenchmarkA
    a_test.go:12: said this
BenchmarkA-8   	     100	     12345 ns/op	  12.5 MB/s	      16 B/op	 1 allocs/op
BenchmarkB/size=10-8 	1000 	 99.1 ns/op
--- FAIL: BenchmarkA
    a_test.go:14: got 1, want 2
--- FAIL: TestX/sub (0.00s)
panic: boom [recovered]
	panic: again

goroutine 7 [running]:
panic({0x1?, 0x2?})
	/go/src/runtime/panic.go:785 +0x132
example.com/m/pkg.BenchmarkA(0xc0)
	/w/m/pkg/a_test.go:9 +0x25
created by testing.(*B).run1 in goroutine 1
# example.com/m/pkg
./a.go:3:5: undefined: x
FAIL	example.com/m/pkg [build failed]
FAIL	example.com/m/pkg	0.003s
`;

const PIECES = [
  '<a ', '<li>', '</a>', 'href="', "'", '&#x', '&amp;', 'goroutine 1 [', '[[[', ': ', '--- FAIL: ', 'panic: ', ' ', '\t', '\r\n',
  'Benchmark', 'BenchmarkA-8 ', 'NaN ns/op', '1e999', '99999999999999999999', 'a_test.go:', '%zz', '\u0000', '\ud800', '(', '\\',
];

/** Runs a parser to its end if it works in steps. */
function finishSteps(result: unknown): void {
  if (result === null || typeof result !== 'object' || !('next' in result)) return;
  const steps = result as Iterator<unknown>;
  while (steps.next().done !== true);
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  parseIndex: (text) => parseIndex(text, new URL('http://localhost:6060/debug/pprof/')),
  statusFailure: (text) => {
    const headers = { 'content-type': 'text/plain', 'x-go-pprof': '1' };
    return statusFailure(ADDRESS, { status: 500, statusText: text.slice(0, 9), headers, body: Buffer.from(text) });
  },
  checkIsProfile: (text) =>
    checkIsProfile({ url: ADDRESS, status: 200, statusText: '', headers: {}, body: Buffer.from(text) } as never),
  parseBenchmarks,
  runFailure: (text) => {
    const run = { exitCode: 1, signal: null, timedOut: text.length % 2 === 0, stdout: text, stderr: text.slice(0, 40) };
    return runFailure(run, { name: 'BenchmarkA', kind: 'benchmark', timeoutSeconds: 60, places: PLACES });
  },
  parseGoroutines,
  panicLocation: (text) => panicLocation(text, PLACES),
  hangLocation: (text) => hangLocation(text, 'BenchmarkA', PLACES),
  failedTest: (text) => failedTest(text, 'BenchmarkA', PLACES),
  readLogLine: (text) => text.split('\n').map((line) => readLogLine(line, PLACES)),
  compileFailure: (text) => compileFailure('BenchmarkA', text, PLACES),
};

/**
 * Feeds mutated texts to the parsers of untrusted text. Describes each text for which one takes too long, or throws an
 * error that is not a message for users.
 */
export function fuzzTexts(seed: number, count: number): readonly string[] {
  const findings: string[] = [];
  const random = randomFrom(Math.imul(seed + 1, 0x2c1b3c6d));
  for (let index = 0; index < count; index++) {
    const text = mutateText(random(3) === 0 ? INDEX : RUN, PIECES, random(2 ** 31));
    for (const [name, read] of Object.entries(READERS)) {
      const started = performance.now();
      try {
        finishSteps(read(text));
      } catch (error) {
        if (error instanceof CaptureError) continue;
        findings.push(`${name}, text ${index} of seed ${seed}: ${(error as Error).stack}\n${JSON.stringify(text)}`);
      }
      if (performance.now() - started > MAX_MS) findings.push(`${name}, text ${index} of seed ${seed} takes too long`);
    }
  }
  return findings;
}
