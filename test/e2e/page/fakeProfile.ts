import { type Callers, callersInSteps } from '../../../src/profile/flame/callers';
import { callShapeInSteps } from '../../../src/profile/flame/callShape';
import { type CallTree, callTreeInSteps } from '../../../src/profile/flame/callTree';
import { fewSamplesInSteps, withFewSamples } from '../../../src/profile/flame/callNoise';
import { flameWindow } from '../../../src/profile/flame/flameWindow';
import type { Profile } from '../../../src/profile/model';
import type { FlameWindow } from '../../../src/profile/answers/flame';
import { finish } from '../../../src/profile/common/guard';
import type { FlameRequest } from '../../../src/pages/protocol/profilePage';
import { withLabels, type TestLabel } from '../../shared/profileText';
import { profileOfStacks, type PictureFrame, type PictureStack } from '../../shared/stacks';

const sampleTypes = (unit = 'nanoseconds') => [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit }];
const UNIT = /^\s*unit (\S+)\n/;

/**
 * A profile from a picture of its flame graph. Each line is a frame, `name flat [file:line] [inlined]`; the root is
 * first, and each level is indented by two more spaces. A line may end with the labels of its sample, such as
 * `{user=ann,bytes=16}`. A space in a name is written `␣`. Both sample types have the same values. A first line such as
 * `unit nanoseconds/op` sets the unit of the second.
 */
export function drawnProfile(picture: string): Profile {
  const stacks: PictureStack[] = [];
  const labels: TestLabel[][] = [];
  const path: PictureFrame[] = [];
  for (const row of picture.replace(UNIT, '').split('\n').filter((line) => line.trim() !== '')) {
    const depth = (row.length - row.trimStart().length) / 2;
    const [, frame = '', labeled = ''] = /^(.*?)(?: +{(.*)})?$/.exec(row.trim())!;
    const [name = '', flat = '0', at = '', mark = ''] = frame.split(/ +/);
    const [file = '', line = '0'] = at.split(/:(?=\d+$)/);
    path.splice(depth, Infinity, { name: name.replaceAll('␣', ' '), file, line: Number(line), inlined: mark !== '' });
    if (flat === '0') continue;
    stacks.push({ frames: path.slice(1), values: [Number(flat), Number(flat)] });
    labels.push(labeled.split(',').filter((label) => label !== '').map(labelOf));
  }
  return withLabels(profileOfStacks(stacks, sampleTypes(UNIT.exec(picture)?.[1])), labels);
}

function labelOf(text: string): TestLabel {
  const [key = '', value = ''] = text.split('=');
  return /^\d+$/.test(value) ? [key, Number(value), 'bytes'] : [key, value];
}

/** A profile with `frameCount` frames and realistic stacks. It is the same in every run. */
export function largeProfile(frameCount: number): Profile {
  const random = randomNumbers(7);
  const packages = [
    'runtime', 'net/http', 'encoding/json', 'strings', 'github.com/acme/shop/cart', 'github.com/acme/shop/price',
    'github.com/acme/shop/internal/store', 'golang.org/x/net/http2', 'google.golang.org/grpc', 'main', 'sync', 'sort',
  ];
  const stacks: PictureStack[] = [{ frames: [], values: [1, 1] }];
  while (stacks.length < frameCount) {
    const caller = stacks[Math.floor(stacks.length * random() ** 0.7)]!.frames;
    const owner = packages[Math.floor(random() ** 1.5 * packages.length)];
    const name = `${owner}.(*Type${Math.floor(random() * 9)}).Method${Math.floor(random() * 40)}`;
    const [file, line] = [`/home/dev/src/${owner}/file${stacks.length % 9}.go`, 1 + (stacks.length % 400)];
    const frame = { name, file, line, inlined: random() < 0.15 };
    const flat = 1 + Math.floor(random() ** 6 * 1e7);
    stacks.push({ frames: [...caller, frame], values: [flat, flat] });
  }
  return profileOfStacks(stacks, sampleTypes());
}

interface Trees {
  readonly tree: CallTree;
  readonly callers: Callers | undefined;
  readonly few: Uint32Array;
}

const cache = new WeakMap<Profile, Map<string, Trees>>();

/** Returns the window that the worker would answer with once it has computed which frames rest on few samples. */
export function answer(profile: Profile, sampleType: number, view: FlameRequest): FlameWindow {
  const cachedTrees = cache.get(profile) ?? new Map<string, Trees>();
  cache.set(profile, cachedTrees);
  const { from, callers, collapseRecursion, hideTestingFrames } = view;
  const key = JSON.stringify([sampleType, from, callers, collapseRecursion, hideTestingFrames]);
  const trees = cachedTrees.get(key) ?? makeTrees(profile, sampleType, view);
  cachedTrees.set(key, trees);
  return withFewSamples(flameWindow(trees.tree, view, trees.callers), trees.few);
}

function makeTrees(profile: Profile, sampleType: number, view: FlameRequest): Trees {
  const shape = finish(callShapeInSteps(profile, sampleType, view));
  const tree = finish(callTreeInSteps(profile, sampleType, shape));
  const parts = { shape, callees: tree, view };
  const callers = view.callers ? finish(callersInSteps(profile, sampleType, parts)) : undefined;
  return { tree, callers, few: finish(fewSamplesInSteps(profile, sampleType, { ...parts, callers })) };
}

/** Returns a Mulberry32 generator of numbers in [0, 1). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns the id of the first frame of a function; for `picture` see drawnProfile. */
export function idOf(picture: string, name: string, from?: string): number {
  const view = { root: 0, restFrom: 0, width: 1000, minWidth: 0, maxFrames: 2000, search: '', ...(from ? { from } : {}) };
  const window = answer(drawnProfile(picture), 0, view);
  return window.id[[...window.name].findIndex((index) => window.names[index] === name)];
}
