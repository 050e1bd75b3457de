import type { HeldSite, MomentFacts } from '../answers/held';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { NONE, type Profile } from '../model';
import { heapPairs, recovered } from '../noise/sampling';
import { packageOf } from '../text/functionNames';

/** Sites that are answered at most. */
const MAX_SITES = 1000;

/**
 * What each line holds: bytes in use, with the heap samples that they rest on, or goroutines. Every stack counts at one
 * line: the innermost one outside the standard library, because a program leaks where it calls `append` or `Lock`. Of
 * goroutines, those that began in another function stand apart.
 */
export function heldSites(profile: Profile): Pick<MomentFacts, 'sites' | 'leftOut'> {
  const { sampleTypes, sampleCount, values } = profile;
  const pair = heapPairs(profile).find(([, bytes]) => sampleTypes[bytes].type === 'inuse_space');
  const goroutines = sampleTypes.findIndex(({ type }) => type === 'goroutine');
  if (!pair && goroutines < 0) return { sites: [], leftOut: 0 };
  const samplesOf = pair ? recovered(profile, pair) : undefined;
  const siteOf = siteFinder(profile, !pair);
  const sites = new Map<string, HeldSite>();
  for (let sample = 0; sample < sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    const value = values[pair ? pair[1] : goroutines][sample];
    const site = value > 0 ? siteOf(sample) : undefined;
    if (!site) continue;
    const samples = samplesOf ? samplesOf(sample).count : value;
    const before = sites.get(site.key);
    sites.set(site.key, { ...site, value: value + (before?.value ?? 0), samples: samples + (before?.samples ?? 0) });
  }
  const sorted = [...sites.values()].sort((a, b) => b.samples - a.samples);
  return { sites: sorted.slice(0, MAX_SITES), leftOut: sorted[MAX_SITES]?.samples ?? 0 };
}

/** Finds the site of a sample; undefined if its stack has no named line. */
function siteFinder(profile: Profile, areGoroutines: boolean) {
  const { stacks: { offsets, locations }, locations: { lineOffsets }, lines, functions, strings } = profile;
  const isStandard = Uint8Array.from({ length: functions.count }, (_, id) => {
    return isOfStandardLibrary(strings.get(functions.name[id]), strings.get(functions.filename[id])) ? 1 : 0;
  });
  const named = (row: number): Omit<HeldSite, 'key' | 'value' | 'samples'> => {
    const id = lines.function[row];
    const [name, file] = [strings.get(functions.name[id]), strings.get(functions.filename[id])];
    return { function: name, file, line: lines.line[row] };
  };
  return (sample: number): Omit<HeldSite, 'value' | 'samples'> | undefined => {
    let [innermost, outermost, own] = [NONE, NONE, NONE];
    for (let at = offsets[sample]; at < offsets[sample + 1]; at++) {
      for (let row = lineOffsets[locations[at]]; row < lineOffsets[locations[at] + 1]; row++) {
        if (lines.function[row] === NONE) continue;
        if (innermost === NONE) innermost = row;
        if (own === NONE && isStandard[lines.function[row]] === 0) own = row;
        outermost = row;
      }
    }
    if (innermost === NONE) return undefined;
    const site = named(own !== NONE ? own : areGoroutines ? outermost : innermost);
    const began = areGoroutines ? ` ${named(outermost).function}` : '';
    return { ...site, key: `${site.function} ${site.file}:${site.line}${began}` };
  };
}

/** `net/http` in `/usr/local/go/src/net/http/server.go`, or in `net/http/server.go` under -trimpath. */
function isOfStandardLibrary(name: string, file: string): boolean {
  const path = packageOf(name);
  if (path === '') return !name.includes('.');
  if (path === 'main' || path.split('/', 1)[0].includes('.')) return false;
  const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')));
  return folder === path || folder.endsWith(`/src/${path}`);
}
