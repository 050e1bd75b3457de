package shapes

// Number is the constraint of Total.
type Number interface {
	~int | ~int64 | ~float64
}

// Map returns a new slice with the converted items.
func Map[T, U any](items []T, convert func(T) U) []U {
	mapped := make([]U, 0, len(items))
	for _, item := range items {
		mapped = append(mapped, convert(item))
	}
	return mapped
}

// Total adds up the items.
func Total[T Number](items []T) T {
	var total T
	for _, item := range items {
		total += item
	}
	return total
}

// Stack is a generic type with methods.
type Stack[T any] struct {
	items []T
}

// Push adds an item.
func (s *Stack[T]) Push(item T) {
	s.items = append(s.items, item)
}

// Pop removes the last item and returns it.
func (s *Stack[T]) Pop() T {
	last := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return last
}

// Pair has two type parameters.
type Pair[K comparable, V any] struct {
	Key   K
	Value V
}

// Pairs returns the keys and values of a map.
func Pairs[K comparable, V any](m map[K]V) []Pair[K, V] {
	var pairs []Pair[K, V]
	for key, value := range m {
		pairs = append(pairs, Pair[K, V]{key, value})
	}
	return pairs
}

// Generics calls the functions above with several types.
func Generics(n int) float64 {
	ints := Map(make([]struct{}, n), func(struct{}) int { return n })
	floats := Map(ints, func(i int) float64 { return float64(i) / 2 })
	stack := Stack[string]{}
	counts := map[string]int{}
	for range ints {
		stack.Push("item")
		counts[stack.Pop()]++
	}
	return Total(floats) + float64(Total(ints)+len(Pairs(counts)))
}
