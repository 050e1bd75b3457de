/** The function of the changed package runtime/pprof that the agent calls: see sharedCpuProfile. */
export const SET_CPU_HOOKS = 'linecostSetHooks';

/**
 * The agent's Go code that takes the CPU profile in pieces, each a whole profile in a file of its own.
 * @param isShared whether runtime/pprof is changed so that the program may take CPU profiles too: see sharedCpuProfile
 */
export function agentCpu(p: string, isShared: boolean): string {
  return `// A piece of the CPU profile.
type ${p}Piece struct {
	*${p}os.File
	name  string
	begun ${p}time.Time
}

// The next piece; nil if its file cannot be made. One at a time calls this and endPiece.
func (a *${p}Agent) nextPiece() *${p}Piece {
	name := "cpu." + ${p}strconv.Itoa(a.pieces)
	f, err := ${p}os.OpenFile(a.dir+"/"+name+".tmp", ${p}os.O_WRONLY|${p}os.O_CREATE|${p}os.O_TRUNC, 0600)
	if err != nil {
		a.fail("cpu", err)
		return nil
	}
	a.pieces++
	a.begun = ${p}time.Now()
	return &${p}Piece{f, name, a.begun}
}

// Ends a piece whose profile is complete. Nothing was measured for the time of the gap.
func (a *${p}Agent) endPiece(piece *${p}Piece, gap ${p}time.Duration) {
	piece.Close()
	end := ${p}time.Now()
	if a.begun.After(piece.begun) {
		// It ended when the next one began, and was written meanwhile.
		end = a.begun
	}
	times := ""
	for _, n := range []int64{
		end.Sub(piece.begun).Milliseconds(), gap.Microseconds(), piece.begun.Sub(a.start).Milliseconds(),
	} {
		times += ${p}strconv.FormatInt(n, 10) + " "
	}
	a.write(piece.name+".times", times)
	if err := ${p}os.Rename(piece.Name(), a.dir+"/"+piece.name+".pb.gz"); err != nil {
		a.fail("cpu", err)
	}
}

${isShared ? sharedCpu(p) : ownCpu(p)}`;
}

/** The CPU profile with Go's own runtime/pprof: the program cannot take one meanwhile. */
function ownCpu(p: string): string {
  return `var ${p}current *${p}Piece

func (a *${p}Agent) beginCPU() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.startPiece()
}

func (a *${p}Agent) startPiece() {
	piece := a.nextPiece()
	if piece == nil {
		return
	}
	if err := ${p}pprof.StartCPUProfile(piece); err != nil {
		a.pieces--
		piece.Close()
		${p}os.Remove(piece.Name())
		a.fail("cpu", err)
		return
	}
	${p}current = piece
}

func (a *${p}Agent) turn() {
	if ${p}current == nil {
		return
	}
	a.endCPU(true)
	a.startPiece()
}

func (a *${p}Agent) endCPU(bool) {
	if ${p}current == nil {
		return
	}
	start := ${p}time.Now()
	${p}pprof.StopCPUProfile()
	a.endPiece(${p}current, ${p}time.Since(start))
	${p}current = nil
}
`;
}

/** The CPU profile with the changed runtime/pprof, which also passes on what the program profiles itself. */
function sharedCpu(p: string): string {
  return `//go:linkname ${p}setHooks runtime/pprof.${SET_CPU_HOOKS}
func ${p}setHooks(next func() ${p}io.Writer, end func(${p}io.Writer, ${p}time.Duration))

//go:linkname ${p}turnCPU runtime/pprof.linecostTurn
func ${p}turnCPU()

//go:linkname ${p}stopCPU runtime/pprof.linecostEnd
func ${p}stopCPU(programEnds bool)

func (a *${p}Agent) beginCPU() {
	// Called by the program too, when it starts or stops a profile.
	${p}setHooks(func() ${p}io.Writer {
		if piece := a.nextPiece(); piece != nil {
			return piece
		}
		return nil
	}, func(w ${p}io.Writer, gap ${p}time.Duration) { a.endPiece(w.(*${p}Piece), gap) })
}

func (a *${p}Agent) turn() {
	if a.has("cpu") {
		${p}turnCPU()
	}
}

func (a *${p}Agent) endCPU(programEnds bool) {
	if a.has("cpu") {
		${p}stopCPU(programEnds)
	}
}
`;
}
