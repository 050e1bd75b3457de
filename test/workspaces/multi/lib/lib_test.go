package lib

import (
	"strings"
	"testing"
)

func BenchmarkReverse(b *testing.B) {
	text := strings.Repeat("gopher ", 100)
	for b.Loop() {
		Reverse(text)
	}
}
