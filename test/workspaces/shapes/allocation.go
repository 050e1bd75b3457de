package shapes

import (
	"fmt"
	"strings"
)

// Kept refers to memory, which profiles therefore show as in use.
var Kept [][]byte

// Keep allocates blocks to which Kept refers.
func Keep(blocks, size int) {
	Kept = nil
	for range blocks {
		Kept = append(Kept, make([]byte, size))
	}
}

// Allocate makes garbage of several sizes and kinds.
func Allocate(n int) int {
	index := map[string][]int{}
	for i := range n {
		key := fmt.Sprintf("key-%d", i%10)
		index[key] = append(index[key], i)
	}
	text := ""
	for key := range index {
		text += strings.Repeat(key, 3)
	}
	var boxed []any
	for i := range n {
		boxed = append(boxed, i+1000, float64(i), [2]int{i, i})
	}
	return len(text) + len(boxed)
}
