//go:build refused

package lenses

import "testing"

// None of these functions is a benchmark. Go refuses to build a test file with most of them.

// Benchmarkish is an ordinary function, because a lower-case letter follows Benchmark.
func Benchmarkish(b *testing.B) {
	b.Log()
}

func BenchmarkTwoParameters(b *testing.B, size int) {
	b.Log(size)
}

func BenchmarkOtherType(t *testing.T) {
	t.Log()
}

func BenchmarkNoParameter() {}

func BenchmarkResult(b *testing.B) int {
	return b.N
}

func BenchmarkTypeParameter[T any](b *testing.B) {
	b.Log()
}
