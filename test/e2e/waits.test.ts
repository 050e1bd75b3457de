import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Session } from './driver/index';
import { go } from './goFiles';
import { GraphPage } from './graphPage';
import { lineOf, startScene, untilProfiled } from './profiling';

const FILE = 'waits_test.go';

/** The test waits a moment, its goroutines wait for long, and so does one that the test does not wait for. */
const FILES = {
  'go.mod': 'module example.com/waits\n\ngo 1.24\n',
  [FILE]: `package waits

import (
	"sync"
	"testing"
	"time"
)

func TestWaits(t *testing.T) {
	var wg sync.WaitGroup
	gate := make(chan int)
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-gate
		}()
	}
	time.Sleep(50 * time.Millisecond)
	close(gate)
	wg.Wait()
}
`,
};

let session: Session;

before(async () => {
  session = await startScene({ files: FILES, file: FILE });
});
after(() => session?.stop());

/** What pprof says of the block profile that was captured: the part of stacks with the module's frames, and all. */
async function pprofShare(id: string): Promise<{ readonly shown: string; readonly total: string }> {
  const user = path.join(session.code.home, 'user-data', 'User');
  const files = await readdir(user, { recursive: true });
  const profile = path.join(user, files.find((file) => file.endsWith(path.join('runs', id, 'block.pprof')))!);
  const args = ['tool', 'pprof', '-top', '-nodefraction=0', '-sample_index=delay', '-focus=example.com/waits', profile];
  const text = await go(args, session.workspace);
  return /accounting for \S+, (?<shown>\S+) of (?<total>\S+) total/.exec(text)!.groups as { shown: string; total: string };
}

test("a test's waiting goroutines are part of what it starts, and the page says how much is shown", async () => {
  const { code } = session;
  await code.open(FILE, await lineOf(session, FILE, 'gate := make'));
  await code.run('Linecost: Profile Test or Example');
  await code.quickInput.untilAsked('what to measure');
  await code.quickInput.tick(['block']);
  await code.quickInput.accept();
  const id = await untilProfiled(code, 'TestWaits');
  await code.statusBar.untilShown(/TestWaits · block · delay/);
  await code.run('Linecost: Show Flame Graph');
  const graph = await GraphPage.drawn(code, 'Linecost');
  const { shown, total } = await pprofShare(id);
  await graph.untilTotal(new RegExp(`^${total.replace('.', '\\.')} `));
  assert.equal(await graph.button('From TestWaits').getAttribute('aria-pressed'), 'true');
  await code.until('the share that pprof says', async () => {
    return (await graph.page.locator('.flame').innerText()).includes(`${shown} of the total shown`);
  });
  await graph.frame('example.com/waits.TestWaits.func1').waitFor();
  await code.screenshot('waits dark');
});
