import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import { typesInWorkspace } from '../../../../src/features/fetch/fetchedCapture';
import type { FileCosts } from '../../../../src/profile/answers/lines';
import type { Active } from '../../../../src/captures/session';
import type { Sources } from '../../../../src/documents/sources';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';

const costsOf = (value: number) => ({ flat: Float64Array.of(0), cum: Float64Array.of(value) }) as FileCosts;

test('the sample types under which the workspace has costs are named, other than the shown one and counts', async () => {
  const engine = new FakeEngine();
  const asked: (readonly string[])[] = [];
  engine.answers.files = () => ['/w/a.go', '/go/b.go'];
  engine.answers.fileCosts = ({ sampleType, files }) => {
    asked.push(files);
    return [costsOf(sampleType === 2 ? 0 : 5)];
  };
  const summary = summaryOf(1, 'alloc_objects/count,alloc_space/bytes,inuse_objects/count,inuse_space/bytes');
  const active = { queryId: 1, sampleType: 3, profile: { summary, label: 'heap' } } as unknown as Active;
  const pathsOf = async (_: Active, files: readonly string[]) =>
    new Map(files.map((file) => [file, { path: file, isInWorkspace: file.startsWith('/w') }]));
  const sources = { pathsOf } as unknown as Sources;
  assert.deepEqual(await typesInWorkspace(active, sources, engine.asEngine()), ['alloc_objects', 'alloc_space']);
  assert.deepEqual(asked[0], ['/w/a.go']);
});
