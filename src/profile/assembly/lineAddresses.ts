import { CHECK_MASK, checkpoint } from '../common/guard';
import { findSourceLine, framesOf } from '../lines/frames';
import type { ProfileFrames } from '../lines/frames';
import { type FigureRefinement, isNegative } from '../lines/figures';
import { NONE } from '../model';
import type { Mapping, Profile } from '../model';
import { profileTotal } from '../sums/profileTotal';
import { sampleWeight } from '../sums/sampleWeight';
import { sumStacks } from '../sums/sumStacks';
import type { AddressCost } from './routine';
import type { LineNumber, LocationIndex } from '../indexes';

/** An address of a function that contains the line, with its cost. */
export interface LineAddress extends AddressCost {
  /** Whether the instruction was compiled from the source line, or from code inlined into it. */
  readonly isOfLine: boolean;
  /** The divisor of flat; set if figures are means. */
  readonly flatDivisor?: number | undefined;
  /** The divisor of cum; set if figures are means. */
  readonly cumDivisor?: number | undefined;
}

/** A compiled function that contains the line: the line's own function, or one that it was inlined into. */
export interface CompiledFunction {
  readonly name: string;
  /** The function's binary; undefined if unknown. */
  readonly mapping: Mapping | undefined;
  /** All addresses of the function with samples, ascending. */
  readonly addresses: readonly LineAddress[];
}

/** The compiled functions that contain a source line, and the cost of each of their addresses. */
export interface LineAddresses {
  readonly total: number;
  readonly unit: string;
  /** The number by which all values were divided already (`divide_by`). */
  readonly divideBy: number;
  /** The value of one sample: see sampleWeight. */
  readonly weight?: number | undefined;
  /**
   * Sorted by the line's cost in each function, heaviest first. Empty if the line has no samples, or none with an
   * address.
   */
  readonly functions: readonly CompiledFunction[];
}

export interface AddressQuestion {
  readonly sampleType: number;
  /** As named in the profile. */
  readonly file: string;
  readonly line: LineNumber;
}

/**
 * Finds the compiled functions whose samples contain the line. As in `pprof -disasm`, an address's flat is the sum of
 * the samples with the address at the leaf, and its cum that of the samples with the address anywhere in the stack.
 * Each sample counts once.
 */
export function lineAddresses(
  profile: Profile,
  { sampleType, file, line }: AddressQuestion,
  { mean, drop_negative: dropNegative, divide_by: divideBy = 1 }: FigureRefinement = {},
): LineAddresses {
  const total = profileTotal(profile, sampleType, mean ? profile.values[0] : undefined);
  const { unit } = profile.sampleTypes[sampleType];
  const addressKeys = new AddressKeys(profile, locationsOfLine(profile, file, line));
  const frames = { offsets: addressKeys.offsets, keys: addressKeys.keys, count: addressKeys.addresses.length };
  const columns = [profile.values[sampleType], ...(mean ? [profile.values[0]] : [])];
  const [sums, divisors] = sumStacks(profile.stacks, columns, frames);
  const functions = addressKeys.functions.map(({ name, mapping, keys }): CompiledFunction => {
    const addresses = keys
      .map((key) => ({
        ...addressKeys.addresses[key],
        flat: sums.flat[key],
        cum: sums.cum[key],
        flatDivisor: divisors?.flat[key],
        cumDivisor: divisors?.cum[key],
      }))
      .filter(({ flat, cum }) => (flat !== 0 || cum !== 0) && !(dropNegative && isNegative(flat, cum)))
      .sort((a, b) => (a.address < b.address ? -1 : 1));
    return { name, mapping: mapping === NONE ? undefined : profile.mappings[mapping], addresses };
  });
  const withLine = functions.filter(({ addresses }) => addresses.some(({ isOfLine }) => isOfLine));
  const weight = mean || divideBy !== 1 ? undefined : sampleWeight(profile, sampleType);
  withLine.sort((a, b) => costOfLine(b) - costOfLine(a));
  return { total, unit, divideBy, ...(weight !== undefined && { weight }), functions: withLine };
}

