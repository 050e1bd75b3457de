package busywork

// Generated has a body that names another file, as generated code does.
//
//go:noinline
func Generated(n int) int {
	total := 0
//line grammar.y:40
	for i := range 3000 * n {
		total += i % 3
		total ^= i
	}
	return total
}
