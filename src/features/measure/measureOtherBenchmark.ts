import type { Sides } from '../../captures/disk/captureStore';
import { requireTrust } from '../../ui/preconditionError';
import type { Target } from '../profile/pickTarget';
import { goTestRequest } from '../profile/runOptions';
import type { ProfilingParts } from '../profile/profileTarget';
import { SuiteBuilds } from '../profile/suiteBuilds';
import { BuiltCode } from './builtCode';
import { measureAgainst } from './measureAgainst';
import { pickBenchmarks } from './pickBenchmarks';

/**
 * Measures a benchmark, or one of its cases, in turns with another one of its package, which the user picks. Both are
 * in one program, which is built once. Throws CaptureError, an Error for the user, or AbortError.
 */
export async function measureOtherBenchmark(benchmark: Target, parts: ProfilingParts): Promise<void> {
  requireTrust('measuring runs its code');
  await parts.measurements.ready();
  const picked = await pickBenchmarks(benchmark, parts.results);
  if (!picked) return;
  const { now, before } = picked;
  const sides: Sides = { kind: 'benchmarks', now: now.name, before: before.name };
  await measureAgainst(now, `Measuring ${now.name} against ${before.name}`, async (options, progress) => {
    const builder = new SuiteBuilds(parts.programs);
    parts.output.begin(`${now.name} against ${before.name}`);
    progress.report('building', { isLong: true });
    const draft = await parts.captures.drafts.begin(progress.signal);
    const request = goTestRequest(before, options);
    const code = new BuiltCode({ target: before, request, name: before.name, builder }, parts, draft);
    try {
      await code.build(progress);
      return { code, builder, known: { name: before.name, sides } };
    } catch (error) {
      await code.close();
      throw error;
    }
  }, parts);
}
