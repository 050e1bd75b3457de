import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { SideView } from './driver/sideView';
import { startSession, type Session, type VsCode } from './driver/index';

let session: Session;
let code: VsCode;
let services: SideView;
let server: Server;
let address: string;

before(async () => {
  server = createServer(({ url, headers }, response) => {
    if (headers.authorization !== 'Bearer s3cret') response.writeHead(401).end();
    else if (url === '/debug/pprof/cmdline') response.end('/srv/shop\0');
    else response.end('<tr><td>3<td><a href=heap?debug=1>heap</a>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `localhost:${(server.address() as AddressInfo).port}`;
  session = await startSession({ workspace: 'shapes', file: 'recursion.go' });
  code = session.code;
  services = new SideView(code.page, 'Services');
});

after(async () => {
  server?.closeAllConnections();
  server?.close();
  await session?.stop();
});

test('a service is added by its address, and its row says that it refuses the request until its token is entered', async () => {
  await code.run('Linecost: Add Service…');
  await code.quickInput.untilAsked('Its address');
  await code.quickInput.setText(address);
  await code.quickInput.accept();
  await code.quickInput.untilAsked('You can save it all the same');
  await code.quickInput.setText('shop');
  await code.quickInput.accept();
  await services.untilShown(/shop.*access refused/);
  await services.menu('shop', 'Edit Service…');
  await code.quickInput.pick('Credentials');
  await code.quickInput.pick('Bearer Token');
  await code.quickInput.untilAsked('The token');
  await code.quickInput.setText('s3cret');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('Choose what to change');
  await code.quickInput.pick('Test Service');
  await code.notifications.untilShown('shop offers heap.');
  await code.screenshot('services dark');
  assert.ok(!(await services.texts()).some((text) => text.includes('access refused')));
});

test('the services of a workspace are imported, and a forward that ends at once says what it printed', async () => {
  const file = path.join(session.workspace, '.vscode', 'linecost.json');
  await mkdir(path.dirname(file), { recursive: true });
  const script = `console.error('error: pods api not found'); process.exit(1)`;
  const forward = `'${process.execPath}' -e "${script}"`;
  await writeFile(file, JSON.stringify({ version: 1, services: [{ name: 'api', addresses: ['localhost:1'], forward }] }));
  await code.run('Linecost: Import Services…');
  await code.quickInput.untilAsked('Choose services');
  await code.quickInput.accept();
  await services.untilShown('api');
  await services.menu('api', 'Test Service');
  await code.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Run' }).click();
  await code.notifications.untilShown(/ended with status 1 before port 1 accepted connections: error: pods api not found/);
});
