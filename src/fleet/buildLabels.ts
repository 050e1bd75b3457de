/** Labels whose value is a commit: of Pyroscope, of OpenTelemetry, and what Go calls it. Underscores stand for dots. */
export const COMMIT_LABELS = [
  'service_git_ref', 'vcs.ref.head.revision', 'vcs_ref_head_revision', 'vcs.revision', 'vcs_revision',
] as const;

/** Labels that often name what was deployed. */
const VERSION_LABELS = ['version', 'service_version', 'service.version', 'service_git_ref', 'app_version', 'git_commit', 'commit'];

/** The label that names versions: that of the source, or one that often does; undefined if there is none. */
export function versionLabelAmong(names: ReadonlySet<string>, known: string | undefined): string | undefined {
  return known ?? VERSION_LABELS.find((name) => names.has(name));
}

/** Whether a label tells versions apart: the source's own, or one that often does. */
export function isVersionLabel(name: string, known: string | undefined): boolean {
  return name === known || [...COMMIT_LABELS, ...VERSION_LABELS].includes(name);
}
