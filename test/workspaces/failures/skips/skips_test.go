// Package skips has a benchmark that does not want to run.
package skips

import "testing"

func BenchmarkSkips(b *testing.B) {
	b.Skip("needs a machine with 128 cores")
}
