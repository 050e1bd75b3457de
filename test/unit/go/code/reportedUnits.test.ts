import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportedUnits } from '../../../../src/go/code/reportedUnits';
import { finish } from '../../../../src/profile/common/guard';

const unitsOf = (body: string, rest = '') => finish(reportedUnits([
  { file: 'a_test.go', text: `package a\n\nconst perOp = "ns/op"\n\nfunc BenchmarkX(b *testing.B) {\n${body}\n}\n` },
  { file: 'b_test.go', text: `package a\n\nfunc BenchmarkY(b *testing.B) { b.ReportMetric(1, "B/op") }\n${rest}` },
], 'BenchmarkX'));

test('the units that go test measures and the benchmark reports are found, wherever it reports them', () => {
  const shapes: readonly [body: string, units: readonly string[], rest?: string][] = [
    ['b.ReportMetric(float64(n)/float64(b.N), "ns/op")', ['ns/op']],
    ['b.ReportMetric(f(1, 2), `allocs/op`)\nb.ReportMetric(3, "B/op",)', ['B/op', 'allocs/op']],
    ['b.ReportMetric(1, perOp)', ['ns/op']],
    ['b.Run("x", func(b *testing.B) { b.ReportMetric(1, "ns/op") })', ['ns/op']],
    ['defer func() { b.ReportMetric(1, "ns/op") }()', ['ns/op']],
    ['report(b, 5)', ['ns/op'], 'func report(b *testing.B, n int) { b.ReportMetric(1, "ns/op") }'],
    ['b.ReportMetric(1, "hits/op")\nb.ReportMetric(1, "p99-ns")', []],
    ['// b.ReportMetric(1, "ns/op")\n_ = `b.ReportMetric(1, "ns/op")`', []],
    ['b.ReportMetric(1, unit)\nb.ReportMetric(', []],
    ['', []],
  ];
  for (const [body, units, rest] of shapes) assert.deepEqual(unitsOf(body, rest), units, body);
});
