// Package vendored uses a vendored dependency.
package vendored

import "example.com/dep"

// Sum adds up the checksums of the texts.
func Sum(texts []string) uint32 {
	var sum uint32
	for _, text := range texts {
		sum += dep.Checksum(text)
	}
	return sum
}
