// Package test has tests and examples that can be profiled, and some that fail.
package test

import (
	"fmt"
	"strings"
	"testing"
)

func TestSlow(t *testing.T) {
	if spin(200) == 0 {
		t.Error("nothing was done")
	}
}

func TestFails(t *testing.T) {
	t.Errorf("got %d, want %d", spin(20), 0)
}

func Example_slow() {
	fmt.Println(spin(200) > 0)
	// Output: true
}

func Example_fails() {
	fmt.Println(spin(1) > 0)
	// Output: false
}

func spin(rounds int) int {
	length := 0
	for range rounds {
		text := strings.Repeat("spinning ", 100_000)
		length += len(strings.Fields(text))
	}
	return length
}
