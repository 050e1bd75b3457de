package loops

import (
	"strings"
	"testing"
)

var (
	text = strings.Repeat("the larger part of a longer text ", 100)
	sink int
)

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
		sink = Words(text)
	}
}

func BenchmarkN(b *testing.B) {
	for range b.N {
		sink = Words(text)
	}
}

func BenchmarkCases(b *testing.B) {
	for _, part := range []int{10, 2, 1} {
		b.Run(strings.Repeat("i", part), func(b *testing.B) {
			for range b.N {
				sink = Words(text[:len(text)/part])
			}
		})
	}
}
