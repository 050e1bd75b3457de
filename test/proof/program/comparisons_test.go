package proof

import "testing"

// BenchmarkPlanted spends 5, 10, 20 and 65 % of its time in its lines; with the tag planted, 20 % more in the first.
func BenchmarkPlanted(b *testing.B) {
	for range b.N {
		spin(5 + planted)
		spin(10)
		spin(20)
		spin(65)
	}
}
