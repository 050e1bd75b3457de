import { runBenchstat } from '../../../src/cli/benchstatCommand';

/** benchstat.cjs [FLAGS] FILE...: prints what `report benchstat` prints. */
async function main(): Promise<void> {
  const { code, stdout, stderr } = await runBenchstat(process.argv.slice(2), async () => new Uint8Array());
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
}

void main();
