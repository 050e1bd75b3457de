import assert from 'node:assert/strict';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Writer } from 'protobufjs/minimal';
import { columnsOf, shownColumns } from './costs';
import { type Editor, type Session, type VsCode } from './driver/index';
import { chooseFile } from './fileDialog';
import { GraphPage } from './graphPage';
import { clickLens, lineOf, startScene, untilProfiled, useWorkspaceSettings } from './profiling';
import { ALLOCATING_LINE, CPU, DISTANCE, HEAP, HOT_LINE, writeSampleProfiles } from './sampleProfiles';

/** A file name with characters that are special in glob patterns. */
const SPECIAL_NAME = 'cpu[1]{a}.pprof';

/** The number of compressed parts of slow.pprof; each has 64 MB when unpacked. */
const SLOW_PARTS = 240;
/** The tag of field 99, of wire type LEN. */
const UNKNOWN_FIELD = (99 << 3) | 2;

const RARE_FILE = 'rare_test.go';
/** A benchmark with about 20 samples, so its 95% interval is about ± half of the figure. */
const RARE = `package sample

import "testing"

var kept []byte

func BenchmarkRare(b *testing.B) {
	for range b.N {
		kept = make([]byte, 1024)
	}
}
`;

let session: Session;
let code: VsCode;
let cpu: Buffer;

const inWorkspace = (name: string) => path.join(session.workspace, name);
const tab = (name: string) => code.page.locator('.tab').filter({ hasText: name });
const status = (name: string) => code.statusBar.item(`${name} · `);

before(async () => {
  session = await startScene({
    copies: { '.': 'sample' },
    files: { [RARE_FILE]: RARE },
    prepare: writeProfiles,
    settings: { 'linecost.profile.benchtime': '10000x', 'linecost.profile.kinds': ['memory'] },
  });
  code = session.code;
});
after(() => session?.stop());

async function writeProfiles(workspace: string): Promise<void> {
  const at = (name: string) => path.join(workspace, name);
  await writeSampleProfiles(workspace);
  cpu = await readFile(at(CPU));
  await copyFile(at(HEAP), at('mem.out'));
  const files = { 'default.pgo': cpu, [SPECIAL_NAME]: cpu, 'cut.pprof': cpu.subarray(0, cpu.length / 2), 'notes.pprof': 'Buy milk.\n', 'stats.prof': 'ncalls\n' };
  for (const [name, content] of Object.entries(files)) await writeFile(at(name), content);
}

async function click(name: string): Promise<GraphPage> {
  await code.explorer.click(name);
  const graph = await GraphPage.drawn(code, name);
  await status(name).waitFor();
  return graph;
}

/** Waits until the cum of a line matches. */
async function untilCosts(editor: Editor, line: number, cum: RegExp): Promise<void> {
  await code.until(`costs like ${cum}`, async () => cum.test((await columnsOf(editor, line))?.cum ?? ''));
}

/** Returns the color of a line's cum. */
async function colorOf(editor: Editor, line: number): Promise<string | undefined> {
  const { before: [cum] } = await editor.line(line);
  return cum?.color;
}

async function closeAll(): Promise<void> {
  await code.run('View: Close All Editors');
  await code.until('no tab', async () => (await code.tabs()).length === 0);
}

for (const name of [CPU, HEAP, 'default.pgo']) {
  test(`a click on ${name} opens its flame graph`, async () => {
    const graph = await click(name);
    await graph.frame(DISTANCE).waitFor();
    assert.equal(await graph.page.locator('h1').innerText(), name);
  });
}

test('the source shows the costs of the profile file, whose tab stays open', async () => {
  await click('heap.pb.gz');
  await code.explorer.click('distance.go');
  const editor = code.editor('distance.go');
  await editor.untilShown();
  await untilCosts(editor, ALLOCATING_LINE, /^[\d.]+ [KMG]iB$/);
  assert.ok(await tab('heap.pb.gz').isVisible());
  await closeAll();
});

