import { bytesOf } from '../../../src/features/texts/textBytes';
import { startEngine, timed } from '../shared/startEngine';
import { goroutineDump } from '../shared/goroutineDump';

/**
 * goroutines.cjs WORKER GOROUTINES ROUNDS: opens a text with so many goroutines as the command does, up to the first
 * groups, and filters them. Prints the milliseconds by step, and the size of the text.
 */
const [worker, goroutines, rounds] = process.argv.slice(2) as [string, string, string];
const VIEW = { text: '', hidesIdle: true, from: 0, limit: 200 };

void main();

async function main(): Promise<void> {
  const text = goroutineDump(Number(goroutines));
  const engine = startEngine(worker);
  // The worker is loaded before, as in a window that has shown a profile.
  await engine.ask('forgetGoroutines', {});
  const took: Record<'open' | 'filter', number[]> = { open: [], filter: [] };
  for (let round = 1; round <= Number(rounds); round++) {
    const { value: dump, ms } = await timed(async () => {
      const bytes = { text: round, bytes: await bytesOf(text) };
      await engine.ask('readGoroutines', bytes);
      await engine.ask('goroutineGroups', { ...bytes, view: VIEW });
      return bytes;
    });
    took.open.push(ms);
    took.filter.push((await timed(() => engine.ask('goroutineGroups', { ...dump, view: { ...VIEW, text: 'step7' } }))).ms);
  }
  await engine.dispose();
  console.log(JSON.stringify({ ...took, bytes: text.length }));
}
