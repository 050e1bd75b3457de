import type { GoSettings } from '../tool/goTool';
import { minorOf } from '../tool/overlay';

const EXPERIMENT = 'goroutineleakprofile';

/** The oldest Go release that finds leaked goroutines. */
export const LEAKS_GO_MINOR = 26;

/** The variables of a build that finds leaked goroutines: in Go 1.26, an experiment; newer releases always do. */
export function leakVariables({ version, experiment }: Pick<GoSettings, 'version' | 'experiment'>): Record<string, string> {
  if (minorOf(version) !== LEAKS_GO_MINOR) return {};
  const chosen = experiment.split(',').filter((name) => name !== '' && name !== EXPERIMENT);
  return { GOEXPERIMENT: [...chosen, EXPERIMENT].join(',') };
}

/**
 * The agent's Go code that looks for leaked goroutines: `leaks.txt` has all goroutines, as debug=2 prints them, and
 * `leaks.count` the number of those that are leaked.
 */
export function agentLeaks(p: string): string {
  return `// Looks until two searches find as many: one can miss some. A goroutine that just began must first come to wait.
func (a *${p}Agent) leaks() {
	profile := ${p}pprof.Lookup("goroutineleak")
	if profile == nil {
		a.write("failed.leaks", "this Go does not find leaked goroutines")
		return
	}
	for i, last := 0, -1; i < 5 && profile.Count() != last; i++ {
		last = profile.Count()
		${p}time.Sleep(20 * ${p}time.Millisecond)
		profile.WriteTo(${p}io.Discard, 0)
	}
	if err := a.save("leaks.txt", func(w ${p}io.Writer) error { return profile.WriteTo(w, 2) }); err != nil {
		a.fail("leaks", err)
	}
	a.write("leaks.count", ${p}strconv.Itoa(profile.Count()))
}
`;
}
