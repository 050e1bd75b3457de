/** How much of the eye a package deserves: the runtime least, the standard library little, the user's code most. */
export type Prominence = 'runtime' | 'standard' | 'code';

/** @param packagePath import path; empty for functions without one (assembly, C, the root) */
export function prominenceOf(packagePath: string): Prominence {
  const first = packagePath.split('/', 1)[0];
  if (first === '' || first === 'runtime') return 'runtime';
  return STANDARD.has(first) ? 'standard' : 'code';
}

/** First path elements of Go's standard library (https://pkg.go.dev/std). */
const STANDARD = new Set(
  (
    'archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go ' +
    'hash html image index internal io iter log maps math mime net os path plugin reflect regexp slices sort strconv ' +
    'strings structs sync syscall testing text time unicode unique unsafe vendor weak'
  ).split(' '),
);