function costOfLine({ addresses }: CompiledFunction): number {
  return addresses.reduce((sum, { isOfLine, cum }) => sum + (isOfLine ? Math.abs(cum) : 0), 0);
}

/** For each location: 1 if one of its frames is on the line. */
function locationsOfLine(profile: Profile, file: string, line: number): Uint8Array {
  const { functions, sourceLines, offsets, sourceLine } = framesOf(profile);
  const fileIndex = functions.files.indexOf(file);
  const lineIndex = fileIndex < 0 ? NONE : findSourceLine(sourceLines, fileIndex, line);
  const isOnLine = new Uint8Array(profile.locations.count);
  if (lineIndex === NONE) return isOnLine;
  for (let location = 0; location < isOnLine.length; location++) {
    for (let frame = offsets[location]; frame < offsets[location + 1]; frame++) {
      if (sourceLine[frame] === lineIndex) isOnLine[location] = 1;
    }
  }
  return isOnLine;
}

interface KeyedFunction {
  readonly name: string;
  readonly mapping: number;
  readonly keys: number[];
}

/** Numbers the addresses of all functions that contain a marked location. */
class AddressKeys {
  readonly offsets: Uint32Array;
  /** For each location: the number of its address, or NONE. */
  readonly keys: Uint32Array;
  readonly addresses: { readonly address: bigint; isOfLine: boolean }[] = [];
  readonly functions: readonly KeyedFunction[];
  private readonly frames: ProfileFrames;
  private readonly byFunction = new Map<number, KeyedFunction>();
  private readonly byAddress = new Map<string, number>();

  constructor(
    private readonly profile: Profile,
    marked: Uint8Array,
  ) {
    this.frames = framesOf(profile);
    // Each location has one frame: its address.
    this.offsets = Uint32Array.from({ length: marked.length + 1 }, (_, location) => location);
    this.keys = new Uint32Array(marked.length).fill(NONE);
    this.forEachAddress((location) => {
      if (marked[location] === 1) this.addFunction(location);
    });
    this.functions = [...this.byFunction.values()];
    this.forEachAddress((location) => {
      const owner = this.byFunction.get(this.functionKey(location));
      if (owner) this.addAddress(owner, location, marked[location] === 1);
    });
  }

  private forEachAddress(visit: (location: LocationIndex) => void): void {
    const { address, count } = this.profile.locations;
    for (let location = 0; location < count; location++) {
      if ((location & CHECK_MASK) === 0) checkpoint();
      if (address[location] !== 0n) visit(location);
    }
  }

  private addFunction(location: LocationIndex): void {
    const key = this.functionKey(location);
    if (this.byFunction.has(key)) return;
    const name = this.frames.functions.names[this.outermost(location)];
    this.byFunction.set(key, { name, mapping: this.profile.locations.mapping[location], keys: [] });
  }

  private addAddress(owner: KeyedFunction, location: LocationIndex, isOfLine: boolean): void {
    const address = this.profile.locations.address[location];
    const text = `${owner.mapping} ${address}`;
    let key = this.byAddress.get(text);
    if (key === undefined) {
      key = this.addresses.push({ address, isOfLine: false }) - 1;
      this.byAddress.set(text, key);
      owner.keys.push(key);
    }
    if (isOfLine) this.addresses[key].isOfLine = true;
    this.keys[location] = key;
  }

  /** A number for the compiled function that contains the location: its outermost function and its binary. */
  private functionKey(location: LocationIndex): number {
    const { mappings, locations } = this.profile;
    const mapping = locations.mapping[location];
    return this.outermost(location) * (mappings.length + 1) + (mapping === NONE ? mappings.length : mapping);
  }

  private outermost(location: LocationIndex): number {
    return this.frames.function[this.frames.offsets[location + 1] - 1];
  }
}
