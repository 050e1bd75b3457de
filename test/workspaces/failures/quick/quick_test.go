// Package quick ends before the profiler takes a sample.
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
