package nested

import "testing"

func BenchmarkPrimes(b *testing.B) {
	for b.Loop() {
		Primes(100_000)
	}
}
