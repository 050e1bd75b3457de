import { type Editor, startSession, type VsCode } from '../driver/index';
import { Recording } from './recording';

const WINDOW = { width: 1240, height: 560 };
const SETTINGS = {
  'linecost.columns.style': 'compact',
  'editor.fontSize': 12,
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.selectionHighlight': false,
  'editor.autoClosingBrackets': 'never',
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
  'editor.suggestOnTriggerCharacters': false,
  'window.commandCenter': false,
  'window.menuBarVisibility': 'hidden',
  'breadcrumbs.enabled': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
  'workbench.editor.editorActionsLocation': 'hidden',
  'workbench.editor.limit.enabled': true,
  'workbench.editor.limit.perEditorGroup': true,
  'workbench.editor.limit.value': 1,
};

const BENCHMARK = 'BenchmarkTotal';
/**
 * In events.go: the element type of the decoded slice, and a smaller one that has all that Total needs. The column
 * counts a tab as four.
 */
const DECLARATION = { line: 14, column: 18, text: 'struct{ Price float64 }' };
/** The line of json.Unmarshal, before and after. */
const HOT_LINE = 15;
/** The call of Total, below the line of the benchmark's function. */
const CALL_OFFSET = 5;
/** Time limit for measuring again, in milliseconds. */
const MEASURE_MS = 120_000;
const VERDICT = /%\s(faster|slower)|×|no difference/;

/**
 * Records a real run of the whole loop in VS Code: profile a benchmark, read the columns, change the code, measure
 * again, and compare. @returns an animated PNG file
 */
export async function recordLoop(): Promise<Buffer> {
  const { code, stop } = await startSession({ workspace: 'sample', file: 'events.go', theme: 'dark', settings: SETTINGS });
  try {
    await code.page.setViewportSize(WINDOW);
    const { tests, source, line } = await arrange(code);
    const recording = new Recording(code.page);
    await recording.start(WINDOW.width / 2, WINDOW.height - 90);
    await recording.hold(1200);
    await clickLens(recording, tests, line, /profile/);
    await recording.during(profiled(code, source), 320, 900);
    await recording.hold(2800);
    await source.goTo(DECLARATION.line, DECLARATION.column);
    await recording.hold(500);
    await code.page.keyboard.press('Shift+End');
    await recording.hold(600);
    await recording.type(DECLARATION.text);
    await code.page.keyboard.press('ControlOrMeta+s');
    await recording.hold(700);
    await clickLens(recording, tests, line, /measure again/);
    await recording.during(measured(code, tests), 320, 2500);
    await code.run('Notifications: Clear All Notifications');
    await recording.hold(2200);
    await clickLens(recording, tests, line, VERDICT);
    await recording.during(compared(code, tests, line), 320, 300);
    await recording.hold(3000);
    await changedLines(code);
    await recording.hold(4500);
    return recording.animation();
  } finally {
    await stop();
  }
}

/** Shows the test file at the left, and the measured code at the right. */
async function arrange(code: VsCode): Promise<{ tests: Editor; source: Editor; line: number }> {
  await code.run('View: Close Primary Side Bar');
  await code.run('View: Split Editor Right');
  await code.run('View: Focus First Editor Group');
  const tests = await code.open('sample_test.go', 40);
  const source = code.editor('events.go');
  await source.untilShown();
  const line = await code.until('the lens of the benchmark', async () => {
    const shown = (await tests.lines()).find(({ text }) => text.includes(BENCHMARK));
    return (await tests.lenses()).find((each) => each.line === shown?.line)?.line;
  });
  return { tests, source, line };
}

async function clickLens(recording: Recording, editor: Editor, line: number, title: RegExp): Promise<void> {
  // Reading the lenses marks their elements, until VS Code draws them again.
  await editor.lensesAt(line);
  const link = editor.root.locator(`.codelens-decoration[data-above-line="${line}"] a`).filter({ hasText: title });
  await recording.pointTo(link.first());
  await recording.hold(350);
  await editor.clickLens(line, title);
}

async function profiled(code: VsCode, source: Editor): Promise<void> {
  await code.statusBar.untilShown(BENCHMARK, 120_000);
  await code.until('costs', async () => (await source.line(HOT_LINE)).before.length > 0);
  await code.notifications.untilGone(/Profiling/, 120_000);
}

async function measured(code: VsCode, tests: Editor): Promise<void> {
  await code.until('the verdict', async () => {
    return (await tests.lenses()).some(({ titles }) => titles.some((title) => VERDICT.test(title)));
  }, MEASURE_MS);
}

/** Waits until the flame graph has replaced the code at the right, and the columns at the left show changes. */
async function compared(code: VsCode, tests: Editor, line: number): Promise<void> {
  await code.statusBar.untilShown(/ vs .* · (?:ns|B|allocs)\/op/);
  await (await code.panel('Linecost')).locator('g.frame').first().waitFor();
  await code.until('what changed', () => hasChange(tests, line + CALL_OFFSET));
}

/** Shows the changed code in place of the benchmark. */
async function changedLines(code: VsCode): Promise<void> {
  await code.run('View: Focus First Editor Group');
  const source = await code.open('events.go', HOT_LINE);
  await code.until('what changed', () => hasChange(source, HOT_LINE));
}

async function hasChange(editor: Editor, line: number): Promise<boolean> {
  return (await editor.line(line)).before.some(({ text }) => /^[-+−]/.test(text.trim()));
}
