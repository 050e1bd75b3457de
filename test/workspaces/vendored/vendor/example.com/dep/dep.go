// Package dep is a dependency that is kept in the vendor folder.
package dep

// Checksum mixes the bytes of a text (FNV-1a).
func Checksum(text string) uint32 {
	sum := uint32(2166136261)
	for i := 0; i < len(text); i++ {
		sum ^= uint32(text[i])
		sum *= 16777619
	}
	return sum
}
