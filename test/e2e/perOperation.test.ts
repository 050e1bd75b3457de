import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { CaptureRecord } from '../../src/bench/captureStore';
import { decodeProfile } from '../../src/profile/wire/decode';
import { deltaLabel } from '../../src/profile/text/delta';
import { lineCosts } from '../../src/profile/lines/lineCosts';
import { columnsOf, shownColumns } from './costs';
import type { Session, VsCode } from './driver/index';
import { clickLens, lineOf, startScene, untilProfiled, useWorkspaceSettings } from './profiling';

const TESTS = 'plant_test.go';
const CODE = 'plant.go';

/** Sizes that the runtime has, so that B/op is what the text says. */
const textWith = (planted: number) => `package plant

var kept [3][]byte

// Fill allocates on three lines.
func Fill() {
	kept[0] = make([]byte, 1024)
	kept[1] = make([]byte, ${planted})
	kept[2] = make([]byte, 512)
}
`;

const FILES = {
  'go.mod': 'module example.com/plant\n\ngo 1.24\n',
  [TESTS]: `package plant

import "testing"

func BenchmarkFill(b *testing.B) {
	for i := 0; i < b.N; i++ {
		Fill()
	}
}

func BenchmarkCases(b *testing.B) {
	for _, name := range []string{"few", "many"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Fill()
			}
		})
	}
}
`,
  [CODE]: textWith(1280),
};

const SETTINGS = { 'linecost.profile.kinds': ['memory', 'cpu'], 'linecost.profile.memoryRate': 'everyAllocation' };

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({ files: FILES, file: TESTS, settings: { ...SETTINGS, 'linecost.profile.benchtime': '100ms' } });
  code = session.code;
});
after(() => session?.stop());

async function measure(name: string): Promise<string> {
  await clickLens(session, TESTS, name);
  return untilProfiled(code, name);
}

/** The text of the columns at the lines that hold some texts, once they are as wanted. */
async function untilCum(wanted: Readonly<Record<string, string>>): Promise<void> {
  const lines = await Promise.all(Object.keys(wanted).map((text) => lineOf(session, CODE, text)));
  const editor = await code.open(CODE, lines[0]!);
  await code.until(JSON.stringify(wanted), async () => {
    const shown = await Promise.all(lines.map(async (line) => (await columnsOf(editor, line))?.cum));
    return JSON.stringify(shown) === JSON.stringify(Object.values(wanted));
  });
}

/** A capture on disk: its record, and its CPU costs by line of the code. */
async function captured(id: string) {
  const user = path.join(code.home, 'user-data', 'User');
  const file = (await readdir(user, { recursive: true })).find((each) => each.endsWith(path.join('runs', id, 'run.json')))!;
  const record = JSON.parse(await readFile(path.join(user, file), 'utf8')) as CaptureRecord;
  const { fileName, iterations } = record.profiles.find(({ label }) => label === 'cpu')!;
  const bytes = gunzipSync(await readFile(path.join(user, path.dirname(file), fileName)));
  const costs = lineCosts(decodeProfile(bytes), 1);
  const [name] = [...new Set((await filesIn(bytes)).filter((each) => path.basename(each) === CODE))];
  const { lines, cum } = costs.fileCosts(name ?? '');
  // A benchmark that counts to b.N runs once more, for its first round.
  const operations = iterations!.reduce((sum, n) => sum + n + 1, 0);
  return { record, perOperation: new Map([...lines].map((line, i) => [line, cum[i]! / operations])) };
}

async function filesIn(bytes: Uint8Array): Promise<string[]> {
  const { strings } = decodeProfile(bytes);
  return Array.from({ length: strings.length }, (_, i) => strings.get(i));
}

async function choose(sampleType: RegExp): Promise<void> {
  await code.run('Linecost: Switch Sample Type…');
  await code.quickInput.untilAsked('Switch the sample type');
  await code.quickInput.pick(sampleType);
}

let first: string;