test('the columns show the profile of the active tab, with the sample type chosen for that file', async () => {
  const editor = await code.open('distance.go');
  await click('cpu.pprof');
  await code.run('View: Move Editor into Next Group');
  await GraphPage.drawn(code, 'cpu.pprof');
  await untilCosts(editor, HOT_LINE, /^[\d.]+ m?s$/);
  await code.screenshot('profile file dark');
  const heap = await click('heap.pb.gz');
  await untilCosts(editor, ALLOCATING_LINE, /^[\d.]+ [KMG]iB$/);
  await heap.choose('alloc_objects');
  await untilCosts(editor, ALLOCATING_LINE, /^\d[\d. ]*[kM]?$/);
  await tab('cpu.pprof').click();
  await status('cpu.pprof').waitFor();
  await untilCosts(editor, HOT_LINE, /^[\d.]+ m?s$/);
  await tab('heap.pb.gz').click();
  await code.statusBar.untilShown(/heap\.pb\.gz · alloc_objects/);
  await untilCosts(editor, ALLOCATING_LINE, /^\d[\d. ]*[kM]?$/);
});

test('closing a profile file removes its costs', async () => {
  const editor = code.editor('distance.go');
  for (const [name, next] of [['heap.pb.gz', 'cpu.pprof'], ['cpu.pprof', '']]) {
    await tab(name).click();
    await status(name).waitFor();
    await code.run('View: Close Editor');
    await status(name).waitFor({ state: 'detached' });
    if (next) await status(next).waitFor();
  }
  await code.until('no columns', async () => (await shownColumns(editor)).size === 0);
  await closeAll();
});

test('a figure with few samples is faded, and the hover says why', async () => {
  await click(CPU);
  const editor = await code.open('distance.go', HOT_LINE);
  await code.until('costs', () => columnsOf(editor, HOT_LINE));
  await code.until('a faded figure', async () => {
    return (await colorOf(editor, ALLOCATING_LINE)) !== (await colorOf(editor, HOT_LINE));
  });
  const text = await editor.hover(ALLOCATING_LINE, 'row');
  assert.match(text, /3 samples, too few to trust/);
  assert.match(text, /Faded: figures of fewer than five samples are mostly chance/);
  assert.match(text.replace(/\s+/g, ' '), /95 % between/);
  await code.screenshot('few samples hover dark');
  await editor.dismissHover();
  await closeAll();
});

test('Open With… opens a profile file of any name', async () => {
  await code.explorer.menu('mem.out', 'Open With...');
  await code.quickInput.pick(/^Linecost: Flame Graph/);
  const graph = await GraphPage.drawn(code, 'mem.out');
  await graph.frame(DISTANCE).waitFor();
});

test('a command opens a profile file outside the workspace', async () => {
  const elsewhere = `${session.workspace}-elsewhere.out`;
  await rename(inWorkspace('mem.out'), elsewhere);
  await code.run('Linecost: Open Profile File…');
  await chooseFile(code, 'Open Profile File', elsewhere);
  await (await GraphPage.drawn(code, path.basename(elsewhere))).frame(DISTANCE).waitFor();
  await rm(elsewhere);
  await closeAll();
});

test('for a file that is not a profile, a notice says what it is, and a button opens the file as text', async () => {
  await code.explorer.click('notes.pprof');
  const graph = await GraphPage.of(code, 'notes.pprof');
  assert.equal(await graph.notice(), 'This is not a pprof profile: it looks like plain text.');
  assert.deepEqual(await code.notifications.settled(), []);
  await graph.button('Open With…').click();
  await code.quickInput.pick(/^Text Editor/);
  const editor = code.editor('notes.pprof');
  await editor.untilShown();
  assert.equal((await editor.line(1)).text, 'Buy milk.');
});

test('a .prof file that is not a pprof profile opens as text', async () => {
  await code.explorer.click('stats.prof');
  const editor = code.editor('stats.prof');
  await editor.untilShown();
  assert.equal((await editor.line(1)).text, 'ncalls');
  assert.deepEqual(await code.notifications.settled(), []);
});

test('for a truncated file, a notice says so; once the file is complete, the graph is shown', async () => {
  await code.explorer.click('cut.pprof');
  assert.match(await (await GraphPage.of(code, 'cut.pprof')).notice(), /^The profile is cut off/);
  await writeFile(inWorkspace('cut.pprof'), cpu);
  await (await GraphPage.drawn(code, 'cut.pprof')).frame(DISTANCE).waitFor();
  await status('cut.pprof').waitFor();
  await closeAll();
});

