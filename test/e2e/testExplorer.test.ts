import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { chooseFromMenu } from './driver/menu';
import { lineOf, RUN_MS, startScene } from './profiling';

const TESTS = `package a

import "testing"

var sum int

//go:noinline
func small() {
	for i := 0; i < 200000000; i++ {
		sum += i
	}
}

//go:noinline
func large() {
	for i := 0; i < 200000000; i++ {
		sum -= i
	}
}

func TestTable(t *testing.T) {
	t.Run("small one", func(t *testing.T) { small() })
	t.Run("large one", func(t *testing.T) { large() })
}

func TestOther(t *testing.T) {
	small()
}
`;

/** Makes the test items that the Go extension makes: same controller, same ids. */
const GO_EXTENSION = {
  'package.json': JSON.stringify({
    name: 'go-stand-in', publisher: 'golang', version: '1.0.0', engines: { vscode: '^1.100.0' }, main: './main.js',
    activationEvents: ['onStartupFinished'],
  }),
  'main.js': `const vscode = require('vscode');
exports.activate = () => {
  const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'a_test.go');
  const go = vscode.tests.createTestController('go', 'Go');
  go.createRunProfile('Go', vscode.TestRunProfileKind.Run, () => undefined, true);
  const item = (label, name) => {
    const id = file.with({ query: 'test', fragment: name }).toString();
    return go.createTestItem(id, label, file);
  };
  const table = item('TestTable', 'TestTable');
  table.children.add(item('large one', 'TestTable/large_one'));
  go.items.replace([table, item('TestOther', 'TestOther')]);
};
`,
};

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    files: { 'go.mod': 'module example.com/a\n\ngo 1.24\n', 'a_test.go': TESTS },
    settings: { 'linecost.columns.style': 'columns', 'linecost.profile.kinds': ['cpu'] },
    extension: GO_EXTENSION,
  });
  code = session.code;
  await code.run('Testing: Focus on Test Explorer View');
  await row('TestTable').waitFor();
});
after(() => session?.stop());

const row = (label: string) => code.page.locator('.test-explorer .monaco-list-row').filter({ hasText: label }).first();

async function untilCosts(text: string): Promise<void> {
  const line = await lineOf(session, 'a_test.go', text);
  const editor = await code.open(path.join(session.workspace, 'a_test.go'), line);
  await code.until(`costs of ${text}`, async () => (await columnsOf(editor, line)) !== undefined, RUN_MS);
}

test('the menu of a case in the Test Explorer profiles it alone', async () => {
  await row('TestTable').click();
  await code.page.keyboard.press('ArrowRight');
  await row('large one').click({ button: 'right' });
  await code.screenshot('test explorer menu');
  await chooseFromMenu(code.page, 'Profile with Linecost');
  await untilCosts('sum -= i');
  const line = await lineOf(session, 'a_test.go', 'sum += i');
  assert.equal(await columnsOf(code.editor('a_test.go'), line), undefined);
});

test('selected items are profiled one after the other', async () => {
  await code.run('Testing: Focus on Test Explorer View');
  await row('TestTable').click();
  await row('TestOther').click({ modifiers: ['ControlOrMeta'] });
  await row('TestOther').click({ button: 'right' });
  await chooseFromMenu(code.page, 'Profile with Linecost');
  await code.notifications.untilShown('2 tests of a_test.go were profiled.', RUN_MS);
  await untilCosts('sum += i');
});
