// Package fatal has a benchmark that fails, and one with a sub-benchmark that fails.
package fatal

import "testing"

func BenchmarkFatal(b *testing.B) {
	b.Log("about to fail")
	b.Fatal("the cat sat on the keyboard")
}

func BenchmarkPartlyFatal(b *testing.B) {
	b.Run("good", func(b *testing.B) {
		for b.Loop() {
			work()
		}
	})
	b.Run("bad", func(b *testing.B) {
		b.Errorf("got %d, want %d", 1, 2)
	})
}

var sink int

func work() {
	for i := range 1000 {
		sink += i
	}
}
