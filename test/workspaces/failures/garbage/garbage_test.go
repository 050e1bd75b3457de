// Package garbage has a benchmark that prints between its results.
package garbage

import (
	"fmt"
	"os"
	"testing"
)

var sink int

func BenchmarkGarbage(b *testing.B) {
	fmt.Print("no newline at the end of this")
	fmt.Fprintln(os.Stderr, "and this goes to the other stream")
	fmt.Println("BenchmarkGarbage-8   looks like a result ns/op")
	fmt.Println("BenchmarkFake-8\t100\tNaN ns/op")
	os.Stdout.Write([]byte{0xff, 0xfe, 0x00, 0x1b, '[', '3', '1', 'm', '\n'})
	for b.Loop() {
		for i := range 1000 {
			sink += i
		}
	}
}
