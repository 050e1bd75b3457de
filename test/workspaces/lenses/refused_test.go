//go:build refused

package lenses

import "testing"

// Go refuses to build a test with any of these: they are no benchmarks.

// After a lower-case letter, Go takes the name for any other function's.
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
