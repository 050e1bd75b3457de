package dotted

import . "testing"

func BenchmarkDotImport(b *B) {
	for b.Loop() {
		b.Elapsed()
	}
}
