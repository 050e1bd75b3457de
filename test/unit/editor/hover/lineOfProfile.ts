import assert from 'node:assert/strict';
import type { LineDetail } from '../../../../src/profile/answers/lines';
import { lineDetail } from '../../../../src/profile/lines/lineDetail';
import type { Profile } from '../../../../src/profile/model';
import { profileOfLines } from '../../../shared/stacks';

export function detailOf(profile: Profile, line = 1, sampleType = 1): LineDetail {
  const detail = lineDetail(profile, { sampleType, file: 'a.go', line, limit: 0 });
  assert.ok(detail);
  return detail;
}

/** A CPU profile of 100 samples of 10 ms, `flat` of them in a.go:1 and `calls` in its callee. */
export function cpu(flat: number, calls = 0): Profile {
  const rest = 100 - flat - calls;
  const rows = [['a@a.go:1', flat], ['a@a.go:1;b@b.go:1', calls], ['c@c.go:1', rest]] as const;
  const text = rows.filter(([, count]) => count > 0).map(([stack, count]) => `${stack} ${count}/${count * 1e7}`);
  return profileOfLines(text.join('\n'), [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }]);
}

export const plain = (text: string) =>
  text.replace(/&nbsp;/g, ' ').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
