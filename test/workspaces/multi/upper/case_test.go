package shout

import (
	"strings"
	"testing"
)

func BenchmarkShout(b *testing.B) {
	text := strings.Repeat("gopher ", 100)
	for b.Loop() {
		Shout(text)
	}
}
