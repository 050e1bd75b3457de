import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import type { TestServer } from '../shared/fleet/faultyServer';
import { type Scraped, startParca } from '../shared/fleet/parcaServer';
import { profileFromText } from '../shared/profileFromText';
import { decodeWire, encodeWire } from '../shared/wire';
import { startSession, type Session, type VsCode } from './driver/index';
import { SideView } from './driver/sideView';

const MINUTE = 60_000;

/** A CPU profile of ten seconds, as Go writes it. */
function cpu(at: number, labels: Record<string, string>): Scraped {
  const types = 'samples/count cpu/nanoseconds';
  const stacks = '400 4000000000 | main.area shapes.go:3 < main.main main.go:1\n100 1000000000 | main.main main.go:1';
  const wire = decodeWire(profileFromText({ types, stacks, durationNanos: 1e10 }));
  const texts = wire.string_table ?? [];
  const periodType = { type: texts.length, unit: texts.length + 1 };
  const bytes = encodeWire({ ...wire, string_table: [...texts, 'cpu', 'nanoseconds'], period_type: periodType, period: 1e7 });
  return { name: 'process_cpu', labels, at, bytes };
}

let session: Session;
let code: VsCode;
let services: SideView;
let server: TestServer;

before(async () => {
  const now = Date.now();
  const minutes = Array.from({ length: 50 }, (_, i) => now - (i + 1) * MINUTE);
  server = await startParca(minutes.flatMap((at, i) => [
    cpu(at, { job: 'checkout', region: 'eu' }), ...(i < 20 ? [cpu(at, { job: 'checkout', region: 'us' })] : []),
  ]));
  session = await startSession({ workspace: 'shapes', file: 'recursion.go' });
  code = session.code;
  services = new SideView(code.page, 'Services');
});

after(async () => {
  await server?.close();
  await session?.stop();
});

async function shown(): Promise<FrameLocator> {
  const page = await code.panel('Query Profile Store');
  await page.getByRole('button', { name: 'Zoom In' }).waitFor();
  return page;
}

test('a saved store shows its cost over time, split by a label, and a range of it becomes a capture', async () => {
  await code.run('Linecost: Add Profile Store…');
  await code.quickInput.pick('Parca');
  await code.quickInput.untilAsked('Its address');
  await code.quickInput.setText(String(server.address));
  await code.quickInput.accept();
  await code.quickInput.untilAsked('Its name');
  await code.quickInput.setText('production');
  await code.quickInput.accept();
  await services.menu('production', 'Query Profile Store');
  const page = await shown();
  await page.getByRole('button', { name: /^split by/ }).click();
  await page.getByRole('combobox', { name: 'Split by' }).fill('region');
  await page.locator('.popup [role=option]', { hasText: 'region' }).click();
  await page.locator('.series', { hasText: 'us' }).waitFor();
  await code.screenshot('query of a store');
  const chart = page.getByRole('slider');
  for (const key of ['End', 'ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter']) await chart.press(key);
  await page.getByText(/^the selected time: /).waitFor();
  await chart.press('Enter');
  const profiles = new SideView(code.page, 'Profiles');
  await profiles.untilShown(/production/);
  await code.screenshot('capture of a store');
  const again = await code.panel('Query Profile Store');
  await again.getByRole('list', { name: 'Recent queries' }).getByRole('listitem').first().waitFor();
});
