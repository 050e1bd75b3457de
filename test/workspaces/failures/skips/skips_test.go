// Package skips has a benchmark that skips itself.
package skips

import "testing"

func BenchmarkSkips(b *testing.B) {
	b.Skip("needs a machine with 128 cores")
}
