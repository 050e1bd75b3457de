import assert from 'node:assert/strict';
import test from 'node:test';
import { tableText } from '../../../../src/profile/table/tableRows';
import { tableOfStacks } from '../../../shared/reportTables';

test('the text of a view has all its rows, as pprof prints them', () => {
  const view = { sort: 'cum', direction: 'size', search: 'a', from: 3, limit: 1, find: '' } as const;
  const stacks = '1500 | b.Beta b.go:1 < a.alpha a.go:1 < main main.go:1\n20 | c.other c.go:1';
  assert.equal(tableText(tableOfStacks(stacks), view), [
    '      flat  flat%   sum%        cum   cum%',
    '         0     0%   100%     1500ns 98.68%  a.alpha',
    '    1500ns 98.68% 98.68%     1500ns 98.68%  b.Beta',
    '         0     0%   100%     1500ns 98.68%  main',
    '',
  ].join('\n'));
});
