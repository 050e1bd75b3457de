import { buildCallTree, type CallTree } from '../flame/callTree';
import { framesOf } from '../lines/frames';
import type { Profile, ValueType } from '../model';
import { callTreeStacks, inPieces } from './folded';

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';
/** The units that speedscope supports; all other values have the unit `none`. */
const UNITS = ['nanoseconds', 'microseconds', 'milliseconds', 'seconds', 'bytes'];

export interface SpeedscopeOptions {
  /** The title that speedscope shows. */
  readonly name: string;
  /** The sample type shown first. */
  readonly sampleType: number;
}

/**
 * The profile in speedscope's file format: a sampled profile for each sample type, with one sample for each distinct
 * stack of functions. Speedscope does not accept negative weights: the negative values of a comparison form a second
 * profile, with their signs removed. Source: the JSON schema at SCHEMA.
 */
export function speedscopePieces(profile: Profile, options: SpeedscopeOptions): Iterable<string> {
  return inPieces(speedscopeTexts(profile, options));
}

function* speedscopeTexts(profile: Profile, { name, sampleType }: SpeedscopeOptions): Generator<string> {
  const sides = signedSides(profile);
  const first = Math.max(0, sides.findIndex((side) => side.sampleType === sampleType));
  const head = { $schema: SCHEMA, name, exporter: 'linecost', activeProfileIndex: first };
  yield JSON.stringify(head).slice(0, -1);
  yield ',"shared":{"frames":[';
  yield* frameTexts(profile);
  yield ']},"profiles":[';
  for (const [index, side] of sides.entries()) {
    if (index > 0) yield ',';
    yield* sideTexts(profile, side);
  }
  yield ']}\n';
}

/** The positive or the negative samples of a sample type. */
interface Side {
  readonly sampleType: number;
  readonly sign: 1 | -1;
}

function signedSides({ values }: Profile): Side[] {
  return values.flatMap((column, sampleType): Side[] => {
    const hasNegative = column.some((value) => value < 0);
    return hasNegative ? [{ sampleType, sign: 1 }, { sampleType, sign: -1 }] : [{ sampleType, sign: 1 }];
  });
}

function* frameTexts(profile: Profile): Generator<string> {
  const { names, file, startLine, files } = framesOf(profile).functions;
  for (const [id, name] of names.entries()) {
    const path = files[file[id]];
    const line = startLine[id];
    const frame = { name, ...(path === '' ? {} : { file: path }), ...(line === 0 ? {} : { line }) };
    yield `${id === 0 ? '' : ','}\n${JSON.stringify(frame)}`;
  }
}

function* sideTexts(profile: Profile, { sampleType, sign }: Side): Generator<string> {
  const tree = buildCallTree(profile, sampleType);
  const valueType = profile.sampleTypes[sampleType];
  let sum = 0;
  let isFirst = true;
  yield `\n{"type":"sampled","name":${JSON.stringify(sideName(valueType, sign))},"unit":"${unitOf(valueType)}","samples":[`;
  for (const { path, value } of stacksOfSign(tree, sign)) {
    yield `${isFirst ? '' : ','}\n[${path.join(',')}]`;
    isFirst = false;
    sum += value;
  }
  yield '],"weights":[';
  isFirst = true;
  for (const { value } of stacksOfSign(tree, sign)) {
    yield `${isFirst ? '' : ','}${value}`;
    isFirst = false;
  }
  yield `],"startValue":0,"endValue":${sum}}`;
}

function* stacksOfSign(tree: CallTree, sign: Side['sign']): ReturnType<typeof callTreeStacks> {
  for (const { path, value } of callTreeStacks(tree)) if (value * sign > 0) yield { path, value: value * sign };
}

function sideName({ type }: ValueType, sign: Side['sign']): string {
  return sign > 0 ? type : `${type} (decreases)`;
}

function unitOf({ unit }: ValueType): string {
  return UNITS.includes(unit) ? unit : 'none';
}
