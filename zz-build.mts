import { build } from 'esbuild';
import { writeFile, mkdir } from 'node:fs/promises';
import { inChunks } from './media/bundles/chunks.mjs';
await mkdir('/tmp/storebench', { recursive: true });
const one = async (file: string, name: string) => {
  const { outputFiles } = await build(inChunks({ entryPoints: [{ in: file, out: name }], outdir: '/tmp/storebench', outExtension: { '.js': '.cjs' }, bundle: true, external: ['re2js', '../benchmarkAnswers'], minify: process.argv[2] !== 'plain', platform: 'node', target: 'node20', logLevel: 'warning' } as never));
  await Promise.all(outputFiles!.map((output: any) => writeFile(output.path, output.contents)));
};
await one('test/bench/programs/fleet.ts', 'fleet');
await one('src/engine/node/worker.ts', 'worker');
await one('src/engine/node/sumThread.ts', 'sumThread');
