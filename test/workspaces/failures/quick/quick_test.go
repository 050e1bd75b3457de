// Package quick is over before the profiler took a single sample, and its result is NaN.
package quick

import "testing"

func BenchmarkQuick(b *testing.B) {
	if b.N > 1 {
		b.Skip("once is enough")
	}
}

func TestQuick(t *testing.T) {
	t.Log("passes at once")
}
