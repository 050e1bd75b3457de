import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Session } from '../e2e/driver/index';
import { SideView } from '../e2e/driver/sideView';
import { clickLens, startScene, untilProfiled } from '../e2e/profiling';
import { keepBusy } from './machineLoad';
import { ProofReport } from './report';

// npm run package && npm run proof:again [-- --tries=50] [--load=2] [--benchtime=100ms] [--only=same|planted]

/**
 * Clicks "measure again" in a real VS Code on a machine that is kept busy: after a change that changes no work, and
 * after changes of 2, 5 and 20 %, up and down. Fails if equal work has a verdict or a line that changed beyond noise in
 * more than 2 % of the tries, if a verdict has the wrong direction, or if fewer intervals contain the planted change
 * than 95 % of them would by chance.
 */
const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '50' },
    load: { type: 'string', default: '2' },
    benchtime: { type: 'string', default: '100ms' },
    only: { type: 'string' },
  },
});
const tries = Number(values.tries);
if (!Number.isInteger(tries) || tries < 2) throw new Error('--tries must be a whole number of at least 2.');

const MAX_FALSE = 0.02;
const CODE = 'work.go';
const TESTS = 'work_test.go';
const BENCHMARK = 'BenchmarkWork';
const ROUNDS = 20_000;

/** @param salt makes the program another one, with the same work */
const codeOf = (rounds: number, salt: number): string => `package work

var sum = ${salt}

func mix(rounds int) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < rounds; i++ {
		h = (h ^ uint64(i)) * 1099511628211
	}
	return h
}

func sorted(values []int) int {
	for i := range values {
		values[i] = i * 7919 % len(values)
	}
	for i := 1; i < len(values); i++ {
		for j := i; j > 0 && values[j] < values[j-1]; j-- {
			values[j], values[j-1] = values[j-1], values[j]
		}
	}
	return values[0]
}

func words(n int) map[int]string {
	words := map[int]string{}
	for i := range n {
		words[i] = string(rune('a' + i%26))
	}
	return words
}

// Work spends its time at many lines.
func Work(values []int) {
	sum += int(mix(${rounds}))
	sum += sorted(values)
	sum += len(words(100))
}

// Mix spends its time in one loop.
func Mix() {
	sum += int(mix(${rounds}))
}
`;

/** @param call what an operation is */
const testsOf = (call: string): string => `package work

import "testing"

func ${BENCHMARK}(b *testing.B) {
	values := make([]int, 100)
	for b.Loop() {
		${call}
	}
	_ = values
}
`;

const report = new ProofReport('again');

/** What the editor says after one measurement in turns. */
interface Said {
  readonly verdict: string;
  /** The row above Hot Lines. */
  readonly lines: string;
}

/** Measures a program again and again. */
class Measurement {
  private constructor(private readonly session: Session, private readonly hotLines: SideView) {}

  static async start(call: string): Promise<Measurement> {
    const session = await startScene({
      files: { 'go.mod': 'module example.com/work\n\ngo 1.24\n', [CODE]: codeOf(ROUNDS, 0), [TESTS]: testsOf(call) },
      file: TESTS,
      settings: { 'linecost.profile.benchtime': values.benchtime },
    });
    const { code } = session;
    await clickLens(session, TESTS, BENCHMARK);
    await untilProfiled(code, BENCHMARK);
    await code.run('Linecost: Focus on Hot Lines View');
    return new Measurement(session, new SideView(code.page, 'Hot Lines'));
  }

  async again(text: string): Promise<Said> {
    const { code, workspace } = this.session;
    const verdictsBefore = await this.verdicts();
    await writeFile(path.join(workspace, CODE), text);
    await clickLens(this.session, TESTS, BENCHMARK, /measure again/);
    const verdict = await code.until('a verdict', async () => {
      const all = await this.verdicts();
      return all.length > verdictsBefore.length && all.at(-1);
    }, 600_000);
    // The message appears once the lines are compared.
    await code.notifications.untilShown(new RegExp(`^${BENCHMARK}: `));
    await code.run('Notifications: Clear All Notifications');
    let previous = '';
    const lines = await code.until('lines that are compared', async () => {
      const [first = ''] = await this.hotLines.texts();
      const isSame = first === previous;
      previous = first;
      return isSame && /beyond noise|Profiles cannot tell/.test(first) && first;
    });
    return { verdict, lines };
  }

  stop(): Promise<void> {
    return this.session.stop();
  }

  /** All verdicts of this session, from the output channel. */
  private async verdicts(): Promise<string[]> {
    const text = (await this.session.code.output.wholeText('Linecost')).replace(/[\u00a0\u202f]/g, ' ');
    return [...text.matchAll(/^BenchmarkWork: (.*)$/gm)].map(([, words]) => words);
  }
}

const hasVerdict = ({ verdict }: Said): boolean => !/^no (?:clear )?difference(?!.*(?:less|more) CPU time)/.test(verdict);
const hasLine = ({ lines }: Said): boolean => !/^(No line changed|Profiles cannot tell)/.test(lines);
const hasOtherLine = ({ lines }: Said): boolean => lines.includes('lines of other files did');

