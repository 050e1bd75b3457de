import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package that `go list` prints; its only file is a test file. */
const PACKAGE = '{"ImportPath":"example.com/a","Module":{"Path":"example.com/a","Dir":"."},"Dir":"%s","TestGoFiles":["a_test.go"]}';
const SETTINGS = `{"GOVERSION":"go1.26.8","GOFLAGS":"","GOTMPDIR":"","GOROOT":"/none","GOOS":"linux","GOARCH":"amd64",
"GOHOSTOS":"linux","GOHOSTARCH":"amd64"}`;

/**
 * The start of each test binary: writes the CPU profile that was asked for, one that FakeEngine loads, and reads the
 * number of iterations.
 */
const WRITES_PROFILE = `for word in "$@"; do
case "$word" in -test.cpuprofile=*) printf 'samples/count,cpu/nanoseconds 5' > "\${word#-test.cpuprofile=}" ;;
-test.benchtime=*x) iterations="\${word#-test.benchtime=}"; iterations="\${iterations%x}" ;; esac
done
`;

/** A go command whose test binaries are shell scripts: `go test -c` builds `program.sh` from the package's folder. */
const GO = `#!/bin/sh
case "$1" in
env) echo '${SETTINGS}' ;;
list) printf '${PACKAGE}\\n' "$PWD" ;;
test) { cat << 'END' && cat "$PWD/program.sh"; } > "$4" && chmod +x "$4" ;;
#!/bin/sh
${WRITES_PROFILE}
END
esac
`;

/** Writes the fake go command to a folder and returns the command's path. */
export function writeFakeGo(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'go');
  writeFileSync(file, GO);
  chmodSync(file, 0o755);
  return file;
}

/**
 * Returns a shell script that prints one benchmark result. The file at the path `counter` counts the runs. Run n adds
 * n mod 7 to the ns/op; run number `failing` fails instead.
 */
export function fakeProgram({ name = 'BenchmarkA', nanoseconds = 1000, bytes = 53, counter = '', failing = 0 } = {}): string {
  return `#!/bin/sh
n=$(( $(cat '${counter}' 2>/dev/null || echo 0) + 1 ))
[ -z '${counter}' ] || echo $n > '${counter}'
if [ $n = ${failing} ]; then printf -- '--- FAIL: ${name}\\n    a_test.go:7: no luck\\nFAIL\\n'; exit 1; fi
printf 'goos: linux\\npkg: example.com/a\\ncpu: Model A\\n'
printf '${name}-8\\t%s\\t%s ns/op\\t${bytes} B/op\\t2 allocs/op\\nPASS\\n' "\${iterations:-100}" $(( ${nanoseconds} + n % 7 ))
`;
}
