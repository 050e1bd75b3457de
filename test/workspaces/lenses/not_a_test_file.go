package lenses

import "testing"

// BenchmarkElsewhere is in a file in which go test does not look for benchmarks.
func BenchmarkElsewhere(b *testing.B) {
	for b.Loop() {
		Sum([]int{1, 2, 3})
	}
}
