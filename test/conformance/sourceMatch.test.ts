import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { filesOf } from '../../src/profile/lines/files';
import { lineCosts } from '../../src/profile/lines/lineCosts';
import { textFit } from '../../src/source/lines/sourceMatch';
import { profileBenchmarks } from './goPrograms';
import { loadProfile } from './ours';

test('the source files of a program fit its profile, including those of Go; with a line inserted above they do not', async () => {
  const { paths, remove } = await profileBenchmarks();
  try {
    for (const [kind, path] of paths) {
      const profile = await loadProfile(path);
      const costs = lineCosts(profile, profile.defaultSampleType);
      let fitting = 0;
      for (const file of filesOf(profile)) {
        const text = await readFile(file, 'utf8').catch(() => undefined);
        if (text === undefined) continue;
        const lines = text.split(/\r?\n/);
        const { functions } = costs.fileCosts(file);
        const fit = textFit(file, lines, functions);
        assert.notEqual(fit, 'off', `${kind}: ${file}`);
        if (fit !== 'fits') continue;
        fitting++;
        assert.equal(textFit(file, ['', ...lines], functions), 'off', `${kind}: ${file}`);
      }
      assert.ok(fitting > 2, kind);
    }
  } finally {
    await remove();
  }
});
