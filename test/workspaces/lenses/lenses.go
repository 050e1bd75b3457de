// Package lenses has benchmarks where a careless search misses them, and text that only looks like one.
package lenses

// Sum adds up some numbers.
func Sum[T int | float64](numbers []T) T {
	var sum T
	for _, n := range numbers {
		sum += n
	}
	return sum
}
