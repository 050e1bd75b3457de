package vendored

import (
	"strings"
	"testing"
)

func BenchmarkSum(b *testing.B) {
	texts := strings.Fields(strings.Repeat("a few words of different length ", 100))
	for b.Loop() {
		Sum(texts)
	}
}
