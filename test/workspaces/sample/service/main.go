// Command service counts words over HTTP. It sends requests to itself, so that it can be profiled while it works:
//
//	go run ./service
//
// Its address for "Linecost: Fetch Profile…" is localhost:6060.
package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	_ "net/http/pprof" // serves the profiles at /debug/pprof/
	"runtime"
	"strings"
	"time"

	"example.com/sample"
)

const address = "localhost:6060"

func main() {
	// Without these two, the mutex profile and the block profile are empty.
	runtime.SetMutexProfileFraction(10)
	runtime.SetBlockProfileRate(10_000)
	http.HandleFunc("/count", count)
	go sendRequests()
	log.Println("The profiles are at http://" + address + "/debug/pprof/. Press Ctrl-C to stop.")
	log.Fatal(http.ListenAndServe(address, nil))
}

// count answers with the words of the request, the most frequent first.
func count(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	_ = json.NewEncoder(w).Encode(sample.CountWords(string(text)))
}

// sendRequests sends about 100 requests in a second.
func sendRequests() {
	text := strings.Repeat("The quick brown fox jumps over the lazy dog. ", 1000)
	for range time.Tick(10 * time.Millisecond) {
		response, err := http.Post("http://"+address+"/count", "text/plain", strings.NewReader(text))
		if err != nil {
			continue
		}
		_, _ = io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
}
