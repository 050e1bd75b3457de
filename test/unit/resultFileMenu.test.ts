import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../host/paths.mjs';

interface MenuItem {
  readonly command?: string;
  readonly when?: string;
}

const { contributes } = JSON.parse(readFileSync(path.join(repoRoot, 'package.json'), 'utf8')) as {
  readonly contributes: { readonly menus: Readonly<Record<string, readonly MenuItem[]>> };
};

test('the explorer offers to compare files of results, also archives and JSON, and no other files', () => {
  const { when } = contributes.menus['explorer/context']!.find(({ command }) => command === 'linecost.compareBenchmarks')!;
  const [, pattern, flags] = /resourceFilename =~ \/(.+)\/(\w*) &&/.exec(when!)!;
  const isOffered = (name: string) => new RegExp(pattern!, flags).test(name);
  const offered = ['old.txt', 'bench', 'ci.log', 'new.out', 'main.bench', 'bench.json', 'bench-results.zip', 'old.txt.gz', 'Bench.gz'];
  assert.deepEqual(offered.filter((name) => !isOffered(name)), []);
  const others = ['bench_test.go', 'package.json', 'photos.zip', 'profile.pb.gz', 'README.md', 'bench.pprof'];
  assert.deepEqual(others.filter(isOffered), []);
});

test('the explorer offers to open a profile under each name that it may have, also .txt, the ending that web forms accept', () => {
  const { when } = contributes.menus['explorer/context']!.find(({ command }) => command === 'linecost.openAsProfile')!;
  const patterns = [...when!.matchAll(/resourceFilename =~ \/(.+?)\/i/g)].map(([, pattern]) => new RegExp(pattern!, 'i'));
  const [known, excluded] = patterns;
  const isOffered = (name: string) => known!.test(name) && !excluded!.test(name);
  const offered = ['p.out', 'cpu.pprof', 'heap.pb.gz', 'default.pgo', 'profile.txt', 'cpu.prof', 'a.trace'];
  assert.deepEqual(offered.filter((name) => !isOffered(name)), []);
  assert.deepEqual(['LICENSE.txt', 'main.go', 'a.json'].filter(isOffered), []);
});

test('only rows of captures with benchmark results offer to compare them', () => {
  const { when } = contributes.menus['view/item/context']!.find(({ command }) => command === 'linecost.compareBenchmarks')!;
  const [, pattern] = /viewItem =~ \/(.+)\/ &&/.exec(when!)!;
  const isOffered = (row: string) => new RegExp(pattern!).test(row);
  const offered = ['linecost.capture.go', 'linecost.results.go.pinned', 'linecost.capture', 'captureGroup.go', 'linecost.capture.service.instances.load.baseline'];
  assert.deepEqual(offered.filter((row) => !isOffered(row)), []);
  const others = ['linecost.capture.program', 'captureGroup.program', 'linecost.capture.fleet.pinned', 'linecost.capture.fetched', 'linecost.capture.service', 'captureGroup.service.instances', 'linecost.captureProfile', 'linecost.profileFile'];
  assert.deepEqual(others.filter(isOffered), []);
});
