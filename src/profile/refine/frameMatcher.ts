import { NONE } from '../model';
import type { Profile } from '../model';
import { pprofName } from '../text/pprofName';
import type { TextTest } from '../common/regexp';
import type { FunctionIndex, LocationIndex } from '../indexes';

const UNKNOWN = 0;
const NO = 1;
const YES = 2;

/** The names that pprof gives to the profile's functions, by function index. */
export function functionNames({ functions, strings, hasFinalNames }: Profile): (index: FunctionIndex) => string {
  if (hasFinalNames) return (index) => strings.get(functions.name[index]);
  const names: string[] = [];
  return (index) =>
    (names[index] ??= pprofName(strings.get(functions.name[index]), strings.get(functions.systemName[index])));
}

/** Matches a pattern against functions and binaries. Tests each function and binary only once. */
export class FrameMatcher {
  private readonly functions: Uint8Array;
  private readonly files = new Map<number, boolean>();
  private readonly mappings: readonly boolean[];

  constructor(
    private readonly profile: Profile,
    private readonly name: (functionIndex: FunctionIndex) => string,
    private readonly test: TextTest,
  ) {
    this.functions = new Uint8Array(profile.functions.count);
    this.mappings = profile.mappings.map((mapping) => test(mapping.file));
  }

  /** Whether a function's name or file matches. */
  function(index: number): boolean {
    if (index === NONE) return false;
    if (this.functions[index] === UNKNOWN) {
      this.functions[index] = this.test(this.name(index)) || this.file(index) ? YES : NO;
    }
    return this.functions[index] === YES;
  }

  /** Whether the path of a location's binary matches. */
  binary(location: LocationIndex): boolean {
    const mapping = this.profile.locations.mapping[location];
    return mapping !== NONE && this.mappings[mapping];
  }

  private file(index: number): boolean {
    const { functions, strings } = this.profile;
    const file = functions.filename[index];
    let matches = this.files.get(file);
    if (matches === undefined) this.files.set(file, (matches = this.test(strings.get(file))));
    return matches;
  }
}
