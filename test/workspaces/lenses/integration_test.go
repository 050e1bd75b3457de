//go:build integration

package lenses

import "testing"

func BenchmarkTagged(b *testing.B) {
	for b.Loop() {
		Sum([]int{1, 2, 3})
	}
}
