// Command pyroscope is a Pyroscope for tests: it keeps the profiles that are pushed to it in memory, and answers the
// methods of the published schema (github.com/grafana/pyroscope/api) as the real server does, with its limits. It
// prints its address, and ends when its standard input does.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/grafana/pyroscope/api/gen/proto/go/push/v1/pushv1connect"
	"github.com/grafana/pyroscope/api/gen/proto/go/querier/v1/querierv1connect"
)

func main() {
	maxLength := flag.Duration("max-query-length", 24*time.Hour, "as querier.max-query-length; 0 for no limit")
	lookback := flag.Duration("max-query-lookback", 7*24*time.Hour, "as querier.max-query-lookback; 0 for no limit")
	hasMerge := flag.Bool("merge-profile", true, "whether SelectMergeProfile exists")
	needsTenant := flag.Bool("multitenancy", false, "whether X-Scope-OrgID is needed")
	authorization := flag.String("authorization", "", "the header that each request needs")
	version := flag.String("version", "2.2.0", "what buildinfo says; empty: no such page")
	flag.Parse()

	kept := &store{}
	mux := http.NewServeMux()
	mux.Handle(querierv1connect.NewQuerierServiceHandler(&querier{
		store: kept, maxLength: *maxLength, lookback: *lookback, hasMerge: *hasMerge,
	}))
	mux.Handle(pushv1connect.NewPusherServiceHandler(&pusher{store: kept}))
	mux.Handle("POST /ingest", &ingester{store: kept})
	if *version != "" {
		mux.HandleFunc("GET /api/v1/status/buildinfo", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"status":"success","data":{"version":%q,"revision":"","branch":""}}`, *version)
		})
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, withAccess(*needsTenant, *authorization, withFaults(mux))))
}
