// Command client is a Go program that Pyroscope's own SDK profiles: it works until the server has its CPU and heap
// profiles, and ends.
package main

import (
	"log"
	"os"
	"time"

	"github.com/grafana/pyroscope-go"
)

var kept [][]byte

//go:noinline
func burn(until time.Time) (sum uint64) {
	for time.Now().Before(until) {
		for i := uint64(0); i < 1_000_000; i++ {
			sum = sum*31 + i
		}
	}
	return sum
}

//go:noinline
func allocate() {
	for i := 0; i < 64; i++ {
		kept = append(kept, make([]byte, 1<<20))
	}
}

func main() {
	profiler, err := pyroscope.Start(pyroscope.Config{
		ApplicationName: "shop.checkout",
		ServerAddress:   os.Args[1],
		Tags:            map[string]string{"zone": "eu", "service_git_ref": "abc123"},
		UploadRate:      10 * time.Second,
		ProfileTypes: []pyroscope.ProfileType{
			pyroscope.ProfileCPU, pyroscope.ProfileInuseSpace, pyroscope.ProfileAllocSpace,
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	allocate()
	burn(time.Now().Add(1500 * time.Millisecond))
	profiler.Flush(true)
	if err := profiler.Stop(); err != nil {
		log.Fatal(err)
	}
}
