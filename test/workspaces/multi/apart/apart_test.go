// Package apart is in a module that go.work does not list, so that go refuses to test it.
package apart

import "testing"

var sink int

func BenchmarkApart(b *testing.B) {
	for b.Loop() {
		sink++
	}
}
