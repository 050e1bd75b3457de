// Package lenses has benchmarks that a careless search misses, and text that only looks like a benchmark.
package lenses

// Sum adds up the numbers.
func Sum[T int | float64](numbers []T) T {
	var sum T
	for _, n := range numbers {
		sum += n
	}
	return sum
}
