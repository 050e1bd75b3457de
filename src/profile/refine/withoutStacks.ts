import { CHECK_MASK, checkpoint } from '../common/guard';
import type { LabelColumns, Profile } from '../model';
import { LazyLabels } from '../sums/sampleViews';

/** The key of the label with the size of the sampled objects. */
const SIZE_KEY = 'bytes';

/** The profile with all that tells how reliable its figures are: values and the sizes of objects, but no names. */
export function withoutStacks(profile: Profile): Profile {
  const none = new Uint32Array(0);
  const { labels, strings, sampleCount } = profile;
  return {
    ...profile,
    stacks: { offsets: new Uint32Array(sampleCount + 1), locations: none },
    labels: new LazyLabels(() => sizesOf({ labels, strings, sampleCount })),
    locations: {
      count: 0,
      mapping: none,
      lineOffsets: Uint32Array.of(0),
      address: new BigUint64Array(0),
      folded: new Uint8Array(0),
    },
    lines: { count: 0, function: none, line: none, column: none },
    functions: { count: 0, name: none, systemName: none, filename: none, startLine: none },
    mappings: [],
    comments: [],
  };
}

/** The numeric labels with the sizes of objects. */
function sizesOf({ labels, strings, sampleCount }: Pick<Profile, 'labels' | 'strings' | 'sampleCount'>): LabelColumns {
  const offsets = new Uint32Array(sampleCount + 1);
  const rows: number[] = [];
  for (let sample = 0; sample < sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    for (let row = labels.offsets[sample]; row < labels.offsets[sample + 1]; row++) {
      if (labels.str[row] === 0 && strings.get(labels.key[row]) === SIZE_KEY) rows.push(row);
    }
    offsets[sample + 1] = rows.length;
  }
  const picked = (column: Uint32Array): Uint32Array => Uint32Array.from(rows, (row) => column[row]);
  const [key, str, numUnit] = [labels.key, labels.str, labels.numUnit].map(picked);
  return { offsets, key, str, num: Float64Array.from(rows, (row) => labels.num[row]), numUnit };
}
