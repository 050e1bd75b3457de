//go:build !extracted

package proof

//go:noinline
func compute(n int) {
	last = make([]byte, 64)
	x := sink | 1
	for range n * 1000 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	sink = x
}
