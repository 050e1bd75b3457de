import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { shownColumns } from './costs';
import type { Session, VsCode } from './driver/index';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

const SERVICE = `package main

import (
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"runtime"
)

var sink [][]byte

func init() {
	runtime.MemProfileRate = 1
}

func main() {
	for range 100 {
		sink = append(sink, Fill(1000))
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr())
	panic(http.Serve(listener, nil))
}

// Fill gives bytes.
//
//go:noinline
func Fill(n int) []byte {
	bytes := make([]byte, n)
	for i := range bytes {
		bytes[i] = byte(i)
	}
	return bytes
}
`;
const TESTS = `package main

import "testing"

func BenchmarkFill(b *testing.B) {
	for b.Loop() {
		sink = append(sink[:0], Fill(100_000))
	}
}
`;
const ALLOCATES = 'bytes := make(';
const WARNING = /main\.go is not the text that 127\.0\.0\.1:\d+ was built from: costs may stand on the wrong line/;
const DIFFERS = 'This file differs from the one the program was built from: lines may be off.';

let session: Session;
let code: VsCode;
let service: ChildProcess;
let host: string;

before(async () => {
  session = await startScene({
    files: { 'go.mod': 'module example.com/service\n\ngo 1.24\n', 'main.go': SERVICE, 'main_test.go': TESTS },
    file: 'main.go',
    settings: { 'linecost.profile.kinds': ['cpu', 'memory'], 'linecost.profile.benchtime': '20000x' },
  });
  code = session.code;
  const program = path.join(session.home, 'service');
  execFileSync('go', ['build', '-o', program, '.'], { cwd: session.workspace });
  service = spawn(program, [], { stdio: ['ignore', 'pipe', 'inherit'] });
  host = await firstLine(service);
});

after(async () => {
  service?.kill('SIGKILL');
  await session?.stop();
});

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (text.includes('\n')) resolve(text.split('\n')[0]!);
    });
    child.once('exit', () => reject(new Error(`The service ended: ${text}`)));
  });
}

/** Fetches what the service has allocated and waits for the columns of main.go. */
async function fetchAllocations(): Promise<void> {
  const address = `http://${host}/debug/pprof/allocs`;
  await code.run('Linecost: Clear Profile');
  await code.run('Linecost: Fetch Profile…');
  await code.quickInput.untilAsked('localhost:6060');
  await code.quickInput.type(address);
  await code.until('the address offered', async () => (await code.quickInput.labels())[0] === address);
  await code.quickInput.accept();
  await code.statusBar.untilShown(`${host} allocs`);
  const editor = await code.open('main.go', await lineOf(session, 'main.go', ALLOCATES));
  await code.until('columns', async () => (await shownColumns(editor)).size > 0);
}

async function hoverOn(file: string, text: string): Promise<string> {
  const line = await lineOf(session, file, text);
  return (await code.open(file, line)).hover(line, text);
}

test('a hover has the costs of all profiles of the run, the one that is shown first', async () => {
  await clickLens(session, 'main_test.go', 'BenchmarkFill');
  await untilProfiled(code, 'BenchmarkFill');
  const said = await hoverOn('main_test.go', 'Fill(100_000)');
  assert.match(said, /cpu[^]*alloc_objects[^]*alloc_space[^]*(Calls|Called by)/);
  assert.doesNotMatch(said, /lines may be off/);
  await code.screenshot('hover of two profiles dark');
  await code.editor('main_test.go').dismissHover();
  await code.useTheme('light');
  await hoverOn('main_test.go', 'Fill(100_000)');
  await code.screenshot('hover of two profiles light');
  await code.editor('main_test.go').dismissHover();
  await code.useTheme('dark');
});

test('of the text that a service was built from, nothing is said', async () => {
  await fetchAllocations();
  const said = await hoverOn('main.go', ALLOCATES);
  assert.match(said, /alloc_space/);
  assert.doesNotMatch(said, /lines may be off/);
  assert.deepEqual((await code.notifications.texts()).filter((text) => WARNING.test(text)), []);
  await code.editor('main.go').dismissHover();
});

test('where the file has changed since, a message, the columns and the hover say that lines may be off', async () => {
  const file = path.join(session.workspace, 'main.go');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('// Fill gives', '// Two lines\n// more.\n// Fill gives'));
  await fetchAllocations();
  await code.notifications.untilShown(WARNING);
  await code.screenshot('another text dark');
  await code.notifications.close(WARNING);
  const editor = code.editor('main.go');
  // The allocation's costs stand where it stood when the service was built.
  const lines = await code.until('figures', async () => {
    const shown = [...(await shownColumns(editor))].filter(([, { flat }]) => /B$/.test(flat));
    return shown.length > 0 && shown.map(([line]) => line);
  });
  const built = text.split('\n').findIndex((each) => each.includes(ALLOCATES)) + 1;
  assert.ok(lines.includes(built), `${lines.join(', ')} have ${built}`);
  assert.ok((await editor.hover(built)).includes(DIFFERS));
  await editor.dismissHover();
  await code.useTheme('light');
  await editor.hover(built);
  await code.screenshot('another text light');
  await editor.dismissHover();
});
