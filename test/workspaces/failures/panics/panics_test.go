// Package panics panics in the middle of a benchmark.
package panics

import "testing"

func BenchmarkPanics(b *testing.B) {
	var numbers []int
	for i := 0; i < b.N; i++ {
		numbers[i]++
	}
}
