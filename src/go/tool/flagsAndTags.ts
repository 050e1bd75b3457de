import { flagValue, splitTestFlags, withoutFlag, type SplitFlags } from './goFlags';
import type { Expand } from './variables';

/** Reads a setting by its full name; undefined if it is unset or empty. */
export type ReadText = (key: string) => string | undefined;

/**
 * The flags of `go test`, with build tags, from Linecost's settings or, if these are unset, the Go extension's; see
 * resolveGoEnvironment. Linecost's tags win over the Go extension's; within the settings of one extension, flags win
 * over tags.
 */
export function chooseFlags(read: (key: string) => unknown, text: ReadText, expand: Expand): SplitFlags {
  const list = (key: string): string[] | undefined => {
    const value = read(key);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string').map(expand) : undefined;
  };
  const ownFlags = list('linecost.go.testFlags');
  const { buildFlags, testArgs, leftOut: all } = splitTestFlags(ownFlags ?? list('go.testFlags') ?? list('go.buildFlags') ?? []);
  // The Go extension's flags were not written for Linecost.
  const leftOut = ownFlags ? all : [];
  const ownTags = text('linecost.go.buildTags');
  const flagTags = flagValue(buildFlags, 'tags');
  const settingTags = typeof read('go.testTags') === 'string' ? text('go.testTags') : text('go.buildTags');
  const tags = ownFlags !== undefined ? (flagTags ?? ownTags ?? settingTags) : (ownTags ?? flagTags ?? settingTags);
  const otherFlags = withoutFlag(buildFlags, 'tags');
  if (tags === undefined) return { buildFlags: otherFlags, testArgs, leftOut };
  return { buildFlags: [`-tags=${tags.split(/[\s,]+/).join(',')}`, ...otherFlags], testArgs, leftOut };
}
