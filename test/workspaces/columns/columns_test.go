package columns

import "testing"

func BenchmarkWeigh(b *testing.B) {
	for b.Loop() {
		Weigh(100)
	}
}

func Benchmark面積(b *testing.B) {
	for b.Loop() {
		面積(1000)
	}
}
