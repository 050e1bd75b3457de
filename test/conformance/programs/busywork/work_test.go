package busywork

import (
	"testing"
)

var sink int

func BenchmarkCompute(b *testing.B) {
	for range b.N {
		sink += Compute(10)
	}
}

func BenchmarkContend(b *testing.B) {
	for range b.N {
		sink += Contend(4, 20)
	}
}
