package shapes

// Generated says that its code comes from a file that is not there, as a parser generator would.
func Generated(n int) int {
	state := 1
	for i := range n {
//line grammar.y:12
		state = state*31 + i
		state ^= state >> 7
//line grammar.y:40
		if state%3 == 0 {
			state++
		}
	}
	return state
}
