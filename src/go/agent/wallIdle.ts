/** The functions in which goroutines wait, without what they wait for. */
const PARKS = [
  'runtime.gopark', 'runtime.goparkunlock', 'runtime.chanrecv', 'runtime.chansend', 'runtime.semacquire1',
  'runtime.netpollblock', 'runtime.notetsleepg',
];

/** Functions that others wait in, up to the one that has a reason to wait. */
const PLUMBING = [
  'runtime.', 'internal/', 'sync.', 'time.', 'net.', 'bufio.', 'io.', 'crypto/tls.', 'net/textproto.',
  'net/http.(*connReader).Read', 'net/http.(*connReader).startBackgroundRead', 'net/http.(*persistConn).Read',
  'net/http.(*Transport)', 'vendor/golang.org/x/net', 'net/http.http2readFrameHeader', 'net/http.(*http2Framer)',
  'net/http/internal/http2.readFrameHeader', 'net/http/internal/http2.(*Framer)',
  'golang.org/x/net/http2.readFrameHeader', 'golang.org/x/net/http2.(*Framer)',
];

const HTTP2 = ['net/http.(*http2serverConn)', 'net/http/internal/http2.(*serverConn)', 'golang.org/x/net/http2.(*serverConn)'];
const HTTP2_CLIENT = ['net/http.(*http2clientConn', 'net/http/internal/http2.(*clientConn', 'golang.org/x/net/http2.(*clientConn'];
const GRPC = 'google.golang.org/grpc/internal/transport.';

/** Functions of libraries that wait for the next request, for the next event, or beside a goroutine that waits too. */
const WAITERS = [
  'os/signal.NotifyContext.func1', 'net/http.(*conn).serve', 'net/http.(*conn).readRequest',
  'net/http.readRequest', 'net/http.(*connReader).backgroundRead', 'net/http.(*persistConn).readLoop',
  'net/http.(*persistConn).writeLoop', 'context.(*cancelCtx).propagateCancel.func2',
  'database/sql.(*DB).connectionOpener', 'database/sql.(*DB).connectionCleaner', 'database/sql.(*Tx).awaitDone',
  'database/sql.(*Rows).awaitDone',
  ...HTTP2.flatMap((type) => [`${type}.serve`, `${type}.readFrames`]),
  ...HTTP2_CLIENT.map((type) => `${type}ReadLoop).run`),
  ...['(*http2Server).HandleStreams', '(*http2Server).keepalive', '(*http2Client).reader', '(*http2Client).keepalive', '(*loopyWriter).run', '(*controlBuffer).get'].map((name) => GRPC + name),
  'google.golang.org/grpc.(*Server).serverWorker', 'google.golang.org/grpc/internal/grpcsync.(*CallbackSerializer).run',
];

/**
 * Go functions that tell from the functions of a stack, leaf first, whether a goroutine only waits for work: for a
 * connection, a signal or the next request, in the testing package while a test runs in another goroutine, or in
 * `select {}`. Everything else stays: whether a channel or a select has work or an answer cannot be known, and a worker
 * that ranges over a channel calls the same function of the runtime as one that waits for one answer in `v, ok := <-c`.
 */
export function wallIdle(p: string): string {
  return `var ${p}plumbing = []string{${list(PLUMBING)}}

var ${p}waiters = []string{${list(WAITERS)}}

func ${p}parks(name string) bool {
	switch name {
	case ${list(PARKS)}:
		return true
	}
	return false
}

// Whether a goroutine is the agent's.
func ${p}isOwn(names []string) bool {
	for _, name := range names {
		if ${p}strings.Contains(name, "${p}") {
			return true
		}
	}
	for i := len(names) - 1; i >= 0; i-- {
		switch names[i] {
		case "runtime.goexit":
			continue
		case "os/signal.loop":
			return !${p}usesSignals()
		}
		isTraceWriter := ${p}strings.HasPrefix(names[i], "runtime/trace.")
		return names[i] == "runtime/pprof.profileWriter" || isTraceWriter && ${p}isTracing.Load()
	}
	return true
}

func ${p}isIdle(names []string) bool {
	if n := len(names); n > 0 && names[n-1] == "runtime.goexit" {
		names = names[:n-1]
	}
	if len(names) > 0 && names[len(names)-1] == "os/signal.loop" {
		return true
	}
	if len(names) == 0 || !${p}parks(names[0]) {
		return false
	}
	waiter := 0
	for ; waiter < len(names)-1 && ${p}isOf(names[waiter], ${p}plumbing); waiter++ {
		switch names[waiter] {
		case "runtime.block", "internal/poll.(*FD).Accept":
			return true
		}
	}
	name := names[waiter]
	for _, known := range ${p}waiters {
		if name == known {
			return true
		}
	}
	return ${p}strings.HasPrefix(name, "testing.") || ${p}strings.HasPrefix(name, "testing/synctest.")
}

func ${p}isOf(name string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if ${p}strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
`;
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
