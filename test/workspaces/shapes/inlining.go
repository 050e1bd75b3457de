package shapes

import "math"

// The compiler inlines these into each other and all of them into Inlined.
func square(x float64) float64           { return x * x }
func hypotenuse(x, y float64) float64    { return math.Sqrt(square(x) + square(y)) }
func perimeter(x, y float64) float64     { return x + y + hypotenuse(x, y) }
func twoOnOneLine(x, y float64) float64  { return perimeter(x, y) + perimeter(y, x) }
func clamp(x, low, high float64) float64 { return math.Min(math.Max(x, low), high) }

// Inlined is hot only in code that is inlined into it.
func Inlined(n int) float64 {
	sum := 0.0
	for i := range n {
		x := float64(i)
		sum += twoOnOneLine(x, x+1)
		sum += clamp(
			perimeter(x, 2),
			hypotenuse(x, 1),
			square(x),
		)
	}
	return sum
}

//go:noinline
func notInlined(x float64) float64 {
	return square(x) / 3
}

// Mixed calls an inlined function through one that is not inlined.
func Mixed(n int) float64 {
	sum := 0.0
	for i := range n {
		sum += notInlined(float64(i))
	}
	return sum
}

// appendAll allocates inside an inlined function.
func appendAll(list []int, n int) []int {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// InlinedAllocation allocates on lines that belong to another function.
func InlinedAllocation(n int) int {
	a := appendAll(nil, n)
	b := appendAll(make([]int, 0, n), n)
	return len(a) + len(b)
}
