// Package endless has a benchmark that never ends, and one that waits for a process that runs for ten minutes.
package endless

import (
	"os/exec"
	"testing"
)

var sink int

func BenchmarkEndless(b *testing.B) {
	for {
		sink++
	}
}

func BenchmarkEndlessChild(b *testing.B) {
	if err := exec.Command("sleep", "600").Run(); err != nil {
		b.Fatal(err)
	}
}
