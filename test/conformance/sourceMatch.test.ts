import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { filesOf } from '../../src/profile/lines/frames';
import { lineCosts } from '../shared/inOneStep';
import { findMisfiled, withCorrections } from '../../src/sources/lineMatching/misfiledFunctions';
import { sourceMatch } from '../../src/sources/lineMatching/sourceMatch';
import { profileBenchmarks } from './goPrograms';
import { loadProfile } from './ours';

test('the source files of a program and of Go match its profile, unless a line is inserted at their start', async () => {
  const { paths, remove } = await profileBenchmarks();
  const allMatching = new Set<string>();
  try {
    for (const [kind, path] of paths) {
      const recorded = await loadProfile(path);
      const found = filesOf(recorded).filter((file) => existsSync(file));
      const texts = new Map(found.map((file) => [file, readFileSync(file, 'utf8')]));
      const corrections = findMisfiled(recorded, { texts });
      const profile = corrections ? withCorrections(recorded, corrections) : recorded;
      const costs = lineCosts(profile, profile.defaultSampleType);
      let matching = 0;
      for (const file of filesOf(profile)) {
        const text = await readFile(file, 'utf8').catch(() => undefined);
        if (text === undefined) continue;
        const lines = text.split(/\r?\n/);
        const { functions } = costs.fileCosts(file);
        const match = sourceMatch(file, lines, functions);
        assert.notEqual(match, 'differs', `${kind}: ${file}`);
        if (match !== 'matches') continue;
        matching++;
        allMatching.add(file);
        assert.equal(sourceMatch(file, ['', ...lines], functions), 'differs', `${kind}: ${file}`);
      }
      // Few locks may be contended by chance.
      assert.ok(matching > 0, kind);
    }
    assert.ok(allMatching.size > 5);
  } finally {
    await remove();
  }
});
