import assert from 'node:assert/strict';
import test from 'node:test';
import { refineAndReport } from '../../../../src/profile/refine/applyRefinement';
import { exactPattern } from '../../../../src/profile/text/refineOptions';
import { profileOf } from '../../../shared/profileFromText';

test('exactPattern matches only the whole name, even if the name has special characters', () => {
  const names = [
    'main.main', 'a.(*T).F', 'a.(*T[go.shape.int]).F.func1', 'p.(*T).Run.Map[...].func1', 'a.F[...]',
    'std::vector<int>::push(int)', 'x+y?', 'github.com/a|b.F',
  ];
  const frames = (name: string) => profileOf(`1 | ${name} a.go:1\n2 | other.${name}x b.go:1`);
  for (const name of names) {
    const { profile, unmatched } = refineAndReport(frames(name), { focus: exactPattern(name) });
    assert.deepEqual([[...profile.values[0]!], unmatched], [[1], []], name);
  }
  assert.equal(exactPattern('main.main'), '^main\\.main$');
});
