import type { GoProgramBuild, ProgramKind } from '../../go/captureTypes';

type Build = Pick<GoProgramBuild, 'title' | 'texts' | 'uses' | 'sharesCpuProfile'>;

/** What a program can do, by its packages and code, that does not go with these kinds: sentences for the user. */
export function programConflicts(
  { title, texts, uses, sharesCpuProfile }: Build,
  kinds: readonly ProgramKind[],
): readonly string[] {
  const conflicts: string[] = [];
  if (kinds.includes('trace') && (uses.has('runtime/trace') || uses.has('net/http/pprof'))) {
    conflicts.push(`${title} can take execution traces of itself. They fail with "tracing is already enabled" while Linecost takes one: leave trace out in the options if that matters.`);
  }
  if (!kinds.includes('cpu')) return conflicts;
  if (!sharesCpuProfile && uses.has('runtime/pprof')) {
    conflicts.push(`${title} can take CPU profiles of itself. With plugins, or with a Go that Go downloaded, they fail with "cpu profiling already in use" while Linecost takes one: leave cpu out in the options if that matters.`);
  }
  // execve keeps the timer of the process, whose signal ends a program that does not expect it.
  if ([...texts.values()].some((text) => /\b(?:syscall|unix)\.Exec\(/.test(text))) {
    conflicts.push(`${title} can replace itself by another program, which the timer of the CPU profile would end: leave cpu out in the options if that happens.`);
  }
  return conflicts;
}
