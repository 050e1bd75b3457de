import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Session, type VsCode } from './driver/index';
import { profile } from './goFiles';
import { GraphPage } from './graphPage';
import { startScene } from './profiling';

const PANEL = 'Linecost';
const DISTANCE = 'example.com/sample.Distance';

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    copies: { '.': 'sample' },
    prepare: (workspace) => profile(workspace, 'Distance', {
      cpu: path.join(workspace, 'cpu.pprof'),
      memory: path.join(workspace, 'heap.pb.gz'),
    }),
  });
  code = session.code;
});
after(() => session?.stop());

const tab = (name: string) => code.page.locator('.tab').filter({ hasText: name });

async function untilPanelShows(name: string): Promise<GraphPage> {
  const panel = await GraphPage.drawn(code, PANEL);
  await code.until(`${name} in the panel`, async () => (await panel.page.locator('h1').innerText()) === name);
  return panel;
}

test('a profile file in front is the flame graph to show, no panel comes beside it', async () => {
  await code.explorer.click('cpu.pprof');
  await (await GraphPage.drawn(code, 'cpu.pprof')).frame(DISTANCE).waitFor();
  await code.run('Linecost: Show Flame Graph');
  assert.equal((await code.tabs()).includes(PANEL), false);
});

test('with the panel open, that shows the file, and its hottest code comes in front of its tab', async () => {
  await code.open('wordcount.go');
  await code.run('Linecost: Show Flame Graph');
  await untilPanelShows('cpu.pprof');
  await code.editor('wordcount.go').focus();
  await code.explorer.click('heap.pb.gz');
  const panel = await untilPanelShows('heap.pb.gz');
  await panel.frame(DISTANCE).waitFor();
  await code.editor('distance.go').untilShown();
  assert.ok((await code.tabs()).includes('heap.pb.gz'));
  await code.screenshot('profile file in the panel');
});

test('in front of the code again, the file is not shown in the panel as well, until the user asks for it', async () => {
  await tab('heap.pb.gz').click();
  await (await GraphPage.drawn(code, 'heap.pb.gz')).frame(DISTANCE).waitFor();
  const panel = await GraphPage.of(code, PANEL);
  assert.equal(await panel.sentence(), 'heap.pb.gz is shown in its own tab.');
  await code.screenshot('profile file beside the panel');
  await panel.button('Show It Here').click();
  await code.editor('distance.go').untilShown();
  await untilPanelShows('heap.pb.gz');
});
