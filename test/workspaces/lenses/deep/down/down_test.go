// Package down has only test files.
package down

import "testing"

var sink int

func BenchmarkDown(b *testing.B) {
	for b.Loop() {
		for i := range 1000 {
			sink += i
		}
	}
}
