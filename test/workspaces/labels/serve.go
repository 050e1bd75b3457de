// Package labels works for several users, under pprof labels that name the user and the route.
package labels

import (
	"context"
	"runtime/pprof"
	"strconv"
	"strings"
)

// Serve handles a request under the labels user and route.
func Serve(user, route string, size int) (length int) {
	pprof.Do(context.Background(), pprof.Labels("user", user, "route", route), func(context.Context) {
		if route == "/search" {
			length = Search(size)
		} else {
			length = Render(size)
		}
	})
	return length
}

// Search counts a word in a text, and returns the sum over all rounds.
func Search(size int) (found int) {
	text := strings.Repeat("needles and hay ", 64)
	for range size {
		found += strings.Count(text, "dle") + strings.LastIndex(text, "zz")
	}
	return found
}

// Render writes a page of numbers and returns its length.
func Render(size int) int {
	var page strings.Builder
	for i := range size * 16 {
		page.WriteString(strconv.Itoa(i * i))
	}
	return page.Len()
}
