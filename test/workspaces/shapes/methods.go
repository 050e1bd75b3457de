package shapes

// Shape is called through an interface.
type Shape interface {
	Area() float64
}

type rectangle struct{ width, height float64 }

func (r rectangle) Area() float64 { return r.width * r.height }

type polygon struct{ points [][2]float64 }

// Area uses the shoelace formula.
func (p *polygon) Area() float64 {
	sum := 0.0
	for i, a := range p.points {
		b := p.points[(i+1)%len(p.points)]
		sum += a[0]*b[1] - a[1]*b[0]
	}
	return sum / 2
}

// named promotes the methods of the embedded Shape.
type named struct {
	Shape
	name string
}

// Methods calls value, pointer, promoted and interface methods, and a method value.
func Methods(n int) float64 {
	square := &polygon{points: [][2]float64{{0, 0}, {2, 0}, {2, 2}, {0, 2}}}
	shapes := []Shape{rectangle{2, 3}, square, &named{square, "square"}}
	area := square.Area
	sum := 0.0
	for range n {
		for _, shape := range shapes {
			sum += shape.Area()
		}
		sum += area()
	}
	return sum
}

// Closures is hot in functions without names, one inside another.
func Closures(n int) int {
	counter := 0
	outer := func(step int) func() int {
		return func() int {
			for i := range 100 {
				counter += step * i % 7
			}
			return counter
		}
	}
	next := outer(n)
	for range n {
		func() {
			defer func() { counter++ }()
			next()
		}()
	}
	return counter
}

// initialized is set before main, by a function that the compiler names.
var initialized = func() int { return Fib(15) }()
