import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import type { TestServer } from '../shared/fleet/faultyServer';
import { startParca } from '../shared/fleet/parcaServer';
import { startSession, type Session, type VsCode } from './driver/index';
import { SideView } from './driver/sideView';
import { profilesOfTwoRegions } from './storeProfiles';

let session: Session;
let code: VsCode;
let services: SideView;
let server: TestServer;

before(async () => {
  server = await startParca(profilesOfTwoRegions());
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
