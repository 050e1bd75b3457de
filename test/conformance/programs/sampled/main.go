// Command sampled writes its heap profile to a folder, as a profile and as Go's text, which has the unscaled counts.
package main

import (
	"log"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
)

var (
	kept [][]byte
	last []byte
)

//go:noinline
func allocate(size, count int, keep bool) {
	for range count {
		last = make([]byte, size)
		if keep {
			kept = append(kept, last)
		}
	}
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: sampled FOLDER")
	}
	for _, size := range []int{24, 64, 1000, 5000, 40000, 524288, 3000000} {
		allocate(size, max(3, 20<<20/size), false)
		allocate(size, max(1, 2<<20/size), true)
	}
	// Samples appear at the end of a collection. Without a further collection, both files have the same samples.
	debug.SetGCPercent(-1)
	runtime.GC()
	runtime.GC()
	for _, form := range []struct {
		name  string
		debug int
	}{{"heap.pprof", 0}, {"heap.txt", 1}} {
		file, err := os.Create(filepath.Join(os.Args[1], form.name))
		if err != nil {
			log.Fatal(err)
		}
		if err := pprof.Lookup("heap").WriteTo(file, form.debug); err != nil {
			log.Fatal(err)
		}
		if err := file.Close(); err != nil {
			log.Fatal(err)
		}
	}
	runtime.KeepAlive(kept)
}
