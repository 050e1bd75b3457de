// Package labels does work for users, each under labels of their own.
package labels

import (
	"context"
	"runtime/pprof"
	"strconv"
	"strings"
)

// Serve works for a user under the labels user and route.
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

// Search looks for a word in a text.
func Search(size int) (found int) {
	text := strings.Repeat("needles and hay ", 64)
	for range size {
		found += strings.Count(text, "dle") + strings.LastIndex(text, "zz")
	}
	return found
}

// Render writes numbers one after the other.
func Render(size int) int {
	var page strings.Builder
	for i := range size * 16 {
		page.WriteString(strconv.Itoa(i * i))
	}
	return page.Len()
}
