import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GoTestRequest, IterationCount } from '../captureTypes';
import { withoutFlag } from '../tool/goFlags';
import { isDownloaded, replacedByUser, writeOverlay } from '../tool/overlay';
import { cpuRateText } from './cpuRate';
import { cpuTimeText } from './cpuTime';
import type { WorkFolder } from './workFolder';

/** The environment variable with the path of the file to which the program writes the iterations of its rounds. */
const VARIABLE = 'LINECOST_ROUNDS';

/**
 * The iterations of every round of a benchmark that runs by duration: `go test` runs rounds of growing length, profiles
 * all of them, but prints only the iterations of the last one. The program is built with a copy of the testing package
 * (-overlay) that appends each round to a file: its iterations and the benchmark's name. Lines keep their numbers. The
 * copy also measures CPU time and samples at another rate, if a run asks for it: see cpuTimeText and cpuRateText.
 *
 *     1 BenchmarkX
 *     100 BenchmarkX
 *     7231 BenchmarkX
 */
export class CountedRounds {
  /** For a run whose rounds are counted. The program unsets the variable, so that its children do not count. */
  readonly env: Readonly<Record<string, string>>;

  private constructor(
    /** Absolute path of the file for -overlay. */
    private readonly overlay: string,
    private readonly file: string,
  ) {
    this.env = { [VARIABLE]: file };
  }

  /** Writes the overlay; undefined if the testing package of this Go release, or the user's own overlay, is unknown. */
  static async prepare(
    { packageDir, go, cpuTimeUnit }: GoTestRequest,
    folder: WorkFolder,
  ): Promise<CountedRounds | undefined> {
    const { settings, files } = folder;
    if (isDownloaded(settings)) return undefined;
    const [original, profiling] = ['benchmark.go', 'testing.go'].map((name) => {
      return join(settings.goroot, 'src', 'testing', name);
    });
    try {
      const counting = countingText(await readFile(original, 'utf8'));
      // Windows has no getrusage.
      const hasUsage = settings.goos !== 'windows';
      const hasCpuTime = counting !== undefined && cpuTimeUnit !== undefined && hasUsage;
      const text = (hasCpuTime ? cpuTimeText(counting) : undefined) ?? counting;
      const replaced = await replacedByUser(settings.goflags, go.buildFlags, packageDir);
      if (text === undefined || original in replaced) return undefined;
      await writeFile(files.counting, text);
      const hasRate = hasUsage && !(profiling in replaced) && (await writeSampling(profiling, files.sampling));
      const changed = { [original]: files.counting, ...(hasRate && { [profiling]: files.sampling }) };
      await writeOverlay(files.overlay, { ...replaced, ...changed });
      return new CountedRounds(files.overlay, files.rounds);
    } catch {
      return undefined;
    }
  }

  /** The request with the overlay among its build flags. */
  applied(request: GoTestRequest): GoTestRequest {
    const { go } = request;
    const buildFlags = [...withoutFlag(go.buildFlags, 'overlay'), `-overlay=${this.overlay}`];
    return { ...request, go: { ...go, buildFlags } };
  }

  /** Call before each run whose rounds are counted. */
  async begin(): Promise<void> {
    await rm(this.file, { force: true });
  }

  /**
   * The iterations of all rounds of the last run; undefined unless it had results of exactly one (sub-)benchmark and
   * all their rounds were noted.
   */
  async operations(baseName: string, results: readonly IterationCount[]): Promise<number | undefined> {
    return operationsIn(await readFile(this.file, 'utf8').catch(() => ''), baseName, results);
  }
}

/** Writes the copy of testing.go, if its text is as expected. */
async function writeSampling(original: string, to: string): Promise<boolean> {
  const text = cpuRateText(await readFile(original, 'utf8'));
  if (text !== undefined) await writeFile(to, text);
  return text !== undefined;
}

const AFTER_ROUND = /^\tb\.previousN = n$/gm;
const NEEDED = ['"os"', '"fmt"', 'name ', 'func (b *B) runN(n int) {'];

/** The text of Go's testing/benchmark.go, changed to note each round; undefined if it is not as expected. */
export function countingText(text: string): string | undefined {
  if ([...text.matchAll(AFTER_ROUND)].length !== 1 || NEEDED.some((words) => !text.includes(words))) return undefined;
  return `${text.replace(AFTER_ROUND, '\tb.previousN = n; linecostNote(b.name, n)')}
var linecostRounds = os.Getenv("${VARIABLE}")

func init() { os.Unsetenv("${VARIABLE}") }

func linecostNote(name string, n int) {
	if linecostRounds == "" {
		return
	}
	if f, err := os.OpenFile(linecostRounds, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600); err == nil {
		fmt.Fprintln(f, n, name)
		f.Close()
	}
}
`;
}

/** @param text lines such as `100 BenchmarkX/case` */
export function operationsIn(text: string, baseName: string, results: readonly IterationCount[]): number | undefined {
  const [subName, ...others] = new Set(results.map((result) => result.subName));
  if (subName === undefined || others.length > 0) return undefined;
  const name = subName === '' ? baseName : `${baseName}/${subName}`;
  const lines = text.split('\n').map((line) => /^(\d+) (.*)$/s.exec(line));
  const rounds = lines.flatMap((line) => (line?.[2] === name ? [Number(line[1])] : []));
  const isNoted = results.every(({ iterations }) => rounds.includes(iterations));
  return isNoted ? rounds.reduce((sum, iterations) => sum + iterations, 0) : undefined;
}

/** The texts of the test files in a folder. */
export async function testTexts(packageDir: string): Promise<readonly string[]> {
  const names = (await readdir(packageDir)).filter((name) => name.endsWith('_test.go'));
  return Promise.all(names.map((name) => readFile(join(packageDir, name), 'utf8').catch(() => '')));
}
