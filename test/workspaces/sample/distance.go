package sample

// Distance returns the number of single-letter edits between two words (Levenshtein).
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			above := row[j]
			row[j] = min(above+1, row[j-1]+1, diagonal+cost(a[i-1], b[j-1]))
			diagonal = above
		}
	}
	return row[len(b)]
}

func cost(x, y byte) int {
	if x == y {
		return 0
	}
	return 1
}
