// Package native calls C.
package native

// static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i % 7; return s; }
import "C"

// Sum is slow enough to measure.
func Sum(n int) int { return int(C.sum(C.int(n))) }
