// Command dump writes the profiles of its own run to a folder. The costs of function descend are known exactly.
package main

import (
	"context"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"

	"example.com/conformance/busywork"
)

// init sets the rate, because main would be too late: it must be set before anything is allocated.
func init() { runtime.MemProfileRate = 1 }

var kept [][]byte

// descend allocates 1 kB at each of n depths.
//
//go:noinline
func descend(n int) {
	if n == 0 {
		return
	}
	kept = append(kept, make([]byte, 1024))
	descend(n - 1)
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: dump FOLDER")
	}
	runtime.SetBlockProfileRate(1)
	runtime.SetMutexProfileFraction(1)
	kept = make([][]byte, 0, 100)
	descend(10)
	pprof.Do(context.Background(), pprof.Labels("kind", "contention"), func(context.Context) {
		busywork.Contend(3, 10)
	})
	stop := make(chan bool)
	for range 5 {
		go func() { <-stop }()
	}
	for _, name := range []string{"goroutine", "heap", "allocs", "threadcreate", "block", "mutex"} {
		write(filepath.Join(os.Args[1], name+".pprof"), name)
	}
	close(stop)
	runtime.KeepAlive(kept)
}

func write(path, name string) {
	file, err := os.Create(path)
	if err != nil {
		log.Fatal(err)
	}
	if err := pprof.Lookup(name).WriteTo(file, 0); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}
