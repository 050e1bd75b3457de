import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BenchmarkFunctions } from '../../../../src/go/code/benchmarkFunctions';
import { timedBody, type TimedBody, type TimerUse } from '../../../../src/go/code/timerEvents';
import { finish } from '../../../../src/profile/common/guard';

/** The body of BenchmarkX, whose helpers are the given ones. */
function bodyOf(text: string, helpers: Readonly<Record<string, TimerUse>> = {}): TimedBody | undefined {
  const [func] = finish(new BenchmarkFunctions([{ file: 'x_test.go', text }]).named('BenchmarkX'));
  return finish(timedBody(func!, function* (name) {
    return helpers[name];
  }));
}

/** `stop 3 at depth 2`, in the order of the source, without the ends of blocks. */
function eventsIn(text: string, helpers?: Readonly<Record<string, TimerUse>>): string[] {
  const events = bodyOf(text, helpers)?.events.filter(({ kind }) => kind !== 'blockEnd') ?? [];
  return events.map((event) => [event.kind, 'line' in event && event.line, 'depth' in event && `at depth ${event.depth}`].filter(Boolean).join(' '));
}

const looping: TimerUse = { measures: 'loop', resets: true, mayStartTimer: false };

test('what a benchmark does with its timer is listed in the order of its source', () => {
  const text = `func BenchmarkX(b *testing.B) {
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		b.StopTimer()
		b.StartTimer()
	}
}`;
  assert.deepEqual(eventsIn(text), ['reset 2', 'loop 3', 'stop 4 at depth 2', 'start 5']);
  assert.deepEqual(bodyOf(text)!.lines, [2, 7]);
});

test('a loop, a reset or a helper inside another statement is no loop or reset of the benchmark', () => {
  const text = 'func BenchmarkX(b *testing.B) {\n\tif x {\n\t\tfor b.Loop() {\n\t\t}\n\t\tb.ResetTimer()\n\t\tbench(b)\n\t}\n\tprint(b.N)\n}';
  assert.deepEqual(eventsIn(text, { bench: looping }), []);
});

test('a helper does what its own body does; one that is not known may start the timer, unless another package has it', () => {
  const text = 'func BenchmarkX(b *testing.B) {\n\tbench(b)\n\tprepare(b)\n\tb.Cleanup(other.Check(b))\n\tunknown(b)\n}';
  const prepare: TimerUse = { measures: undefined, resets: true, mayStartTimer: true };
  assert.deepEqual(eventsIn(text, { bench: looping, prepare }), ['loop 2', 'mayStart 3', 'reset 3', 'mayStart 5']);
});

test('a function literal with its own *testing.B has events of its own', () => {
  const text = 'func BenchmarkX(b *testing.B) {\n\tb.Run("a", func(b *testing.B) {\n\t\tfor b.Loop() {\n\t\t}\n\t})\n\tb.StopTimer()\n}';
  assert.deepEqual(eventsIn(text), ['subBenchmarks', 'literal', 'stop 6 at depth 1']);
  const literal = bodyOf(text)!.events.find((event) => event.kind === 'literal');
  assert.deepEqual(literal?.body.events.map(({ kind }) => kind), ['loop', 'blockEnd', 'blockEnd']);
});

test('a function that returns a benchmark has no timer of its own', () => {
  const body = bodyOf('func BenchmarkX(n int) func(*testing.B) {\n\treturn func(b *testing.B) {\n\t\tb.ResetTimer()\n\t}\n}');
  assert.equal(body?.returnsBenchmark, true);
  assert.deepEqual(body.events.map(({ kind }) => kind), ['literal', 'blockEnd']);
});

test('a body that is cut off is read to its end', () => {
  assert.deepEqual(eventsIn('func BenchmarkX(b *testing.B) {\n\tb.StopTimer()\n\tif x {'), ['stop 2 at depth 1']);
});
