// Package exits ends the test process from within a benchmark.
package exits

import (
	"os"
	"testing"
)

func BenchmarkExits(b *testing.B) {
	b.Log("good bye")
	os.Exit(3)
}
