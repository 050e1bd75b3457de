package app

import (
	"strings"
	"testing"
)

func BenchmarkGreet(b *testing.B) {
	name := strings.Repeat("gopher ", 100)
	for b.Loop() {
		Greet(name)
	}
}
