// Command server keeps itself busy, and serves its profiles under /debug/pprof/.
//
//	go run ./cmd/server [-addr 127.0.0.1:0] [-for 10m]
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	_ "net/http/pprof"
	"runtime"
	"runtime/pprof"
	"time"

	"example.com/shapes"
)

func main() {
	address := flag.String("addr", "127.0.0.1:0", "where to listen")
	lifetime := flag.Duration("for", 10*time.Minute, "when to end")
	flag.Parse()

	runtime.SetMutexProfileFraction(1)
	runtime.SetBlockProfileRate(1)
	runtime.MemProfileRate = 4096

	listener, err := net.Listen("tcp", *address)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/debug/pprof/\n", listener.Addr())

	go load(context.Background())
	http.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/debug/pprof/heap", http.StatusFound)
	})
	time.AfterFunc(*lifetime, func() { log.Fatal("time is over") })
	log.Fatal(http.Serve(listener, nil))
}

// load runs all kinds of work, and sleeps for as long as each round takes.
func load(ctx context.Context) {
	for {
		start := time.Now()
		label(ctx, "recursion", func() {
			shapes.Fib(28)
			shapes.Grow(8).Weight()
		})
		label(ctx, "computing", func() {
			shapes.Inlined(5000)
			shapes.Generics(200)
			shapes.Closures(100)
		})
		label(ctx, "waiting", func() {
			shapes.Contend(4, 20)
			shapes.Pipeline(100)
		})
		label(ctx, "allocating", func() {
			shapes.Allocate(200)
			shapes.Keep(200, 10_000)
		})
		time.Sleep(time.Since(start))
	}
}

func label(ctx context.Context, kind string, work func()) {
	pprof.Do(ctx, pprof.Labels("kind", kind), func(context.Context) { work() })
}
