import { bytesOf } from '../../../src/features/texts/textBytes';
import { startEngine, timed } from '../shared/startEngine';
import { goroutineDump } from '../shared/goroutineDump';

/**
 * goroutines.cjs WORKER GOROUTINES ROUNDS: opens a text with so many goroutines as the command does, up to the first
 * groups, filters them, and compares them with another dump. Prints the milliseconds by step, and the size of the text.
 */
const [worker, goroutines, rounds] = process.argv.slice(2) as [string, string, string];
const VIEW = { text: '', hidesIdle: true, from: 0, limit: 200 };

void main();

async function main(): Promise<void> {
  const text = goroutineDump(Number(goroutines));
  const earlier = await bytesOf(goroutineDump(Number(goroutines), 7));
  const engine = startEngine(worker);
  // The worker is loaded before, as in a window that has shown a profile.
  await engine.ask('forgetGoroutines', {});
  const took: Record<'open' | 'filter' | 'compare', number[]> = { open: [], filter: [], compare: [] };
  for (let round = 1; round <= Number(rounds); round++) {
    const { value: dump, ms } = await timed(async () => {
      const texts = { id: 2 * round, texts: [{ bytes: await bytesOf(text) }] };
      await engine.ask('readGoroutines', texts);
      await engine.ask('goroutineGroups', { ...texts, view: VIEW });
      return texts;
    });
    took.open.push(ms);
    took.filter.push((await timed(() => engine.ask('goroutineGroups', { ...dump, view: { ...VIEW, text: 'step7' } }))).ms);
    const [later] = dump.texts;
    const both = { id: 2 * round + 1, texts: [{ ...later, bytes: earlier, isBefore: true }, later] };
    took.compare.push((await timed(async () => {
      await engine.ask('readGoroutines', both);
      await engine.ask('goroutineGroups', { ...both, view: VIEW });
    })).ms);
  }
  await engine.dispose();
  console.log(JSON.stringify({ ...took, bytes: text.length }));
}
