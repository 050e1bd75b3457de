// Package apart is a module that go.work does not list, so that go refuses to test it from here.
package apart

import "testing"

var sink int

func BenchmarkApart(b *testing.B) {
	for b.Loop() {
		sink++
	}
}
