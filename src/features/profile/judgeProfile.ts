import type { Captured, JudgeProfile } from '../../captures/captureDraft';
import { ignored } from '../../profile/common/ignored';
import { exactMemoryOf } from './describeTarget';
import { type JudgedProfile, profileMisfit } from './profileMisfit';
import type { JudgedCode } from './resultMisfit';

/** Judges a loaded profile by its run and the benchmark's code: its misfit, or its exact allocations. */
export function judgeOf(
  code: JudgedCode,
  run: Omit<JudgedProfile, 'code' | 'summary' | 'startsProcess'>,
  captured: Captured,
): JudgeProfile {
  return async (loaded, engine) => {
    const { summary, startsProcess = false } = loaded;
    const misfit = profileMisfit({ ...run, code, summary, startsProcess });
    if (misfit) return { misfit };
    const isExact = run.kind === 'memory' && run.memProfileRate === 1 && !captured.misfit;
    const exactMemory = isExact ? await exactMemoryOf(loaded, captured, engine).catch(ignored('exact allocations are not known')) : undefined;
    return exactMemory ? { exactMemory } : {};
  };
}
