import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { profileFromText } from '../shared/profileFromText';
import { columnsOf } from './costs';
import { type Session, type VsCode } from './driver/index';
import { SideView } from './driver/sideView';
import { GraphPage } from './graphPage';
import { startScene } from './profiling';

/** A file that a profile from before Go 1.20 names. */
const OLD = 'package old\n\n// Work is the costly one.\nfunc Work() int {\n\ttotal := 0\n\tfor i := range 9 {\n\t\ttotal += step(i)\n\t}\n\treturn total\n}\n';

const FILES = {
  'go.mod': 'module example.com/odd\n\ngo 1.24\n',
  'old.go': OLD,
  'src/lib.cairo': 'fn main() {\n    work();\n}\n',
  'one/util/same.go': OLD,
  'two/util/same.go': OLD,
  'lfs.pb.gz': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
  'pre.pgo': 'GO PREPROFILE V1\nmain.work\nmain.leaf\n3 41\n',
  'empty.prof': '',
};

/** Profiles by file name. */
const PROFILES: Readonly<Record<string, string>> = {
  'old.pprof': '5 | example.com/odd.step /ci/old.go:3 < example.com/odd.Work /ci/old.go:7',
  'p.out': '5 | proj::main /build/src/lib.cairo:2',
  'nameless.pprof': '5 | main.f _',
  'lost.pprof': '5 | app.f /srv/app/gone.go:3',
  'twin.pprof': '5 | util.Work /build/util/same.go:7',
};

let session: Session;
let code: VsCode;
let hotLines: SideView;

before(async () => {
  session = await startScene({ files: FILES, prepare: writeProfiles });
  code = session.code;
  hotLines = new SideView(code.page, 'Hot Lines');
});
after(() => session?.stop());

async function writeProfiles(workspace: string): Promise<void> {
  for (const [name, stacks] of Object.entries(PROFILES)) {
    await writeFile(path.join(workspace, name), gzipSync(profileFromText({ types: 'cpu/nanoseconds', stacks })));
  }
}

async function show(name: string): Promise<void> {
  await code.run('View: Show Explorer');
  await code.explorer.click(name);
  await GraphPage.drawn(code, name);
  await code.statusBar.item(`${name} · `).waitFor();
}

test('a profile of any name opens from the menu of the explorer, and files of any ending get columns', async () => {
  await code.explorer.menu('p.out', 'Open with Linecost');
  await GraphPage.drawn(code, 'p.out');
  const editor = await code.open('src/lib.cairo');
  await code.until('columns', async () => (await columnsOf(editor, 2))?.cum === '5 ns');
  await code.screenshot('cairo dark');
});

test('without start lines, a cost on a comment is said to be off in the columns, the hover and a message', async () => {
  await show('old.pprof');
  const editor = await code.open('old.go');
  await code.notifications.untilShown('old.go is not the version that the program of old.pprof was built from');
  await code.until('a note', async () => (await editor.lines()).some(({ after }) => after.some(({ text }) => /lines.may.be.off/.test(text))));
  assert.match(await editor.hover(7), /Lines may be off/);
  await code.screenshot('no start lines dark');
});

test('Hot Lines names the files that were not found, and says so if the profile names none', async () => {
  await show('lost.pprof');
  await code.run('Linecost: Focus on Hot Lines View');
  await code.until('the file', async () => (await hotLines.texts())[0] === 'gone.go /srv/app/gone.go');
  await code.screenshot('unfound dark');
  await show('nameless.pprof');
  await code.run('Linecost: Go to Hottest Line');
  await code.notifications.untilShown('This profile names no source files.');
  await code.screenshot('nameless dark');
});

test('a name that may mean several files is asked about once, and the choice gets its columns', async () => {
  await show('twin.pprof');
  const editor = await code.open('two/util/same.go');
  await code.notifications.press('may be any of 2 files of this workspace', 'Choose…');
  await code.quickInput.pick(/^two\/util\/same\.go/);
  await code.until('columns', async () => (await columnsOf(editor, 7))?.cum === '5 ns');
});

test('a Git LFS pointer, the output of preprofile and an empty file are said to be so, with one button', async () => {
  for (const [name, sentence, button] of [
    ['lfs.pb.gz', 'This is a Git LFS pointer, not the profile', 'Run git lfs pull'],
    ['pre.pgo', 'This is the output of go tool preprofile', 'Open as Text'],
    ['empty.prof', 'This file is empty: the program has not written the profile yet', 'Try Again'],
  ] as const) {
    await code.run('View: Show Explorer');
    await code.explorer.click(name);
    const frame = await code.until(name, async () => {
      for (const each of code.page.frames()) {
        if (await each.getByText(sentence).first().isVisible().catch(() => false)) return each;
      }
      return undefined;
    });
    await frame.getByText(button).first().waitFor();
  }
  await code.screenshot('empty file dark');
});
