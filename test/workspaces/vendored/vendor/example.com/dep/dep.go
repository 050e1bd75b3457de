// Package dep is a dependency in the vendor folder.
package dep

// Checksum returns the FNV-1a hash of a text.
func Checksum(text string) uint32 {
	sum := uint32(2166136261)
	for i := 0; i < len(text); i++ {
		sum ^= uint32(text[i])
		sum *= 16777619
	}
	return sum
}
