import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uri } from 'vscode';
import { withVscode } from '../../shared/withVscode';

const folderOf = (path: string, index: number) => ({ name: path.split('/').at(-1), index, uri: { path } });
let folders = [folderOf('/w/one/app', 0), folderOf('/w/two/app', 1), folderOf('/w/lib', 2)];
withVscode({
  workspace: {
    get workspaceFolders() {
      return folders;
    },
    getWorkspaceFolder: ({ path }: { path: string }) => folders.find(({ uri }) => path.startsWith(`${uri.path}/`)),
    asRelativePath: ({ path }: { path: string }) => path.replace(/^\/w\/(one\/|two\/)?/, ''),
  },
});

test('the path of a file begins with what tells two workspace folders of one name apart', async () => {
  const { relativePath } = await import('../../../src/ui/fileUri');
  const shown = (path: string) => relativePath({ path } as Uri);
  assert.equal(shown('/w/one/app/x/a_test.go'), 'one/app/x/a_test.go');
  assert.equal(shown('/w/two/app/a_test.go'), 'two/app/a_test.go');
  assert.equal(shown('/w/lib/a_test.go'), 'lib/a_test.go');
  folders = folders.slice(1);
  assert.equal(shown('/w/two/app/a_test.go'), 'app/a_test.go');
});