async function proveSame(): Promise<boolean> {
  const measurement = await Measurement.start('Work(values)');
  const said: Said[] = [];
  try {
    for (let i = 1; i <= tries; i++) {
      report.at(`the same work: try ${i} of ${tries}`);
      said.push(await measurement.again(codeOf(ROUNDS, i)));
      const { verdict, lines } = said.at(-1)!;
      report.note(`${i}: ${hasVerdict(said.at(-1)!) || hasLine(said.at(-1)!) ? 'FALSE ' : ''}${verdict} | ${lines}`);
    }
  } finally {
    await measurement.stop();
  }
  const claims = ([['a verdict', hasVerdict], ['a line of its own that changed beyond noise', hasLine]] as const).map(([what, isFalse]) => {
    const count = said.filter(isFalse).length;
    const isRight = count / tries <= MAX_FALSE;
    report.conclude(`the same work has ${what} in at most ${100 * MAX_FALSE} % of the tries: ${count} of ${tries}`, isRight);
    return isRight;
  });
  report.note(`lines of other files, such as the runtime's, changed beyond noise in ${said.filter(hasOtherLine).length} tries`);
  return claims.every(Boolean);
}

const DIRECTIONS = { faster: -1, slower: 1, less: -1, more: 1 } as const;

/** The factors between old and new cost that an interval such as `4.1 to 7.5 % slower` goes from and to. */
type Interval = readonly [from: number, to: number];

/** The interval of the time and that of the CPU time, if the verdict says it: also one that contains no change. */
function intervalsOf(verdict: string): Interval[] {
  const pattern = /([\d.,]+)( %|×)?(?: (faster|slower|less|more))? to ([\d.,]+)( %|×) (faster|slower|less|more)/g;
  return [...verdict.matchAll(pattern)].map(([, first, own, direction, second, unit, last]) => {
    const factor = (text: string, sign: number, isTimes: boolean): number => {
      const amount = Number(text.replaceAll(',', ''));
      if (isTimes) return sign > 0 ? amount : 1 / amount;
      return 1 + (sign * amount) / 100;
    };
    const sign = DIRECTIONS[last as keyof typeof DIRECTIONS];
    const firstSign = direction === undefined ? sign : DIRECTIONS[direction as keyof typeof DIRECTIONS];
    const [a, b] = [factor(first!, firstSign, (own ?? unit) === '×'), factor(second!, sign, unit === '×')];
    return [Math.min(a, b), Math.max(a, b)];
  });
}

/** Half of the last digit that a verdict shows of a ratio. */
const ROUNDING = 0.0006;

async function provePlanted(percent: number): Promise<boolean> {
  const measurement = await Measurement.start('Mix()');
  const slow = ROUNDS * (1 + percent / 100);
  const planned = Math.max(2, Math.round(tries / 5));
  const counts = { intervals: 0, right: 0, found: 0, wrong: 0 };
  try {
    for (let i = 1; i <= planned; i++) {
      report.at(`${percent} %: try ${i} of ${planned}`);
      const isSlower = i % 2 === 1;
      const { verdict, lines } = await measurement.again(codeOf(isSlower ? slow : ROUNDS, 0));
      const intervals = intervalsOf(verdict);
      const ratio = isSlower ? slow / ROUNDS : ROUNDS / slow;
      const right = intervals.filter(([from, to]) => from - ROUNDING <= ratio && ratio <= to + ROUNDING);
      const firm = intervals.filter(([from, to]) => from > 1 || to < 1);
      counts.intervals += intervals.length;
      counts.right += right.length;
      counts.found += firm.length > 0 ? 1 : 0;
      counts.wrong += firm.filter(([from]) => from > 1 !== isSlower).length;
      report.note(`${i}, ${ratio.toFixed(3)}: ${right.length} of ${intervals.length} in ${verdict} | ${lines}`);
    }
  } finally {
    await measurement.stop();
  }
  const { intervals, right, found, wrong } = counts;
  // As many misses as a binomial distribution with 5 % has in 95 % of all cases, rounded up.
  const maxMisses = Math.ceil(0.05 * intervals + 1.64 * Math.sqrt(0.0475 * intervals));
  const isRight = wrong === 0 && intervals - right <= maxMisses;
  const claim = `${percent} %: ${right} of ${intervals} intervals contain it, ${wrong} firm ones in the wrong direction`;
  report.conclude(`${claim}; found in ${found} of ${planned} tries`, isRight);
  return isRight;
}

async function main(): Promise<void> {
  const stopLoad = keepBusy(Number(values.load));
  try {
    const results: boolean[] = [];
    if (values.only !== 'planted') results.push(await proveSame());
    if (values.only !== 'same') for (const percent of [2, 5, 20]) results.push(await provePlanted(percent));
    report.end(results.every(Boolean));
  } catch (error) {
    report.fail(error);
  } finally {
    await stopLoad();
  }
}

void main();
