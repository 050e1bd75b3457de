import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generatedSet } from '../conformance/benchstat/generated';
import { differenceIn } from '../conformance/benchstat/sides';

// npm run proof:benchstat -- [--sets=N] [--first=N]

const { values } = parseArgs({
  options: { sets: { type: 'string', default: '10000' }, first: { type: 'string', default: '0' } },
});
const [sets, first] = [Number(values.sets), Number(values.first)];

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'linecost-benchstat-'));
  let differences = 0;
  try {
    for (let number = first; number < first + sets; number++) {
      const set = generatedSet(number);
      const setFolder = path.join(folder, 'set');
      const difference = await differenceIn(set, setFolder);
      if (difference !== undefined) {
        differences++;
        const copy = path.join('dist', 'benchstat-differences', String(number));
        cpSync(setFolder, copy, { recursive: true });
        console.log(`set ${number}, in ${copy}: benchstat ${set.args.map((arg) => JSON.stringify(arg)).join(' ')}\n${difference}`);
      }
      rmSync(setFolder, { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${sets} sets from ${first}, ${differences} with differences`);
  process.exitCode = differences > 0 ? 1 : 0;
}

void main();
