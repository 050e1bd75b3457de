package shapes

// Generated has line directives to a file that does not exist, as the code of a parser generator may have.
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
