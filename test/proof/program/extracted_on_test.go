//go:build extracted

package proof

//go:noinline
func compute(n int) {
	sink = rounds(sink|1, n)
}
