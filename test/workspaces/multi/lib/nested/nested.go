// Package nested is in a module inside another module's folder.
package nested

// Primes counts the primes up to limit.
func Primes(limit int) int {
	composite := make([]bool, limit+1)
	count := 0
	for n := 2; n <= limit; n++ {
		if composite[n] {
			continue
		}
		count++
		for multiple := n * n; multiple <= limit; multiple += n {
			composite[multiple] = true
		}
	}
	return count
}
