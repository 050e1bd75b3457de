/** The range of a function f in a profile. */
export const range = (firstLine: number, lastLine: number, startLine = 0) => ({ name: 'f', startLine, firstLine, lastLine });

/** A file with two functions, at lines 3 to 6 and 10 to 12. */
export const TEXT = `package p

func hot() {
	a()
	b()
}

var x = 1

func other() {
	c()
}`.split('\n');
