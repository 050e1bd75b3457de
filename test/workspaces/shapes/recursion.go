// Package shapes has hot code of every shape that a profile can hold.
package shapes

// Fib calls itself twice.
func Fib(n int) int {
	if n < 2 {
		return n
	}
	return Fib(n-1) + Fib(n-2)
}

// Even and the function odd call each other.
func Even(n int) bool {
	if n == 0 {
		return true
	}
	return odd(n - 1)
}

func odd(n int) bool {
	if n == 0 {
		return false
	}
	return Even(n - 1)
}

// Ackermann calls itself in an argument of its own call.
func Ackermann(m, n int) int {
	if m == 0 {
		return n + 1
	}
	if n == 0 {
		return Ackermann(m-1, 1)
	}
	return Ackermann(m-1, Ackermann(m, n-1))
}

// Tree is a binary tree.
type Tree struct {
	left, right *Tree
	weight      int
}

// Grow allocates recursively.
func Grow(depth int) *Tree {
	if depth == 0 {
		return &Tree{weight: 1}
	}
	return &Tree{left: Grow(depth - 1), right: Grow(depth - 1), weight: depth}
}

// Weight adds up the weights of the nodes, recursively.
func (t *Tree) Weight() int {
	if t == nil {
		return 0
	}
	return t.weight + t.left.Weight() + t.right.Weight()
}