test('a changed file is read again; if it is damaged, the last graph stays with a banner', async () => {
  const editor = await code.open('distance.go');
  const graph = await click(SPECIAL_NAME);
  await graph.untilTotal(/^[\d.]+\sm?s ·/);
  await writeFile(inWorkspace(SPECIAL_NAME), 'half written');
  await graph.page.locator('.banner').filter({ hasText: 'Showing the last version that could be read.' }).waitFor();
  await graph.frame(DISTANCE).click();
  await graph.untilZoomedTo('sample.Distance');
  assert.ok(await graph.page.locator('.banner').isVisible());
  await copyFile(inWorkspace('heap.pb.gz'), inWorkspace(SPECIAL_NAME));
  await graph.untilTotal(/^[\d.]+\s[KMG]iB ·/);
  await graph.page.locator('.banner').waitFor({ state: 'hidden' });
  await tab('distance.go').click();
  await untilCosts(editor, ALLOCATING_LINE, /^[\d.]+ [KMG]iB$/);
  assert.deepEqual(await code.notifications.settled(), []);
});

test('if the file is deleted, the graph stays, and a banner says so until the file exists again', async () => {
  await tab(SPECIAL_NAME).click();
  const graph = await GraphPage.drawn(code, SPECIAL_NAME);
  await rename(inWorkspace(SPECIAL_NAME), inWorkspace('away'));
  await graph.page.locator('.banner').filter({ hasText: 'The file was deleted.' }).waitFor();
  await graph.frame(DISTANCE).waitFor();
  await rename(inWorkspace('away'), inWorkspace(SPECIAL_NAME));
  await graph.page.locator('.banner').waitFor({ state: 'hidden' });
  assert.deepEqual(await code.notifications.settled(), []);
});

test('after reading a file is cancelled, a notice says so, and the next file opens as usual', async () => {
  await useWorkspaceSettings(session, { 'linecost.limits.memory': 16_384 });
  await writeFile(inWorkspace('slow.pprof'), slowToRead());
  await code.explorer.click('slow.pprof');
  await code.notifications.untilShown('Reading slow.pprof');
  await code.notifications.cancel('Reading slow.pprof');
  await code.screenshot('profile file cancel');
  const graph = await GraphPage.of(code, 'slow.pprof');
  assert.equal(await graph.notice(), 'Reading the profile was cancelled.');
  assert.ok(await graph.button('Try Again').isVisible());
  await (await click('cpu.pprof')).frame(DISTANCE).waitFor();
  await tab('slow.pprof').click();
  await writeFile(inWorkspace('slow.pprof'), cpu);
  await (await GraphPage.drawn(code, 'slow.pprof')).frame(DISTANCE).waitFor();
  await closeAll();
  await useWorkspaceSettings(session, {});
  assert.deepEqual(await code.notifications.settled(), []);
});

test('for a figure with few samples, a link in the hover profiles the benchmark longer', async () => {
  await clickLens(session, RARE_FILE, 'BenchmarkRare');
  await untilProfiled(code, 'BenchmarkRare');
  const line = await lineOf(session, RARE_FILE, 'make(');
  const editor = await code.open(RARE_FILE, line);
  await code.until('costs', () => columnsOf(editor, line));
  const samples = (text: string) => Number(/· ([\d\s]+) samples/.exec(text)?.[1]?.replaceAll(/\s/g, ''));
  const few = samples(await editor.hover(line, 'make'));
  await code.screenshot('few samples proposal dark');
  await editor.hoverBox.getByText(/^Measure\s\d+\ss$/).click();
  await untilProfiled(code, 'BenchmarkRare');
  await editor.dismissHover();
  await code.until('more samples', async () => {
    const hover = await editor.hover(line, 'make');
    await editor.dismissHover();
    return samples(hover) > 10 * few;
  });
});

/** Returns a profile followed by enough unknown data that unpacking takes several seconds. */
function slowToRead(): Buffer {
  const unknown = Writer.create().uint32(UNKNOWN_FIELD).bytes(Buffer.alloc(1024 ** 2)).finish();
  const packed = gzipSync(Buffer.concat(new Array<Uint8Array>(64).fill(unknown)), { level: 9 });
  return Buffer.concat([cpu, ...new Array<Buffer>(SLOW_PARTS).fill(packed)]);
}
