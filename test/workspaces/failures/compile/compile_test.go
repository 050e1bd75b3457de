// Package compile does not compile.
package compile

import "testing"

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		undefinedFunction(b.N)
	}
}

func helper() string {
	return 42
}
