import { bytesOf } from '../../../src/features/texts/textBytes';
import { startEngine, timed } from '../shared/startEngine';
import { runtimeLogText } from '../shared/runtimeLogText';

/**
 * runtimeLog.cjs WORKER COLLECTIONS ROUNDS: opens a log with so many collections as the command does, up to the first
 * charts, and zooms in. Prints the milliseconds by step, and the size of the text.
 */
const [worker, collections, rounds] = process.argv.slice(2) as [string, string, string];
/** The points of a chart as wide as a panel. */
const PARTS = 800;

void main();

async function main(): Promise<void> {
  const text = runtimeLogText(Number(collections));
  const engine = startEngine(worker);
  // The worker is loaded before, as in a window that has shown a profile.
  await engine.ask('forgetRuntimeLog', {});
  const took: Record<'open' | 'zoom', number[]> = { open: [], zoom: [] };
  for (let round = 1; round <= Number(rounds); round++) {
    const { value: log, ms } = await timed(async () => {
      const bytes = { text: round, bytes: await bytesOf(text) };
      await engine.ask('readRuntimeLog', bytes);
      const { gc: { span } } = await engine.ask('runtimeLogExtents', { ...bytes, view: {} });
      await engine.ask('runtimeLogWindow', { ...bytes, view: { kind: 'gc', ...span!, parts: PARTS } });
      return { bytes, to: span!.to };
    });
    took.open.push(ms);
    const view = { kind: 'gc', from: log.to / 4, to: (log.to * 3) / 4, parts: PARTS } as const;
    took.zoom.push((await timed(() => engine.ask('runtimeLogWindow', { ...log.bytes, view }))).ms);
  }
  await engine.dispose();
  console.log(JSON.stringify({ ...took, bytes: text.length }));
}
