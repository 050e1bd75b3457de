/** Labels that usually tell services apart, the likeliest first. */
const USUAL = ['service_name', 'service', 'job', 'app', 'app_kubernetes_io_name', 'container', 'comm', 'namespace', 'pod'];

/**
 * The labels of a store that may tell services apart, the likeliest first. The rest is left out: the user can still
 * choose any.
 */
export function likelyServiceLabels(names: readonly string[]): string[] {
  return USUAL.filter((name) => names.includes(name));
}
