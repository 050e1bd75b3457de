package native

import "testing"

var sink int

func BenchmarkNative(b *testing.B) {
	for range b.N {
		sink = Sum(10_000)
	}
}