test('a planted change is what grew, by what go test says, whatever the two runs took in all', async () => {
  first = await measure('BenchmarkFill');
  await choose(/alloc_space/);
  await code.run('Linecost: Set as Baseline');
  await code.statusBar.untilShown(/baseline BenchmarkFill/);
  await writeFile(path.join(session.workspace, CODE), textWith(1536));
  await useWorkspaceSettings(session, { 'linecost.profile.benchtime': '400ms' });
  const second = await measure('BenchmarkFill');
  await code.statusBar.untilShown(/BenchmarkFill vs .*\d\d:\d\d.* · per operation/);
  await untilCum({ 'kept[0]': '.', 'kept[1]': '+256B/op', 'kept[2]': '.' });
  const [before, now] = [await captured(first), await captured(second)];
  const bytesOf = ({ record }: typeof now) => record.results[0]!.values.find(({ unit }) => unit === 'B/op')!.value;
  assert.deepEqual([bytesOf(before), bytesOf(now)], [2816, 3072]);
  await code.screenshot('per operation dark');
});

test('the lens says what became of the result', async () => {
  const editor = await code.open(TESTS);
  await code.until('the change', async () => {
    const lenses = (await editor.lensesAt(await lineOf(session, TESTS, 'func BenchmarkFill'))).join(' ');
    return /[\d.]+ ns\/op.* 2816 → 3072 B\/op \(\+9\.1 %\) +3 allocs\/op/.test(lenses.replace(/\u00a0/g, ' '));
  });
});

test('CPU costs are per operation too, as the two profiles have them', async () => {
  await choose(/^\s*cpu/);
  await code.statusBar.untilShown(/BenchmarkFill · cpu/);
  const id = (await runIds()).at(-1)!;
  const [before, now] = [await captured(first), await captured(id)];
  const editor = await code.open(CODE, 7);
  await code.until('CPU costs per operation', async () => {
    const shown = await shownColumns(editor);
    const lines = [...before.perOperation.keys(), ...now.perOperation.keys()];
    return lines.every((line) => {
      const delta = (now.perOperation.get(line) ?? 0) - (before.perOperation.get(line) ?? 0);
      return shown.get(line)?.cum === deltaLabel(Number(delta.toFixed(5)), 'nanoseconds/op');
    });
  });
});

async function runIds(): Promise<string[]> {
  const user = path.join(code.home, 'user-data', 'User');
  const files = await readdir(user, { recursive: true });
  return files.filter((file) => file.endsWith('run.json')).map((file) => path.basename(path.dirname(file))).sort();
}

test('totals are a choice', async () => {
  await choose(/alloc_space/);
  await untilCum({ 'kept[1]': '+256B/op' });
  await code.run('Linecost: Comparison Options…');
  await code.quickInput.pick(/Totals/);
  await code.statusBar.untilShown(/BenchmarkFill vs .* · totals/);
  const line = await lineOf(session, CODE, 'kept[0]');
  const editor = await code.open(CODE, line);
  await code.until('a total', async () => /^[+-][\d.]+[kMG]?B$/.test((await columnsOf(editor, line))?.cum ?? ''));
  await code.run('Linecost: Comparison Options…');
  await code.quickInput.pick(/Per operation/);
  await untilCum({ 'kept[1]': '+256B/op' });
});

test('cases that share a profile are not compared, and one of them is offered', async () => {
  await useWorkspaceSettings(session, { 'linecost.profile.benchtime': '100x', 'linecost.profile.kinds': ['memory'] });
  await measure('BenchmarkCases');
  await code.statusBar.untilShown(/baseline BenchmarkFill/);
  await code.run('Linecost: Set as Baseline');
  await code.statusBar.untilShown(/baseline BenchmarkCases/);
  await measure('BenchmarkCases');
  await code.notifications.untilShown(/BenchmarkCases ran 2 cases in one profile, so lines cannot be compared/);
  await untilCum({ 'kept[1]': '300kB' });
  await code.screenshot('cases dark');
  await code.notifications.press(/ran 2 cases in one profile/, 'Profile One Case…');
  await code.quickInput.untilAsked('Profile one case of BenchmarkCases');
  await code.quickInput.pick('many');
  await untilProfiled(code, 'BenchmarkCases/many');
  await untilCum({ 'kept[1]': '150kB' });
});
