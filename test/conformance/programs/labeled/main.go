// Command labeled writes two CPU profiles, a heap profile and a mutex profile with labels: labeled FOLDER.
package main

import (
	"context"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"time"

	"example.com/conformance/busywork"
)

var (
	kept     []*busywork.Tree
	lastTime time.Time
)

// under runs f with labels, a fixed number of times, so that it takes about the same CPU time on a busy machine.
func under(tenant, route string, times int, f func()) {
	labels := pprof.Labels("tenant", tenant, "route", route)
	pprof.Do(context.Background(), labels, func(context.Context) {
		for range times {
			f()
			lastTime = time.Now()
		}
	})
}

func serve(tenant string) {
	under(tenant, "compute", 240, func() { busywork.Compute(2) })
	under(tenant, "fib", 4800, func() { busywork.Fib(18) })
	under(tenant, "even", 12000, func() { busywork.IsEven(2000) })
	under(tenant, "grow", 1200, func() { kept = append(kept[:0], busywork.Grow(8)) })
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: labeled FOLDER")
	}
	runtime.MemProfileRate = 512
	runtime.SetMutexProfileFraction(1)
	cpu("first", "acme", "zoo")
	cpu("second", "acme", "yard")
	pprof.Do(context.Background(), pprof.Labels("tenant", "acme"), func(context.Context) {
		busywork.Contend(3, 30)
		kept = append(kept, busywork.Grow(9))
	})
	runtime.GC()
	for _, name := range []string{"heap", "mutex"} {
		write(name, func(file *os.File) error { return pprof.Lookup(name).WriteTo(file, 0) })
	}
	runtime.KeepAlive(kept)
}

func cpu(name string, tenants ...string) {
	write(name, func(file *os.File) error {
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
		for _, tenant := range tenants {
			serve(tenant)
		}
		busywork.Compute(20)
		return nil
	})
}

func write(name string, body func(*os.File) error) {
	file, err := os.Create(filepath.Join(os.Args[1], name+".pprof"))
	if err != nil {
		log.Fatal(err)
	}
	if err := body(file); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}
