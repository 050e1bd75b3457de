package main

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// withAccess answers 401 as Pyroscope and a proxy before it do.
func withAccess(needsTenant bool, authorization string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case authorization != "" && r.Header.Get("Authorization") != authorization:
			connectError(w, http.StatusUnauthorized, "unauthenticated", "invalid credentials: "+r.Header.Get("Authorization"))
		case needsTenant && r.Header.Get("X-Scope-OrgID") == "":
			connectError(w, http.StatusUnauthorized, "unauthenticated", "no org id")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// withFaults does what the header X-Fault says: a status, `cut`, `timeout`, `page`, `moved` or `skew`; querier.go has
// the others. The header X-Retry-After is that of the answer.
func withFaults(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/querier") {
			next.ServeHTTP(w, r)
			return
		}
		fault := r.Header.Get("X-Fault")
		if after := r.Header.Get("X-Retry-After"); after != "" {
			w.Header().Set("Retry-After", after)
		}
		if status, err := strconv.Atoi(fault); err == nil {
			connectError(w, status, codes[status], messages[status])
			return
		}
		switch fault {
		case "timeout":
			<-r.Context().Done()
		case "page":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte("<!doctype html><title>Sign in</title>"))
		case "moved":
			http.Redirect(w, r, "https://login.example/sign-in?token=secret", http.StatusFound)
		case "skew":
			w.Header().Set("Date", time.Now().Add(-10*time.Minute).UTC().Format(http.TimeFormat))
			next.ServeHTTP(w, r)
		case "cut":
			r.Header.Del("Accept-Encoding")
			next.ServeHTTP(&cutWriter{ResponseWriter: w}, r)
			panic(http.ErrAbortHandler)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

var codes = map[int]string{
	400: "invalid_argument", 401: "unauthenticated", 403: "permission_denied", 404: "unimplemented",
	429: "resource_exhausted", 500: "internal", 501: "unimplemented", 503: "unavailable", 504: "deadline_exceeded",
}

var messages = map[int]string{
	403: "the tenant may not read", 429: "too many outstanding requests", 500: "object storage is gone",
	503: "no query frontend is ready", 504: "context deadline exceeded",
}

func connectError(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"code": code, "message": message})
}

// A cutWriter sends the first half of what it gets, but promises all.
type cutWriter struct {
	http.ResponseWriter
}

func (c *cutWriter) Write(bytes []byte) (int, error) {
	c.Header().Set("Content-Length", strconv.Itoa(len(bytes)))
	_, err := c.ResponseWriter.Write(bytes[:len(bytes)/2])
	if flusher, ok := c.ResponseWriter.(http.Flusher); ok {
		flusher.Flush()
	}
	return len(bytes), err
}
