/** A benchmark whose cases have literal names. */
export const LITERALS = `func BenchmarkX(b *testing.B) {
	b.Run("short text", func(b *testing.B) { run(b, 1) })
	b.Run(\`long\`, func(b *testing.B) { run(b, 9) })
	// b.Run("gone", func(b *testing.B) {})
}`;

/** A benchmark whose cases have computed names. */
export const LOOP = `func BenchmarkX(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			run(b, n)
		})
	}
}`;
