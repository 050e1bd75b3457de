package lenses_test

import (
	"fmt"
	"testing"

	"example.com/lenses"
)

func BenchmarkExternal(b *testing.B) {
	for b.Loop() {
		lenses.Sum([]int{1, 2, 3})
	}
}

func TestExternal(t *testing.T) {
	if lenses.Sum([]int{1, 2}) != 3 {
		t.Fatal("1 + 2 is 3")
	}
}

func ExampleSum() {
	fmt.Println(lenses.Sum([]int{1, 2, 3}))
	// Output: 6
}
