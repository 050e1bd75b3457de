import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ensureLoadTools } from '../host/loadTools.mjs';
import { shownColumns } from './costs';
import { type Editor, startSession, type Session, type VsCode } from './driver/index';

let session: Session;
let code: VsCode;
let editor: Editor;
let service: ChildProcess | undefined;

const SERVICE = path.join('cmd', 'catalog', 'main.go');
const COMPILE = 'pattern := regexp.MustCompile("^" + regexp.QuoteMeta(query) + "[0-9]*[02468]$")';
/** A service whose handler compiles a pattern for each of its items. */
const SLOW = `package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"regexp"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:0", "where to listen")
	flag.Parse()
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr())
	http.HandleFunc("/", search)
	panic(http.Serve(listener, nil))
}

func search(w http.ResponseWriter, r *http.Request) {
	json.NewEncoder(w).Encode(matching(r.URL.Query().Get("q")))
}

func matching(query string) (found []string) {
	for i := range 300 {
		${COMPILE}
		if name := fmt.Sprint("item", i); pattern.MatchString(name) {
			found = append(found, name)
		}
	}
	return found
}
`;
const FAST = SLOW.replace(`	for i := range 300 {\n\t\t${COMPILE}\n`, `	${COMPILE}\n	for i := range 300 {\n`);

before(async () => {
  const PATH = [...(await ensureLoadTools()), process.env['PATH']].join(path.delimiter);
  const prepare = async (workspace: string): Promise<void> => {
    await mkdir(path.dirname(path.join(workspace, SERVICE)));
    await writeFile(path.join(workspace, SERVICE), SLOW);
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    for (const args of [['init', '-q'], ['add', '--all'], [...author, 'commit', '-q', '-m', 'Catalog']]) {
      execFileSync('git', args, { cwd: workspace });
    }
  };
  const settings = { 'linecost.fetch.seconds': 3, 'linecost.measureAgain.runs': 4 };
  session = await startSession({ workspace: 'shapes', file: SERVICE, settings, prepare, env: { PATH } });
  code = session.code;
  editor = await code.open('main.go');
});

after(async () => {
  service?.kill('SIGKILL');
  await session?.stop();
});

/** Builds what is on disk now and starts it. */
async function start(address: string): Promise<string> {
  service?.kill('SIGKILL');
  const program = path.join(session.home, 'catalog');
  execFileSync('go', ['build', '-o', program, './cmd/catalog'], { cwd: session.workspace });
  const child = (service = spawn(program, ['-addr', address], { stdio: ['ignore', 'pipe', 'inherit'] }));
  return new Promise((resolve) => child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())));
}

/** The requests per second that hey printed last, as it prints them. */
async function printed(): Promise<string> {
  const all = [...(await code.output.wholeText('Linecost')).matchAll(/Requests\/sec:\t([\d.]+)/g)];
  return all.at(-1)?.[1] ?? assert.fail('hey has printed nothing');
}

/** Numbers without the spaces between thousands. */
const plain = (text: string): string => text.replace(/(?<=\d)\s(?=\d{3})/g, '').replace(/\s+/g, ' ');

async function untilHead(pattern: RegExp): Promise<string> {
  await code.run('Linecost: Show Flame Graph');
  return code.until(`a head like ${pattern}`, async () => {
    const text = plain(await (await code.panel('Linecost')).locator('body').innerText());
    return pattern.test(text) ? text : undefined;
  });
}

let address: string;

test('the requests per second of a service under load are those that hey prints, and its costs are per request', async () => {
  address = await start('127.0.0.1:0');
  await code.run('Linecost: Add Service…');
  await code.quickInput.untilAsked('Its address');
  await code.quickInput.setText(address);
  await code.quickInput.accept();
  await code.quickInput.untilAsked('Its name', 20_000);
  await code.quickInput.setText('catalog');
  await code.quickInput.accept();
  await code.run('Linecost: Profile Service Under Load');
  await code.quickInput.untilAsked('Choose a load tool');
  await code.quickInput.pick('hey');
  await code.quickInput.untilAsked('It sends requests');
  await code.quickInput.setText('hey -z ${seconds}s -c 4 ${address}/?q=item');
  await code.quickInput.accept();
  await code.statusBar.untilShown(/catalog: hey: .* requests\/s/, 60_000);
  const head = await untilHead(/hey: [\d.]+ requests\/s, p50/);
  assert.ok(head.includes(`hey: ${await printed()} requests/s`), head);
  await code.until('costs per request', async () => {
    if ((await code.statusBar.texts()).some((text) => / · (?:ns|B|allocs)\/req/.test(text))) return true;
    await code.run('Linecost: Switch Costs to Totals, Percent or per Operation');
    return undefined;
  });
  await code.until('columns per request', async () => {
    return [...(await shownColumns(editor)).values()].some(({ cum }) => /\/req$/.test(cum));
  });
  await code.screenshot('service under load');
});

test('a second version under the same load is compared by its requests and its cost per request', async () => {
  await code.run('Linecost: Set as Baseline');
  await writeFile(path.join(session.workspace, SERVICE), FAST);
  await start(address);
  await code.run('Linecost: Profile Service Under Load');
  await code.statusBar.untilShown(/catalog: [\d.]+\s?× the requests at 0\.\d+\s?× the cpu per request/, 60_000);
  await untilHead(/\d× the requests at 0\.\d+× the cpu per request · p99/);
  await code.screenshot('service compared under load');
});

test('the present code of a service is measured against the last commit, and the lines that did it are compared', async () => {
  await code.run('Linecost: Measure Service Builds…');
  await code.quickInput.untilAsked('Choose the program');
  await code.quickInput.pick(/catalog/);
  await code.quickInput.untilAsked('Each build gets a free port');
  await code.quickInput.setText('-addr localhost:${port}');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('Absolute, or relative');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('built in a temporary folder');
  await code.quickInput.pick('HEAD');
  await code.notifications.untilShown(/catalog against \w+: .* as much req\/s \(p = 0\.029, n = 4\+4/, 240_000);
  await code.screenshot('service builds compared');
  const line = FAST.split('\n').findIndex((text) => text.includes('MustCompile'));
  await code.until('less at the line that was moved', async () => {
    return /^−.*\/req$/.test((await shownColumns(editor)).get(line + 1)?.cum ?? '');
  });
  assert.equal(await readFile(path.join(session.workspace, SERVICE), 'utf8'), FAST);
  const trees = execFileSync('git', ['worktree', 'list'], { cwd: session.workspace, encoding: 'utf8' });
  assert.equal(trees.trim().split('\n').length, 1);
});
