package labels

import "testing"

var sink int

func BenchmarkServe(b *testing.B) {
	for range b.N {
		sink += Serve("ann", "/search", 300)
		sink += Serve("bob", "/search", 100)
		sink += Serve("bob", "/page", 200)
		sink += Serve("cleo", "/page", 200)
	}
}
